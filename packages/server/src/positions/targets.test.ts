import { order } from '@assay/contract/endpoints/order.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { describe, expect, it } from 'vitest';
import { silent, testDatabase, warm } from '../../test/database.ts';
import { hour, refusalOf, standingClock } from '../../test/identity-app.ts';
import { holdRecomputed } from '../../test/recorded-days/recomputed.ts';
import { expectSoundBooks, fund, trading } from '../../test/trading.ts';
import { balances } from '../ledger/index.ts';
import type { Database, Transaction } from '../platform/database.ts';
import { createProducts } from '../products.ts';
import { type ContractCommand, asked as askedBy } from './commands.ts';
import { actOnQuote, chargeFinancing } from './submit.ts';

/** Monday, 7 January 2030, 12:00 UTC: nine hours before the moment of charging. */
const clock = standingClock(Date.UTC(2030, 0, 7, 12));
const db = await testDatabase();
const { bus, market, quote, feed, person, context } = await trading(db, { clock });
await fund(db, 'demo');

const long = { code: 'COINUSDT', side: 'long', type: 'market', lots: '1', leverage: 10 } as const;
const targets = [
  { price: '110', lots: '0.3' },
  { price: '105', lots: '0.4' },
];
let calls = 0;
const key = () => ({ idempotencyKey: `target-${++calls}` });
type Call = Awaited<ReturnType<typeof person>>['demo'];

/** What the engine does when a quote has come in. */
async function reach(id: string, bid: number): Promise<void> {
  await quote(bid);
  await actOnQuote(context, Number(id), { code: long.code, bid, ask: bid, time: clock.now(), volume: 0 }, null);
}

async function held(userId: string) {
  const [own] = await balances(db, 'demo', userId, [usdt]);
  return { available: own?.available, margin: own?.margin };
}

const receiptsOf = (demo: Call, ids: readonly string[]) => Promise.all(ids.map((id) => demo(order.receipt, { id })));
const endedOf = async (demo: Call) =>
  (await demo(order.listUOrder, { status: ['closed', 'closedEarly', 'liquidated'] })).items.toSorted((one, other) =>
    one.orderNo < other.orderNo ? -1 : 1,
  );

describe('targets of a position', () => {
  it('close a part each at the quote that reaches them, with its receipt, while the rest goes on', async () => {
    const { demo, userId } = await person('targets');
    await quote(10_000);
    const opened = await demo(order.buyU, { ...long, targets, takeProfit: '120' }, key());
    expect(opened).toMatchObject({
      takeProfit: '120.00',
      targets: [
        { price: '105.00', lots: '0.4' },
        { price: '110.00', lots: '0.3' },
      ],
    });
    await reach(opened.id, 10_600);
    // 100,000 − 10 − 0.1 + 4 + 2.4 − 0.0424.
    expect(await held(userId)).toEqual({ available: 99_996_257_600n, margin: 6_000_000n });
    const [part] = await endedOf(demo);
    expect(part).toMatchObject({
      orderNo: `${opened.orderNo}/1`,
      partOf: opened.id,
      lots: '0.4',
      status: 'closed',
      closeReason: 'takeProfit',
      takeProfit: '105.00',
      closePrice: '106.00',
      profit: '2.4',
      targets: [],
    });
    expect((await demo(order.listUOrder, { status: 'open' })).items).toMatchObject([
      { id: opened.id, lots: '0.6', takeProfit: '120.00', targets: [{ price: '110.00', lots: '0.3' }], parts: 1 },
    ]);
    const told = await db.query("select facts from notifications where user_id = $1 and kind = 'positionParted'", [userId]);
    // 2.4 − 0.04 − 0.0424.
    expect(told).toMatchObject([{ facts: { orderId: part?.id, lots: '0.4', reason: 'takeProfit', profit: '2.3176' } }]);

    clock.advance(10 * hour);
    await chargeFinancing(context, Number(opened.id));
    await reach(opened.id, 12_100);
    expect(await held(userId)).toMatchObject({ margin: 0n });
    const ended = await endedOf(demo);
    expect(ended).toMatchObject([
      { orderNo: opened.orderNo, lots: '0.3', closeReason: 'takeProfit', takeProfit: '120.00', closePrice: '121.00', parts: 2 },
      { orderNo: `${opened.orderNo}/1` },
      { orderNo: `${opened.orderNo}/2`, lots: '0.3', takeProfit: '110.00', closePrice: '121.00', profit: '6.3' },
    ]);
    const receipts = await receiptsOf(
      demo,
      ended.map(({ id }) => id),
    );
    const trigger = receipts[2]?.steps.find(({ name }) => name === 'trigger');
    expect(trigger).toMatchObject({ numbers: { bid: '121.00', takeProfit: '110.00' }, result: 'reached' });
    await holdRecomputed(receipts);
    const notices = await db.query<{ kind: string }>(
      "select kind from notifications where user_id = $1 and kind in ('positionClosed', 'positionParted')",
      [userId],
    );
    expect(notices.map(({ kind }) => kind).toSorted()).toEqual(['positionClosed', 'positionParted', 'positionParted']);
    await expectSoundBooks(db);
  });

  it('are set and removed afterwards, and of all lots the last one ends the order itself', async () => {
    const { demo, userId } = await person('latertargets');
    await quote(10_000);
    const { id, orderNo } = await demo(order.buyU, { ...long, side: 'short' }, key());
    const short = [
      { price: '95', lots: '0.5' },
      { price: '90', lots: '0.5' },
    ];
    expect(await demo(order.amendU, { id, targets: short }, key())).toMatchObject({ targets: [{ price: '95.00' }, {}] });
    expect((await demo(order.amendU, { id, stopLoss: '104' }, key())).targets).toHaveLength(2);
    expect((await demo(order.amendU, { id, targets: null }, key())).targets).toEqual([]);
    await demo(order.amendU, { id, targets: short }, key());
    await reach(id, 8990);
    const ended = await endedOf(demo);
    expect(ended).toMatchObject([
      { id, orderNo, lots: '0.5', status: 'closed', closeReason: 'takeProfit', takeProfit: '90.00', closePrice: '89.90' },
      { orderNo: `${orderNo}/1`, lots: '0.5', takeProfit: '95.00' },
    ]);
    expect(await held(userId)).toMatchObject({ margin: 0n });
    await holdRecomputed(
      await receiptsOf(
        demo,
        ended.map((each) => each.id),
      ),
    );
    await expectSoundBooks(db);
  });

  it('are refused where they are no shares of it or lie elsewhere, with the field that is wrong', async () => {
    const { demo } = await person('notargets');
    await quote(10_000);
    const wrong = async (asked: readonly { readonly price: string; readonly lots: string }[], more = {}) =>
      refusalOf(demo(order.buyU, { ...long, targets: [...asked], ...more }, key()));
    expect(await wrong([{ price: '99', lots: '0.5' }])).toBe('11005');
    expect(await wrong([{ price: '105', lots: '0.5' }], { takeProfit: '104' })).toBe('11005');
    expect(await wrong([{ price: '105', lots: '0.005' }])).toBe('11300');
    expect(await wrong([...targets, { price: '115', lots: '0.5' }])).toBe('11300');
    expect(await wrong(Array.from({ length: 6 }, (_, step) => ({ price: String(101 + step), lots: '0.1' })))).toBe('400');
  });

  it('wait with an order, and are reached once it is open', async () => {
    const { demo } = await person('waitingtargets');
    await quote(10_000);
    const waits = await demo(order.buyU, { ...long, type: 'limit', price: '99', targets }, key());
    expect(await demo(order.amendU, { id: waits.id, lots: '2' }, key())).toMatchObject({ lots: '2', targets: [{}, {}] });
    expect(await refusalOf(demo(order.amendU, { id: waits.id, lots: '0.5' }, key()))).toBe('11300');
    await reach(waits.id, 9900);
    clock.advance(1000);
    await reach(waits.id, 10_500);
    const [part] = await endedOf(demo);
    expect(part).toMatchObject({ orderNo: `${waits.orderNo}/1`, lots: '0.4', profit: '2.4' });
    await holdRecomputed(await receiptsOf(demo, [part?.id ?? '', waits.id]));
    await demo(order.stopU, { id: waits.id }, key());
  });
});

describe('what a quote has reached', () => {
  it('is done before what its holder does later: closing closes the rest, in one answer', async () => {
    const { demo, userId } = await person('latehand');
    await quote(10_000);
    const { id, orderNo } = await demo(order.buyU, { ...long, targets }, key());
    clock.advance(1000);
    await quote(11_050);
    clock.advance(1000);
    await quote(10_200);
    expect(await demo(order.stopU, { id }, key())).toMatchObject({
      id,
      lots: '0.3',
      closeReason: 'manual',
      closePrice: '102.00',
    });
    const ended = await endedOf(demo);
    expect(ended).toMatchObject([
      { orderNo },
      { orderNo: `${orderNo}/1`, lots: '0.4', closePrice: '110.50', closeReason: 'takeProfit' },
      { orderNo: `${orderNo}/2`, lots: '0.3', closePrice: '110.50', closeReason: 'takeProfit' },
    ]);
    expect(ended[1]?.closeTime).not.toBe(ended[0]?.closeTime);
    await holdRecomputed(
      await receiptsOf(
        demo,
        ended.map((each) => each.id),
      ),
    );
    expect(await held(userId)).toMatchObject({ margin: 0n });
    await expectSoundBooks(db);
  });

  it('is done before it by a quote that is ahead of the clock too: nothing of it ends before its part', async () => {
    const { demo } = await person('ahead');
    const hands = {
      close: (id: string) => demo(order.stopU, { id }, key()),
      part: (id: string) => demo(order.stopU, { id, lots: '0.2' }, key()),
      turn: (id: string) => demo(order.reverse, { id }, key()),
      all: () => demo(order.closeAll, {}, key()),
    };
    for (const [name, hand] of Object.entries(hands)) {
      await quote(10_000);
      const { id } = await demo(order.buyU, { ...long, targets }, key());
      await feed.emit({ code: long.code, bid: 10_600, ask: 10_600, time: clock.now() + 4000, volume: 0 });
      await hand(id);
      const ends = (await endedOf(demo)).filter((one) => one.id === id || one.partOf === id);
      expect(ends.map(({ lots }) => lots).toSorted(), name).toEqual(name === 'part' ? ['0.2', '0.4'] : ['0.4', '0.6']);
      expect(new Set(ends.map(({ closeTime }) => Date.parse(closeTime ?? '') - clock.now())), name).toEqual(new Set([4000]));
      clock.advance(5000);
      await quote(10_600);
      await demo(order.closeAll, {}, key());
    }
    await expectSoundBooks(db);
  });

  it('comes before a part by hand, which is the next one, an amendment, margin and a reversal', async () => {
    const { demo } = await person('latepart');
    const late = async () => {
      await quote(10_000);
      const opened = await demo(order.buyU, { ...long, targets }, key());
      clock.advance(1000);
      await quote(10_550);
      clock.advance(1000);
      await quote(10_200);
      return opened;
    };
    const first = await late();
    expect(await demo(order.stopU, { id: first.id, lots: '0.2' }, key())).toMatchObject({
      orderNo: `${first.orderNo}/2`,
      lots: '0.2',
      closeReason: 'manual',
    });
    const second = await late();
    expect(await demo(order.amendU, { id: second.id, stopLoss: '95' }, key())).toMatchObject({
      id: second.id,
      lots: '0.6',
      parts: 1,
      stopLoss: '95.00',
    });
    const third = await late();
    expect(await refusalOf(demo(order.amendU, { id: third.id, targets: [{ price: '112', lots: '0.9' }] }, key()))).toBe(
      '11300',
    );
    expect(await demo(order.margin, { id: third.id, amount: '5', way: 'add' }, key())).toMatchObject({
      marginUsed: '11',
      lots: '0.6',
    });
    const fourth = await late();
    const { closed, opened } = await demo(order.reverse, { id: fourth.id }, key());
    expect([closed, opened]).toMatchObject([{ lots: '0.6' }, { side: 'short', lots: '0.6', targets: [] }]);
    const all = await demo(order.closeAll, {}, key());
    expect(all.refused).toEqual([]);
    await holdRecomputed(
      await receiptsOf(
        demo,
        (await endedOf(demo)).map(({ id }) => id),
      ),
    );
    await expectSoundBooks(db);
  });

  it('is done first by ending everything, and by the charging of a night', async () => {
    const { demo } = await person('latesweep');
    await quote(10_000);
    const opened = [];
    for (let place = 0; place < 3; place += 1) opened.push(await demo(order.buyU, { ...long, targets }, key()));
    clock.advance(1000);
    await quote(11_050);
    clock.advance(24 * hour);
    await quote(10_200);
    await chargeFinancing(context, Number(opened[0]?.id));
    expect((await demo(order.listUOrder, { status: 'open' })).items.at(-1)).toMatchObject({ lots: '0.3', financing: '0.003' });
    const { done, refused } = await demo(order.closeAll, {}, key());
    expect([done.map(({ lots }) => lots), refused]).toEqual([['0.3', '0.3', '0.3'], []]);
    const ended = await endedOf(demo);
    expect(ended).toHaveLength(9);
    await holdRecomputed(
      await receiptsOf(
        demo,
        ended.map(({ id }) => id),
      ),
    );
    await expectSoundBooks(db);
  });

  it('takes numbers for all of its parts at once, where one is missing', async () => {
    const { demo, userId } = await person('numbers');
    let drawn = 0;
    const heard = (tx: Transaction): Transaction => ({
      afterCommit: (action) => tx.afterCommit(action),
      withCommit: (sql, values, then) => tx.withCommit(sql, values, then),
      query: (sql, values) => {
        if (sql.includes('positions_id_seq')) drawn += 1;
        return tx.query(sql, values);
      },
    });
    const counted: Database = { ...db, transact: (work, settings) => db.transact((tx) => work(heard(tx)), settings) };
    const { dealer } = createProducts({ db: counted, bus, clock, market, mode: 'sandbox', log: silent, origin: '' }).positions;
    const drawnBy = async (command: (id: number) => ContractCommand) => {
      await quote(10_000);
      const opened = [];
      for (let place = 0; place < 3; place += 1) opened.push(await demo(order.buyU, { ...long, targets }, key()));
      for (const price of [10_600, 11_100, 10_200]) await quote(price);
      drawn = 0;
      await dealer.submit(command(Number(opened[0]?.id)));
      const times = drawn;
      await demo(order.closeAll, {}, key());
      return times;
    };
    const about = { ...askedBy({ userId, book: 'demo' }, null), input: {} };
    expect(await drawnBy((id) => ({ ...about, id, kind: 'close' }))).toBe(1);
    expect(await drawnBy(() => ({ ...about, kind: 'closeAll' }))).toBe(1);
    await expectSoundBooks(db);
  });

  it('is done once, however many come for it', async () => {
    const { demo } = await person('targetrace');
    await quote(10_000);
    const { id } = await demo(order.buyU, { ...long, targets }, key());
    clock.advance(1000);
    await quote(10_600);
    await warm(db);
    const crossed = { code: long.code, bid: 10_600, ask: 10_600, time: clock.now(), volume: 0 };
    await Promise.all([
      ...[1, 2, 3].map(() => actOnQuote(context, Number(id), crossed, null)),
      demo(order.stopU, { id, lots: '0.1' }, key()),
    ]);
    const parts = (await endedOf(demo)).map(({ lots, closeReason }) => `${lots} ${closeReason}`);
    expect(parts.toSorted()).toEqual(['0.1 manual', '0.4 takeProfit']);
    await expectSoundBooks(db);
  });
});

it('the database takes no targets of more than there is, of nothing, twice at a price, or of a part', async () => {
  const { demo } = await person('targetguard');
  await quote(10_000);
  const { id } = await demo(order.buyU, { ...long, targets }, key());
  const changed = (value: unknown) =>
    db.query('update positions set targets = $2::jsonb where id = $1', [id, JSON.stringify(value)]);
  const some = { price: 10_500, lots: '0.4' };
  for (const wrong of [
    [some, { price: 11_000, lots: '0.7' }],
    [{ ...some, lots: '0' }],
    [{ ...some, price: 0 }],
    [some, some],
    [{ price: 10_500 }],
    [],
    {},
    Array.from({ length: 6 }, (_, place) => ({ price: 10_500 + place, lots: '0.1' })),
  ]) {
    await expect(changed(wrong), JSON.stringify(wrong)).rejects.toThrow('targets');
  }
  await changed([some]);
  const part = await demo(order.stopU, { id, lots: '0.1' }, key());
  await expect(
    db.query('update positions set targets = \'[{"price":1,"lots":"0.01"}]\' where id = $1', [part.id]),
  ).rejects.toThrow('closedEarly');
});
