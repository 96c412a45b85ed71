import { order } from '@assay/contract/endpoints/order.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { describe, expect, it } from 'vitest';
import { testDatabase, warm } from '../../test/database.ts';
import { hour, refusalOf, standingClock } from '../../test/identity-app.ts';
import { holdRecomputed } from '../../test/recorded-days/recomputed.ts';
import { expectSoundBooks, fund, trading } from '../../test/trading.ts';
import { balances } from '../ledger/index.ts';
import { unhurried } from '../platform/database.ts';
import { asked } from './commands.ts';
import { contractsProduct } from './contracts.ts';
import { actOnQuote, chargeFinancing } from './submit.ts';

/** Monday, 7 January 2030, 12:00 UTC: nine hours before the moment of charging. */
const clock = standingClock(Date.UTC(2030, 0, 7, 12));
const db = await testDatabase();
const { quote, person, context } = await trading(db, { clock });
await fund(db, 'demo');

const long = { code: 'COINUSDT', side: 'long', type: 'market', lots: '1', leverage: 10 } as const;
let calls = 0;
const key = () => ({ idempotencyKey: `margin-${++calls}` });

async function held(userId: string) {
  const [own] = await balances(db, 'demo', userId, [usdt]);
  return { available: own?.available, margin: own?.margin };
}
async function act(id: string, bid: number): Promise<void> {
  await quote(bid);
  await actOnQuote(context, Number(id), { code: long.code, bid, ask: bid, time: clock.now(), volume: 0 }, null);
}

describe('margin of an open position', () => {
  it('is added and taken out again, through a night and a part, and the receipts tell each step', async () => {
    const { demo, userId } = await person('moves');
    await quote(10_000);
    const { id } = await demo(order.buyU, long, key());
    const once = key();
    const added = await demo(order.margin, { id, amount: '5', way: 'add' }, once);
    expect(added).toMatchObject({ id, marginUsed: '15', liquidationPrice: '85.58', status: 'open' });
    expect(await demo(order.margin, { id, amount: '5', way: 'add' }, once)).toEqual(added);
    // 100,000 − 10 − 0.1 − 5.
    expect(await held(userId)).toEqual({ available: 99_984_900_000n, margin: 15_000_000n });
    clock.advance(10 * hour);
    await chargeFinancing(context, Number(id));
    await quote(9900);
    const part = await demo(order.stopU, { id, lots: '0.4' }, key());
    expect(await demo(order.margin, { id, amount: '2.5', way: 'remove' }, key())).toMatchObject({ marginUsed: '6.5' });
    expect(await refusalOf(demo(order.margin, { id, amount: '0.500001', way: 'remove' }, key()))).toBe('11302');
    await demo(order.margin, { id, amount: '1.25', way: 'add' }, key());
    expect(await held(userId)).toMatchObject({ margin: 7_750_000n });
    const open = await demo(order.receipt, { id });
    const later = await demo(order.stopU, { id, lots: '0.2' }, key());
    const ended = await demo(order.stopU, { id }, key());
    const receipts = await Promise.all([part, later, ended].map((each) => demo(order.receipt, { id: each.id })));
    await holdRecomputed([open, ...receipts]);
    const told = receipts.map(({ steps }) =>
      steps.map(({ name }) => name).filter((name) => /^(?:margin.+|part|financing)$/.test(name)),
    );
    expect(told).toEqual([
      ['marginAdded', 'financing', 'part'],
      ['marginAdded', 'financing', 'part', 'marginRemoved', 'marginAdded', 'part'],
      ['marginAdded', 'financing', 'part', 'marginRemoved', 'marginAdded', 'part'],
    ]);
    expect(await held(userId)).toMatchObject({ margin: 0n });
    await expectSoundBooks(db);
  });

  it('that was added in time keeps a position that would have been liquidated, and ends its warning', async () => {
    const { demo } = await person('saved');
    await quote(10_000);
    const { id } = await demo(order.buyU, long, key());
    await act(id, 9075);
    await demo(order.margin, { id, amount: '8', way: 'add' }, key());
    await act(id, 9050);
    const [row] = await db.query('select status, margin_warned from positions where id = $1', [Number(id)]);
    expect(row).toEqual({ status: 'open', margin_warned: false });
    await expectSoundBooks(db);
  });

  it('comes too late where the price was reached before', async () => {
    const { demo, userId } = await person('toolate');
    await quote(10_000);
    const { id } = await demo(order.buyU, long, key());
    await quote(9050);
    await quote(9500);
    expect(await refusalOf(demo(order.margin, { id, amount: '8', way: 'add' }, key()))).toBe('11008');
    expect((await demo(order.listUOrder, {})).items).toMatchObject([{ id, status: 'liquidated', closePrice: '90.50' }]);
    expect(await held(userId)).toMatchObject({ margin: 0n });
  });

  it('is taken out once under concurrent calls, and never more than there is free is added', async () => {
    const { demo, userId } = await person('marginrace');
    await quote(10_000);
    const { id } = await demo(order.buyU, long, key());
    expect(await refusalOf(demo(order.margin, { id, amount: '99989.900001', way: 'add' }, key()))).toBe('10011');
    await demo(order.margin, { id, amount: '99989.9', way: 'add' }, key());
    expect(await held(userId)).toEqual({ available: 0n, margin: 99_999_900_000n });
    await warm(db);
    const ends = await Promise.all(
      [1, 2, 3].map(() => demo(order.margin, { id, amount: '60000', way: 'remove' }, key()).then(() => 'done', refusal)),
    );
    expect(ends.toSorted()).toEqual(['11302', '11302', 'done']);
    await expectSoundBooks(db);
  });

  it('is refused of what waits, and of what belongs to somebody else', async () => {
    const { demo } = await person('marginwaits');
    const { demo: stranger } = await person('marginstranger');
    await quote(10_000);
    const { id } = await demo(order.buyU, { ...long, type: 'limit', price: '90' }, key());
    expect(await refusalOf(demo(order.margin, { id, amount: '1', way: 'add' }, key()))).toBe('11008');
    expect(await refusalOf(stranger(order.margin, { id, amount: '1', way: 'add' }, key()))).toBe('404');
    expect(await refusalOf(demo(order.margin, { id, amount: '0', way: 'add' }, key()))).toBe('10016');
  });
});

describe('a price that comes after the tape was read for what is done by hand', () => {
  it.each([
    ['margin', { kind: 'margin', input: { way: 'add', amount: '5' } }],
    ['a stop', { kind: 'amend', input: { stopLoss: '95' } }],
  ] as const)('still judges a position with %s changed', async (_, asks) => {
    const { demo, userId } = await person(`unread${asks.kind}`);
    await quote(10_000);
    const { id } = await demo(order.buyU, long, key());
    const readAt = clock.now();
    const product = contractsProduct(context);
    const command = { ...asked({ userId, book: 'demo' }, null), ...asks, id: Number(id) };
    const view = { now: clock.now(), balanceOf: () => amount(10n ** 12n), mayOpen: () => undefined };
    const plan = await db.transact(async (tx) => {
      const [locked, read] = await Promise.all([product.lock(tx, [command]), product.read(tx, [command])]);
      await quote(9050);
      return product.begin(locked, read).decide(command, view);
    }, unhurried);
    expect(plan).toMatchObject({ rows: [{ row: { id: Number(id), status: 'open', quotedAt: readAt } }] });
  });
});

describe('a stop that is changed', () => {
  it('leaves a trailing one where it had followed to', async () => {
    const { demo } = await person('followed');
    await quote(10_000);
    const { id } = await demo(order.buyU, long, key());
    await demo(order.amendU, { id, trailingStop: '5' }, key());
    await quote(10_400);
    await quote(10_200);
    expect(await demo(order.amendU, { id, takeProfit: '120' }, key())).toMatchObject({ trailingStopPrice: '99.00' });
  });
});

const refusal = ({ code }: { code: string }) => code;
