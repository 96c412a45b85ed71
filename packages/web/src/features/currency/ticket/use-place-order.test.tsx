import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../../test/around.tsx';
import { bitcoin, position } from '../../../../test/samples.ts';
import { signIn } from '../../../../test/signed-in.ts';
import { wire } from '../../../../test/wire.ts';
import { outbox } from '../../../shared/client/outbox.ts';
import { Button } from '../../../ui/button.tsx';
import { usePlaceOrder } from './use-place-order.ts';
import type { Sent } from './use-submission.ts';

const [sending, asking] = ['/order/buyU', '/order/outcome'];
const order = { code: 'BTCUSDT', side: 'long', type: 'market', lots: '0.02', leverage: 10 } as const;

const buy = page.getByRole('button', { name: 'Buy' });
const region = page.getByRole('region', { name: 'Messages' });
const toasts = () =>
  region
    .getByRole('group')
    .elements()
    .map((card) => card.textContent);

function Ticket({ asks, onOutcome }: { asks: boolean; onOutcome(outcome: Sent): void }) {
  const submission = usePlaceOrder(bitcoin);
  return (
    <Button busy={submission.busy} onClick={() => void submission.place(order, () => asks).then(onOutcome)}>
      Buy
    </Button>
  );
}

/** A ticket that has sent its order; the network waits. */
async function sent(asks = true) {
  const network = wire();
  const outcomes: Sent[] = [];
  await draw(<Ticket asks={asks} onOutcome={(outcome) => outcomes.push(outcome)} />);
  await userEvent.click(buy);
  return { ...network, outcomes, first: await network.next(sending) };
}

beforeEach(signIn);

describe('an order', () => {
  test('keeps its button busy until the price that it was filled at is told', async () => {
    const { first, outcomes } = await sent();
    await expect.element(buy).toHaveAttribute('aria-busy', 'true');
    first.answer(position);
    await expect.poll(toasts).toEqual(['Filled at 97,123.50BTCUSDT · U0001']);
    expect(outcomes).toEqual(['done']);
    await expect.element(buy).not.toHaveAttribute('aria-busy');
  });

  test('is sent once by a double press', async () => {
    const { calls, first } = await sent();
    await userEvent.click(buy, { force: true });
    first.answer(position);
    await expect.poll(toasts).toHaveLength(1);
    expect(calls.filter(({ path }) => path === sending)).toHaveLength(1);
  });

  test('that is refused says which and why, and the ticket stays', async () => {
    const { first, outcomes } = await sent();
    first.refuse('11002', 'Not enough balance.');
    await expect.poll(toasts).toEqual(['Order refusedBTCUSDT · 0.02 · Not enough balance.']);
    await expect.element(buy).toBeVisible();
    expect(outcomes).toEqual(['refused']);
  });

  test('at a price that has moved asks again without a toast', async () => {
    const { first, outcomes } = await sent();
    first.refuse('11004', 'The price has moved.');
    await expect.poll(() => outcomes).toEqual(['requote']);
    await expect.poll(toasts).toEqual([]);
  });

  test('at a price that has moved says which it was to who can be asked no more', async () => {
    const { first, outcomes } = await sent(false);
    first.refuse('11004', 'The price has moved.');
    await expect.poll(toasts).toEqual(['Order refusedBTCUSDT · 0.02 · The price has moved.']);
    expect(outcomes).toEqual(['refused']);
  });
});

describe('an order whose answer was lost', () => {
  test('is asked for by its key, takes no second press meanwhile, and is filled where it was', async () => {
    const { first, next, outcomes, calls } = await sent();
    first.lose();
    const asked = await next(asking);
    expect(asked.query.get('key')).toBe(first.headers.get('Idempotency-Key'));
    await expect.element(buy).toHaveAttribute('aria-busy', 'true');
    await userEvent.click(buy, { force: true });
    asked.answer({ state: 'done', answer: position });
    await expect.poll(toasts).toEqual(['Filled at 97,123.50BTCUSDT · U0001']);
    expect(outcomes).toEqual(['done']);
    expect(calls.filter(({ path }) => path === sending)).toHaveLength(1);
  });

  test('and that was never executed says so', async () => {
    const { first, next, outcomes } = await sent();
    first.lose();
    (await next(asking)).answer({ state: 'never', answer: null });
    await expect
      .poll(toasts)
      .toEqual([
        expect.stringMatching(/^It was not carried outBTCUSDT · 0\.02 · It did not arrive in time\. It was never carried out/),
      ]);
    expect(outcomes).toEqual(['refused']);
  });

  test('and whose session ended is not called refused: nobody knows', async () => {
    const { first } = await sent();
    outbox.drop('u1');
    await expect
      .poll(toasts)
      .toEqual([
        'No answer yetBTCUSDT · 0.02 · Your session ended before an answer came. After your next login we show you where to look.',
      ]);
    first.answer(position);
  });
});
