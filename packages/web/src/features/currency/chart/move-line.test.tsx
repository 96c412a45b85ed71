import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../../test/around.tsx';
import { heardFeed } from '../../../../test/feed.ts';
import { bitcoin, position } from '../../../../test/samples.ts';
import { signIn } from '../../../../test/signed-in.ts';
import { wire } from '../../../../test/wire.ts';
import { queryClient } from '../../../shared/client/api.ts';
import { MoveLine } from './move-line.tsx';

/** Opened after the sign-in: it belongs to that user. */
let feed: ReturnType<typeof heardFeed> | undefined;

beforeEach(() => {
  queryClient.clear();
  signIn();
});

const targets = [
  { price: '100000.00', lots: '0.01' },
  { price: '110000.00', lots: '0.01' },
];
const told = () =>
  page
    .getByRole('group', { includeHidden: true })
    .elements()
    .map((card) => card.textContent);
const sending = page.getByRole('button', { name: /^Demo · / });

/** The value beside a name. */
const beside = (name: string | RegExp) =>
  page.getByRole('term').filter({ hasText: name }).element().nextElementSibling?.textContent ?? '';

/** The question about the farther of two targets, or about the take-profit, while so many still exist. */
async function asked(standing: typeof targets, kind: 'target' | 'takeProfit' = 'target') {
  const network = wire();
  const held = { ...position, id: crypto.randomUUID(), targets: standing };
  const line = { orderId: held.id, kind, price: 110_000, label: '', movable: true } as const;
  await draw(<MoveLine info={bitcoin} line={line} price={112_345.678} onDone={() => undefined} />);
  for (const list of [await network.next('/order/listUOrder'), await network.next('/order/listUOrder')]) {
    list.answer({ items: list.query.get('status') === 'open' ? [held] : [], nextCursor: null });
  }
  await expect.element(page.getByText('Break-even price')).toBeVisible();
  return { network, id: held.id };
}

test.each([
  ['with the other', targets, [targets[0]]],
  ['as the one that it was, though the nearer one has been reached meanwhile', targets.slice(1), []],
] as const)('a target that was dragged is sent at its new price, %s', async (_, standing, before) => {
  const { network, id } = await asked([...standing]);
  // 0.01 × 15,222.18, less half of the 0.97 that opening cost, and 0.561729 to close.
  expect(beside('Target at 112,345.68, lots: 0.01')).toContain('+151.17');
  await expect.element(page.getByText(/^BTCUSDT · Long\s*\S0\.02\S$/)).toBeVisible();
  expect(beside(/^Target$/)).toMatch(/110,000\.00.*112,345\.68/);
  await userEvent.click(sending);
  expect((await network.next('/order/amendU')).input).toEqual({
    id,
    targets: [...before, { price: '112345.68', lots: '0.01' }],
  });
});

test('a take-profit that was dragged behind a target tells what it leaves of the lots that the target leaves', async () => {
  await asked(targets.slice(0, 1), 'takeProfit');
  expect(beside('Net at take-profit 112,345.68, lots: 0.01')).toContain('+151.17');
  // Nothing is shown for all lots: that would be twice as much.
  expect(page.getByText(/\+302/).elements()).toEqual([]);
});

test('a target that has been reached meanwhile moves nothing, and that is said', async () => {
  const { network } = await asked(targets.slice(0, 1));
  await userEvent.click(sending);
  await expect.poll(told).toEqual(['This order can no longer be changed']);
  expect(network.calls.filter(({ path }) => path === '/order/amendU')).toEqual([]);
});

/** 0.02 lots that wait: 180 of margin and 0.90 to open them at 90,000. */
const waiting = {
  ...position,
  status: 'awaiting' as const,
  orderType: 'limit' as const,
  openPrice: null,
  liquidationPrice: null,
  limitPrice: '90000.00',
  marginUsed: '180',
  openFee: '0.9',
  fee: '0.9',
  stopLoss: '78000.00',
};

/** The question about the price for which an order waits, dropped somewhere else, with the market at 97,123.50. */
async function droppedAt(price: number, held: typeof position, kind: 'limit' | 'trigger' | 'stopLoss' | 'takeProfit') {
  const network = wire();
  const id = crypto.randomUUID();
  const line = { orderId: id, kind, price: 90_000, label: '', movable: true } as const;
  await draw(<MoveLine info={bitcoin} line={line} price={price} onDone={() => undefined} />);
  for (const list of [await network.next('/order/listUOrder'), await network.next('/order/listUOrder')]) {
    const items = list.query.get('status') === held.status ? [{ ...held, id }] : [];
    list.answer({ items, nextCursor: null });
  }
  await expect.element(page.getByText('Break-even price')).toBeVisible();
  const quote = { code: 'BTCUSDT', price: '97123.40', bid: '97123.30', ask: '97123.50', zdf: '1.00' };
  feed ??= heardFeed();
  feed.quote({ ...quote, time: new Date().toISOString() });
  return network;
}

test('a limit that was dragged tells what is held at its new price, what opening costs there, and its stops net of that', async () => {
  await droppedAt(80_000, waiting, 'limit');
  // A tenth of 1,600 and 0.05% of it, where 180.90 were held.
  expect(beside('Held')).toMatch(/180\.90.*160\.80/);
  expect(beside('Opening fee')).toContain('0.80');
  expect(beside('Closing fee at 80,000.00')).toContain('0.80');
  // 2,000 on 0.02, with 0.80 and 0.78 of fees.
  expect(beside('Net at stop-loss 78,000.00')).toContain('-41.58');
});

test('a price that was dragged far away is asked about as one that is typed, and can be sent all the same', async () => {
  const network = await droppedAt(9000, waiting, 'limit');
  await expect.element(page.getByText('9,000.00 is 90.8% away from the market. Is it right?')).toBeVisible();
  await userEvent.click(sending);
  expect((await network.next('/order/amendU')).input).toMatchObject({ price: '9000.00' });
});

test('of a stop-limit order the trigger and the limit are asked about, whichever was dragged', async () => {
  const stop = {
    ...waiting,
    orderType: 'stopLimit' as const,
    triggerPrice: '99000.00',
    limitPrice: '99500.00',
    stopLoss: null,
  };
  await droppedAt(150_000, stop, 'trigger');
  await expect.element(page.getByText('150,000.00 is 54.5% away from the market. Is it right?')).toBeVisible();
  await expect.element(page.getByText('The limit of 99,500.00 is 33.7% away from the trigger. Is it right?')).toBeVisible();
});

test('nothing is asked about a price that is near', async () => {
  await droppedAt(91_000, waiting, 'limit');
  expect(beside('Opening fee')).toContain('0.91');
  expect(page.getByText(/away from|Filled at once/).elements()).toEqual([]);
});

test.each([
  ['beyond the market', 98_000, 'stopLoss', position],
  ['beyond its liquidation', 87_000, 'stopLoss', position],
  ['on the side of losses', 96_000, 'takeProfit', position],
  ['beyond the price for which an order waits', 90_500, 'stopLoss', waiting],
] as const)('a stop that was dropped %s can’t be sent, and that is said', async (_, price, kind, held) => {
  await droppedAt(price, held, kind);
  await expect.element(page.getByRole('alert')).toHaveTextContent('Stop-loss or take-profit price unreasonable');
  await expect.element(sending).toBeDisabled();
});

test('a stop that was dropped where it may stand can be sent', async () => {
  await droppedAt(96_000, position, 'stopLoss');
  expect(beside(/^Stop-loss$/)).toContain('96,000.00');
  await expect.element(sending).toBeEnabled();
  expect(page.getByRole('alert').elements()).toEqual([]);
});
