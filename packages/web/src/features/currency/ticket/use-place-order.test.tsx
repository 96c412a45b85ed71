import { afterEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../../test/around.tsx';
import { bitcoin, position } from '../../../../test/samples.ts';
import { type Sent, wire } from '../../../../test/wire.ts';
import { Button } from '../../../ui/button.tsx';
import { Unanswered } from './unanswered.tsx';
import { usePlaceOrder } from './use-place-order.ts';
import type { Outcome } from './use-submission.ts';

const [sending, listing] = ['/order/buyU', '/order/listUOrder'];
const order = { code: 'BTCUSDT', side: 'long', type: 'market', lots: '0.02', leverage: 10 } as const;
const keyOf = ({ headers }: Sent) => headers.get('Idempotency-Key');

const buy = page.getByRole('button', { name: 'Buy' });
const again = page.getByRole('button', { name: 'Send the same order again' });
const toasts = () => [...page.getByRole('list', { name: 'Messages' }).element().children].map((card) => card.textContent);

function Ticket({ onOutcome }: { onOutcome(outcome: Outcome): void }) {
  const submission = usePlaceOrder(bitcoin);
  if (submission.unanswered !== null) return <Unanswered submission={submission} input={submission.unanswered} />;
  return (
    <Button busy={submission.busy} onClick={() => void submission.place(order).then(onOutcome)}>
      Buy
    </Button>
  );
}

/** A ticket that has sent its order; the network waits. */
async function sent() {
  const network = wire();
  const outcomes: Outcome[] = [];
  await draw(<Ticket onOutcome={(outcome) => outcomes.push(outcome)} />);
  await userEvent.click(buy);
  return { ...network, outcomes, first: await network.next(sending) };
}

/** An order of which nobody knows what became of it: no answer, and not in the list. */
async function unanswered() {
  const ticket = await sent();
  ticket.first.lose();
  (await ticket.next(listing)).answer({ items: [], nextCursor: null });
  await expect.element(page.getByText('No answer yet').first()).toBeVisible();
  return ticket;
}

afterEach(async () => {
  const crosses = page.getByRole('list', { name: 'Messages' }).getByRole('button', { name: 'Close' });
  for (const cross of crosses.elements().toReversed()) await userEvent.click(cross);
});

describe('an order', () => {
  test('is followed by one toast, from sending to the price that it was filled at', async () => {
    const { first, outcomes } = await sent();
    await expect.poll(toasts).toEqual([expect.stringContaining('Submitting the order')]);
    await expect.element(buy).toHaveAttribute('aria-busy', 'true');
    first.answer(position);
    await expect.poll(toasts).toEqual(['Filled at 97,123.50BTCUSDT · U0001']);
    expect(outcomes).toEqual(['done']);
  });

  test('is sent once by a double press', async () => {
    const { calls, first } = await sent();
    await userEvent.click(buy, { force: true });
    first.answer(position);
    await expect.poll(toasts).toHaveLength(1);
    expect(calls.filter(({ path }) => path === sending)).toHaveLength(1);
  });

  test('that is refused says why, and the ticket stays', async () => {
    const { first, outcomes } = await sent();
    first.refuse('11002', 'Not enough balance.');
    await expect.poll(toasts).toEqual(['Order refusedNot enough balance.']);
    await expect.element(buy).toBeVisible();
    expect(outcomes).toEqual(['refused']);
  });

  test('at a price that has moved asks again without a toast', async () => {
    const { first, outcomes } = await sent();
    first.refuse('11004', 'The price has moved.');
    await expect.poll(() => outcomes).toEqual(['requote']);
    await expect.poll(toasts).toEqual([]);
  });
});

describe('an order whose answer was lost', () => {
  test('is looked up, and filled where it is found', async () => {
    const { first, next, outcomes } = await sent();
    first.lose();
    await expect.poll(toasts).toEqual([expect.stringContaining('Looking up the order')]);
    const look = await next(listing);
    expect(look.query.get('code')).toBe('BTCUSDT');
    look.answer({ items: [position], nextCursor: null });
    await expect.poll(toasts).toEqual(['Filled at 97,123.50BTCUSDT · U0001']);
    expect(outcomes).toEqual(['done']);
  });

  test('takes the place of the button, so that nothing new is sent meanwhile', async () => {
    const { outcomes } = await unanswered();
    expect(buy.elements()).toEqual([]);
    await expect.element(page.getByRole('alert').filter({ has: again })).toBeVisible();
    expect(outcomes).toEqual(['unknown']);
  });

  test('sent again keeps its key and its toast, and is over when an answer comes', async () => {
    const { first, next } = await unanswered();
    await userEvent.click(again);
    const second = await next(sending);
    expect([keyOf(second), second.input]).toEqual([keyOf(first), first.input]);
    expect(keyOf(first)).toMatch(/^[0-9a-f-]{36}$/);
    second.answer(position);
    await expect.poll(toasts).toEqual(['Filled at 97,123.50BTCUSDT · U0001']);
    await expect.element(buy).toBeVisible();
  });

  test('sent again and lost again still keeps its key', async () => {
    const { first, next } = await unanswered();
    await userEvent.click(again);
    (await next(sending)).lose();
    (await next(listing)).lose();
    await expect.element(again).not.toHaveAttribute('aria-busy');
    await userEvent.click(again);
    expect(keyOf(await next(sending))).toBe(keyOf(first));
  });

  test('can be let go, which sends nothing', async () => {
    const { calls } = await unanswered();
    await userEvent.click(page.getByRole('button', { name: 'Start a new order' }));
    await expect.element(buy).toBeVisible();
    expect(calls.filter(({ path }) => path === sending)).toHaveLength(1);
  });
});
