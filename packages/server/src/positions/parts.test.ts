import { order } from '@assay/contract/endpoints/order.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { describe, expect, it } from 'vitest';
import { testDatabase, warm } from '../../test/database.ts';
import { hour, refusalOf, standingClock } from '../../test/identity-app.ts';
import { holdRecomputed } from '../../test/recorded-days/recomputed.ts';
import { expectSoundBooks, fund, trading } from '../../test/trading.ts';
import { allHoldings } from '../holdings.ts';
import { audit, balances } from '../ledger/index.ts';
import { actOnQuote, chargeFinancing } from './submit.ts';

/** Monday, 7 January 2030, 12:00 UTC: nine hours before the moment of charging. */
const clock = standingClock(Date.UTC(2030, 0, 7, 12));
const db = await testDatabase();
const { quote, person, context } = await trading(db, { clock });
await fund(db, 'demo');

const long = { code: 'COINUSDT', side: 'long', type: 'market', lots: '1', leverage: 10 } as const;
let calls = 0;
const key = () => ({ idempotencyKey: `part-${++calls}` });

async function held(userId: string) {
  const [own] = await balances(db, 'demo', userId, [usdt]);
  return { available: own?.available, margin: own?.margin };
}

describe('a part of a position', () => {
  it('is closed as an order of its own, with its receipt, while the rest goes on', async () => {
    const { demo, userId } = await person('parts');
    await quote(10_000);
    const opened = await demo(order.buyU, { ...long, stopLoss: '95' }, key());
    await quote(10_400);
    const once = key();
    const part = await demo(order.stopU, { id: opened.id, lots: '0.4' }, once);
    expect(part).toMatchObject({
      orderNo: `${opened.orderNo}/1`,
      partOf: opened.id,
      lots: '0.4',
      status: 'closedEarly',
      profit: '1.6',
      // 0.04 of the opening fee, 0.4 × 104 × 0.1%.
      fee: '0.0816',
    });
    expect(await demo(order.stopU, { id: opened.id, lots: '0.4' }, once)).toEqual(part);
    // 100,000 − 10 − 0.1 + 4 + 1.6 − 0.0416.
    expect(await held(userId)).toEqual({ available: 99_995_458_400n, margin: 6_000_000n });
    const rest = { id: opened.id, lots: '0.6', marginUsed: '6', fee: '0.06', stopLoss: '95.00', liquidationPrice: '90.59' };
    expect((await demo(order.listUOrder, { status: 'open' })).items).toMatchObject([{ ...rest, partOf: null, profit: '2.4' }]);
    expect((await demo(order.listUOrder, { status: 'closedEarly' })).items).toMatchObject([{ id: part.id }]);
    const totals = await demo(order.getProfitTotal, {});
    // 1.6 − 0.04 − 0.0416 is realised; 2.4 − 0.06 − 0.0624 is not.
    expect(totals).toMatchObject({ realisedProfit: '1.5184', unrealisedProfit: '2.2776', held: '6' });
    const told = await db.query("select facts from notifications where user_id = $1 and kind = 'positionParted'", [userId]);
    expect(told).toMatchObject([{ facts: { orderId: part.id, lots: '0.4', profit: '1.5184' } }]);

    clock.advance(10 * hour);
    await chargeFinancing(context, Number(opened.id));
    await quote(10_200);
    const second = await demo(order.stopU, { id: opened.id, lots: '0.25' }, key());
    expect(second).toMatchObject({ orderNo: `${opened.orderNo}/2`, profit: '0.5', financing: '0.0025' });
    const last = await demo(order.stopU, { id: opened.id, lots: '0.35' }, key());
    expect(last).toMatchObject({ id: opened.id, orderNo: opened.orderNo, lots: '0.35', profit: '0.7', partOf: null });
    expect(await held(userId)).toMatchObject({ margin: 0n });
    await holdRecomputed(await Promise.all([part, second, last].map(({ id }) => demo(order.receipt, { id }))));
    await expectSoundBooks(db);
  });

  it('of an order by limit that paid its night out of the margin shows in its receipt what that left', async () => {
    const { demo, userId } = await person('partnight');
    await quote(10_000);
    const { id } = await demo(order.buyU, { ...long, lots: '3', type: 'limit', price: '99' }, key());
    await quote(9900);
    await actOnQuote(context, Number(id), { code: long.code, bid: 9900, ask: 9900, time: clock.now(), volume: 0 }, null);
    // What it costs to hold takes what is left of the free money first.
    const other = await demo(order.buyU, { ...long, lots: '1008.78', leverage: 1 }, key());
    clock.advance(24 * hour);
    await chargeFinancing(context, Number(other.id));
    await chargeFinancing(context, Number(id));
    await quote(9800);
    const parts = [];
    for (const lots of ['0.07', '1.11', '0.8']) parts.push(await demo(order.stopU, { id, lots }, key()));
    const rest = await demo(order.stopU, { id }, key());
    await demo(order.stopU, { id: other.id }, key());
    expect(parts.map(({ financing }) => financing)).toEqual(['0.000693', '0.010989', '0.00792']);
    await holdRecomputed(await Promise.all([...parts, rest].map((each) => demo(order.receipt, { id: each.id }))));
    expect(await held(userId)).toMatchObject({ margin: 0n });
    await expectSoundBooks(db);
  });

  it('is refused where it is no part, and of what belongs to somebody else', async () => {
    const { demo } = await person('norest');
    const { demo: stranger } = await person('norights');
    await quote(10_000);
    const { id } = await demo(order.buyU, long, key());
    const limit = await demo(order.buyU, { ...long, type: 'limit', price: '90' }, key());
    for (const lots of ['1.01', '0.995', '0.005', '0']) {
      expect(await refusalOf(demo(order.stopU, { id, lots }, key())), lots).toBe('11300');
    }
    expect(await refusalOf(demo(order.stopU, { id: limit.id, lots: '0.5' }, key()))).toBe('11301');
    expect(await refusalOf(stranger(order.stopU, { id, lots: '0.5' }, key()))).toBe('404');
    expect((await demo(order.listUOrder, { status: 'open' })).items).toMatchObject([{ lots: '1' }]);
  });

  it('is closed by one of two who want more than there is together', async () => {
    const { demo } = await person('partrace');
    await quote(10_000);
    const { id } = await demo(order.buyU, long, key());
    await warm(db);
    const ends = await Promise.all(
      ['0.6', '0.6', '0.6'].map((lots) =>
        demo(order.stopU, { id, lots }, key()).then(
          (part) => part.orderNo.split('/')[1] ?? '',
          (refusal: { code: string }) => refusal.code,
        ),
      ),
    );
    expect(ends.toSorted()).toEqual(['1', '11300', '11300']);
    await expectSoundBooks(db);
  });

  it('comes too late where a price was reached before: all of it has ended at that', async () => {
    const { demo } = await person('partlate');
    await quote(10_000);
    const { id } = await demo(order.buyU, { ...long, stopLoss: '98' }, key());
    await quote(9790);
    await quote(9900);
    expect(await demo(order.stopU, { id, lots: '0.4' }, key())).toMatchObject({
      id,
      status: 'closed',
      lots: '1',
      closePrice: '97.90',
    });
  });

  it('is held against its order by the auditor, of all days and of one transaction', async () => {
    const { demo } = await person('partaudit');
    await quote(10_000);
    const { id } = await demo(order.buyU, long, key());
    await demo(order.stopU, { id, lots: '0.3' }, key());
    await expectSoundBooks(db);
    await db.query('alter table positions disable trigger user');
    await db.query('update positions set margin = margin - 1 where id = $1', [id]);
    expect((await audit(db, { holdings: allHoldings })).findings).toMatchObject([{ check: 'held' }]);
    await db.query('update positions set margin = margin + 1 where id = $1', [id]);
    await db.query('alter table positions enable trigger user');
  });

  it('is taken by the database only as what its order has less of', async () => {
    const { demo } = await person('partguard');
    await quote(10_000);
    const { id, orderNo } = await demo(order.buyU, long, key());
    const changed = (set: string) => db.query(`update positions set ${set} where id = ${id}`);
    await expect(changed('lots = 0.5')).rejects.toThrow('frozen');
    await expect(changed('margin = margin - 1')).rejects.toThrow('held for it');
    await expect(changed('parts = 2, lots = 0.5')).rejects.toThrow('frozen');
    await expect(changed('parts = 1, lots = 0.5')).rejects.toThrow('not what the position has less of');
    const copied = (as: string) =>
      db.query(
        `insert into positions overriding system value select (jsonb_populate_record(p, jsonb_build_object('id', 900000, 'order_no', '${orderNo}${as}', 'part_of', p.id,
           'status', 'closedEarly', 'close_reason', 'manual', 'close_price', 1, 'close_fee', 0, 'profit', 0, 'closed_at', now()))).*
         from positions p where id = ${id}`,
      );
    await expect(copied('/1')).rejects.toThrow('is no part of');
  });

  it('has the terms of its order, and shares what was charged with it', async () => {
    const { demo } = await person('partterms');
    await quote(10_000);
    const { id, orderNo } = await demo(order.buyU, long, key());
    const ended = {
      status: 'closedEarly',
      close_reason: 'manual',
      close_price: 1,
      close_fee: 0,
      profit: 0,
      closed_at: new Date(),
    };
    const share = { lots: 0.4, margin: 4_000_000, margin_taken: 40, maintenance: 200_000, open_fee: 40_000, parts: 0 };
    /** Undone in any case; what the database says of it. */
    const parted = (part: Record<string, unknown>) =>
      db.transact(async (tx) => {
        await tx.query(`update positions set margin_taken = 100 where id = ${id}`);
        await tx.query(
          `update positions set parts = 1, lots = 0.6, margin = 6000000, margin_taken = 60, maintenance = 300000, open_fee = 60000 where id = ${id}`,
        );
        await tx.query(
          `insert into positions overriding system value select (jsonb_populate_record(p, $1::jsonb)).* from positions p where id = ${id}`,
          [JSON.stringify({ ...ended, ...share, id: 900_001, order_no: `${orderNo}/1`, part_of: Number(id), ...part })],
        );
        await tx.query('set constraints parted_exactly immediate');
        throw new Error('nothing is wrong with it');
      });
    await expect(parted({})).rejects.toThrow('nothing is wrong with it');
    await expect(parted({ margin_taken: 39 })).rejects.toThrow('not what the position has less of');
    await expect(parted({ financing: 1 })).rejects.toThrow('not what the position has less of');
    const other = { created_at: new Date(0), financing_rate: 0.01, maintenance_rate: 0.01 };
    for (const [term, value] of Object.entries(other)) {
      await expect(parted({ [term]: value }), term).rejects.toThrow('is no part of');
    }
    await expect(parted({ order_type: 'limit', limit_price: 9000 })).rejects.toThrow('is no part of');
  });
});
