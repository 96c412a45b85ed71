import { order } from '@assay/contract/endpoints/order.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { describe, expect, it } from 'vitest';
import { silent, testDatabase } from '../../test/database.ts';
import { hour, refusalOf, standingClock } from '../../test/identity-app.ts';
import { holdRecomputed } from '../../test/recorded-days/recomputed.ts';
import { expectSoundBooks, fund, trading } from '../../test/trading.ts';
import { balances } from '../ledger/index.ts';
import { ExpiryRound } from './expiry-round.ts';
import { actOnQuote } from './submit.ts';

const clock = standingClock(Date.UTC(2030, 0, 7, 12));
const db = await testDatabase();
const { quote, person, context, market } = await trading(db, { clock });
await fund(db, 'demo');

const long = { code: 'COINUSDT', side: 'long', lots: '1', leverage: 10 } as const;
const limit = { ...long, type: 'limit', price: '95' } as const;
const stop = { ...long, type: 'stop', trigger: '105' } as const;
let calls = 0;
const key = () => ({ idempotencyKey: `wait-${++calls}` });

/** What the engine would do about the quote that has just come in. */
async function act(id: string): Promise<void> {
  const last = market.quote(long.code);
  if (last === undefined) throw new Error('no quote has come in');
  await actOnQuote(context, Number(id), last, null);
}
const expire = () => new ExpiryRound(context, silent).run(new AbortController().signal);

async function held(userId: string) {
  const [own] = await balances(db, 'demo', userId, [usdt]);
  return { available: own?.available, margin: own?.margin, order: own?.order };
}
const toldOf = async (userId: string, kind: string) => {
  const rows = await db.query<{ facts: unknown }>('select facts from notifications where user_id = $1 and kind = $2', [
    userId,
    kind,
  ]);
  return rows.map(({ facts }) => facts);
};

describe('a stop entry', () => {
  it('opens at the quote that crossed its trigger, and its receipt says so', async () => {
    const { demo, userId } = await person('stopin');
    await quote(10_000);
    const placed = await demo(order.buyU, stop, key());
    expect(placed).toMatchObject({
      status: 'awaiting',
      orderType: 'stop',
      triggerPrice: '105.00',
      limitPrice: null,
      fee: '0.105',
    });
    expect(await held(userId)).toMatchObject({ order: 10_605_000n });
    await quote(10_690, 10_700);
    await act(placed.id);
    const [open] = (await demo(order.listUOrder, { status: 'open' })).items;
    expect(open).toMatchObject({ openPrice: '107.00', marginUsed: '10.7', fee: '0.107' });
    // 100,000 − 10.7 − 0.107.
    expect(await held(userId)).toEqual({ available: 99_989_193_000n, margin: 10_700_000n, order: 0n });
    expect(await toldOf(userId, 'positionOpened')).toHaveLength(1);
    await demo(order.stopU, { id: placed.id }, key());
    const receipt = await demo(order.receipt, { id: placed.id });
    expect(receipt.steps[0]).toMatchObject({ name: 'entryTrigger', numbers: { ask: '107.00', triggerPrice: '105.00' } });
    await holdRecomputed([receipt]);
    await expectSoundBooks(db);
  });

  it('that the balance can’t pay for by then ends, and its holder is told', async () => {
    const { demo, userId } = await person('stoppoor');
    await quote(10_000);
    // Held 9,470.265; then all but a little of the rest is bound elsewhere.
    const placed = await demo(order.buyU, { ...stop, lots: '893' }, key());
    await demo(order.buyU, { ...long, type: 'market', lots: '896.34', leverage: 1 }, key());
    await quote(12_000);
    await act(placed.id);
    const [ended] = (await demo(order.listUOrder, { status: 'cancelled' })).items;
    expect(ended).toMatchObject({ id: placed.id, closeReason: 'uncovered', openPrice: null });
    expect(await toldOf(userId, 'orderEnded')).toMatchObject([{ orderId: placed.id, price: '105.00', ending: 'uncovered' }]);
    await holdRecomputed([await demo(order.receipt, { id: placed.id })]);
    await expectSoundBooks(db);
  });
});

describe('a stop-limit entry', () => {
  it('rests at its limit from the trigger on, is changed and filled, and each step recomputes', async () => {
    const { demo } = await person('stoplimit');
    await quote(10_000);
    const { id } = await demo(order.buyU, { ...stop, type: 'stopLimit', price: '106' }, key());
    await quote(10_700);
    await act(id);
    const [rests] = (await demo(order.listUOrder, { status: 'awaiting' })).items;
    expect(rests).toMatchObject({ id, triggeredAt: new Date(clock.now()).toISOString() });
    expect(await refusalOf(demo(order.amendU, { id, trigger: '108' }, key()))).toBe('11304');
    expect(await demo(order.amendU, { id, price: '104', lots: '2' }, key())).toMatchObject({ limitPrice: '104.00', lots: '2' });
    await holdRecomputed([await demo(order.receipt, { id })]);
    await quote(10_350);
    await act(id);
    await quote(10_500);
    const closed = await demo(order.stopU, { id }, key());
    expect(closed).toMatchObject({ openPrice: '103.50', profit: '3' });
    const receipt = await demo(order.receipt, { id });
    expect(receipt.steps.slice(0, 4).map(({ name, result }) => `${name} ${result}`)).toEqual([
      'placed 10.706',
      'amended 21.008',
      'entryTrigger reached',
      'fillTrigger reached',
    ]);
    await holdRecomputed([receipt]);
    await expectSoundBooks(db);
  });

  it('whose trigger the tape had reached is changed as one that rests, whoever comes first', async () => {
    const { demo } = await person('stoprace');
    await quote(10_000);
    const { id } = await demo(order.buyU, { ...stop, type: 'stopLimit', price: '106' }, key());
    await quote(10_700);
    expect(await demo(order.amendU, { id, price: '105.5' }, key())).toMatchObject({ limitPrice: '105.50', status: 'awaiting' });
    const [rests] = (await demo(order.listUOrder, { status: 'awaiting' })).items;
    expect(rests?.triggeredAt).toBe(new Date(clock.now()).toISOString());
    await demo(order.stopU, { id }, key());
    await holdRecomputed([await demo(order.receipt, { id })]);
  });
});

describe('an order with an end', () => {
  it('ends at that to the millisecond, whenever it is looked at, and its holder is told', async () => {
    const { demo, userId } = await person('expires');
    await quote(10_000);
    const until = new Date(clock.now() + hour).toISOString();
    const { id, expiresAt } = await demo(order.buyU, { ...limit, until }, key());
    expect(expiresAt).toBe(until);
    clock.advance(hour);
    // A quote of before it may still come in.
    await expire();
    expect((await demo(order.listUOrder, { status: 'awaiting' })).items).toHaveLength(1);
    expect(await refusalOf(demo(order.amendU, { id, until: null }, key()))).toBe('11008');
    await quote(9900);
    await expire();
    const [ended] = (await demo(order.listUOrder, { status: 'cancelled' })).items;
    expect(ended).toMatchObject({ id, closeReason: 'expired', closeTime: until });
    expect(await toldOf(userId, 'orderEnded')).toMatchObject([{ ending: 'expired' }]);
    expect(await held(userId)).toEqual({ available: 100_000_000_000n, margin: 0n, order: 0n });
    const receipt = await demo(order.receipt, { id });
    expect(receipt.transfers.at(-1)).toMatchObject({ reason: 'contract.expired', time: until });
    await holdRecomputed([receipt]);
    await expectSoundBooks(db);
  });

  it('is filled by a limit that was reached before, also where the end is seen to first', async () => {
    const { demo } = await person('reached');
    await quote(10_000);
    const until = new Date(clock.now() + 2500).toISOString();
    const { id } = await demo(order.buyU, { ...limit, until }, key());
    await quote(9400);
    await quote(9900);
    await quote(9900);
    await expire();
    expect((await demo(order.listUOrder, { status: 'open' })).items).toMatchObject([
      { id, openPrice: '94.00', closeReason: null },
    ]);
    await demo(order.stopU, { id }, key());
  });

  it('may be given another end, or none', async () => {
    const { demo } = await person('renewed');
    await quote(10_000);
    const { id } = await demo(order.buyU, { ...limit, until: 'day' }, key());
    expect((await demo(order.amendU, { id, until: null }, key())).expiresAt).toBeNull();
    clock.advance(24 * hour);
    await quote(9900);
    await expire();
    expect((await demo(order.listUOrder, { status: 'awaiting' })).items).toHaveLength(1);
    expect(await refusalOf(demo(order.amendU, { id, until: new Date(clock.now()).toISOString() }, key()))).toBe('11305');
    await demo(order.stopU, { id }, key());
  });
});

describe('changing an order that waits', () => {
  it('moves what it holds, once for each key, and is refused where the balance has not enough', async () => {
    const { demo, userId } = await person('changes');
    await quote(10_000);
    const { id } = await demo(order.buyU, limit, key());
    const once = key();
    const changed = await demo(order.amendU, { id, price: '96', lots: '2' }, once);
    expect(await demo(order.amendU, { id, price: '96', lots: '2' }, once)).toEqual(changed);
    // 2 × 96 / 10 + 0.192.
    expect(await held(userId)).toEqual({ available: 99_980_608_000n, margin: 0n, order: 19_392_000n });
    expect(await refusalOf(demo(order.amendU, { id, lots: '99999' }, key()))).toBe('10011');
    expect(await refusalOf(demo(order.amendU, { id, price: '0.001' }, key()))).toBe('11012');
    await demo(order.amendU, { id, lots: '0.5' }, key());
    await demo(order.stopU, { id }, key());
    expect(await held(userId)).toEqual({ available: 100_000_000_000n, margin: 0n, order: 0n });
    const receipt = await demo(order.receipt, { id });
    expect(receipt.steps.slice(0, 3).map(({ result }) => result)).toEqual(['9.595', '19.392', '4.848']);
    await holdRecomputed([receipt]);
    await expectSoundBooks(db);
  });

  it('comes too late where its limit was reached, and is nobody else’s', async () => {
    const { demo } = await person('toolate');
    const { demo: stranger } = await person('notmine');
    await quote(10_000);
    const { id } = await demo(order.buyU, limit, key());
    expect(await refusalOf(stranger(order.amendU, { id, price: '94' }, key()))).toBe('404');
    await quote(9400);
    expect(await refusalOf(demo(order.amendU, { id, price: '90' }, key()))).toBe('11163');
    expect(await refusalOf(demo(order.amendU, { id, price: '90' }, key()))).toBe('11306');
    await demo(order.stopU, { id }, key());
  });

  it('is taken by the database only with what was before it, and with what the ledger holds', async () => {
    const { demo } = await person('guarded');
    await quote(10_000);
    const { id } = await demo(order.buyU, limit, key());
    const changed = (set: string) => db.query(`update positions set ${set} where id = ${id}`);
    await expect(changed('limit_price = 9000')).rejects.toThrow('frozen');
    await expect(changed('lots = 2')).rejects.toThrow('frozen');
    await expect(changed('amendments = 1, limit_price = 9000')).rejects.toThrow('not changed as it is written down');
    const written = `insert into superseded_terms select id, 1, lots, limit_price, trigger_price, conversion, hold, now() from positions where id = ${id}`;
    await expect(
      db.transact(async (tx) => {
        await tx.query(written);
        await tx.query(`update positions set amendments = 1, limit_price = 9000, hold = hold - 1 where id = ${id}`);
      }),
    ).rejects.toThrow('not changed as it is written down');
    await demo(order.stopU, { id }, key());
  });
});
