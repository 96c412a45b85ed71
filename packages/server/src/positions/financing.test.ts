import { order } from '@assay/contract/endpoints/order.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { describe, expect, it } from 'vitest';
import { silent, testDatabase } from '../../test/database.ts';
import { day, hour, minute, standingClock } from '../../test/identity-app.ts';
import { expectSoundBooks, fund, trading } from '../../test/trading.ts';
import { balances } from '../ledger/index.ts';
import { FinancingRound, lastFinancing, positionsToFinance } from './financing-round.ts';
import { actOnQuote, chargeFinancing } from './submit.ts';

/** Monday, 7 January 2030, 12:00 UTC: nine hours before the moment of charging. */
const start = Date.UTC(2030, 0, 7, 12);
const db = await testDatabase();
const clock = standingClock(start);
const { quote, person, context, market } = await trading(db, { clock });
await fund(db, 'demo');

const long = { code: 'COINUSDT', side: 'long', type: 'market', lots: '1', leverage: 10 } as const;

/** Charges what is due, three times at once and once more: only the first may count. */
async function charge(id: string): Promise<void> {
  await Promise.all([1, 2, 3].map(() => chargeFinancing(context, Number(id))));
  await chargeFinancing(context, Number(id));
}

async function available(userId: string): Promise<bigint | undefined> {
  return (await balances(db, 'demo', userId, [usdt]))[0]?.available;
}

describe('overnight financing', () => {
  it('is charged once at 21:00 UTC of each day, whatever runs twice, jumps ahead or back', async () => {
    const { demo, userId } = await person('overnight');
    await quote(10_000);
    const { id } = await demo(order.buyU, long);
    const financing = async () => (await demo(order.listUOrder, {})).items[0]?.financing;
    await charge(id);
    expect(await financing()).toBe('0');
    clock.advance(9 * hour);
    await charge(id);
    expect(await financing()).toBe('0.01');
    clock.advance(-3 * hour);
    await charge(id);
    clock.advance(3 * hour);
    await charge(id);
    expect(await financing()).toBe('0.01');
    // Three more due times pass before a run: each is charged by itself.
    clock.advance(3 * day);
    await charge(id);
    expect(await financing()).toBe('0.04');
    expect(await available(userId)).toBe(100_000_000_000n - 10_000_000n - 100_000n - 40_000n);
    const { steps, transfers } = await demo(order.receipt, { id });
    expect(steps.filter(({ name }) => name === 'financing')).toHaveLength(4);
    expect(transfers.filter(({ reason }) => reason === 'financing.charged')).toHaveLength(4);
    await expectSoundBooks(db);
  });

  it('is received by the side whose rate is negative', async () => {
    const { demo } = await person('receiver');
    await quote(10_000);
    const { id } = await demo(order.buyU, { ...long, side: 'short' });
    clock.advance(day);
    await charge(id);
    expect((await demo(order.listUOrder, {})).items).toMatchObject([{ financing: '-0.005' }]);
    const [received] = (await demo(order.receipt, { id })).steps.filter(({ name }) => name === 'financing');
    expect(received?.numbers).not.toHaveProperty('fromBalance');
    await expectSoundBooks(db);
  });

  it('comes out of the margin where the balance lacks it, and the liquidation price moves nearer', async () => {
    const { demo, userId } = await person('lacking');
    await quote(10_000);
    // Margin 99,009.9 and fee 990.099 leave 0.001; a day of financing is 99.0099.
    const { id } = await demo(order.buyU, { ...long, lots: '9900.99' });
    clock.advance(day);
    await charge(id);
    // Margin 98,910.8911: (4,950.495 − 98,910.8911 + 990,099) / 9900.99 / 0.999 = 90.6006…
    expect((await demo(order.listUOrder, {})).items).toMatchObject([
      { financing: '99.0099', marginUsed: '98910.8911', liquidationPrice: '90.60' },
    ]);
    expect(await available(userId)).toBe(0n);
    const [charged] = (await demo(order.receipt, { id })).steps.filter(({ name }) => name === 'financing');
    expect(charged).toMatchObject({ numbers: { fromBalance: '0.001', fromMargin: '99.0089' }, result: '99.0099' });
    await expectSoundBooks(db);
    await quote(10_000);
    await demo(order.stopU, { id });
    await expectSoundBooks(db);
  });

  it('is paid by what was open at the moment, even if it is closed before the charging comes round', async () => {
    const { demo } = await person('closer');
    await quote(10_000);
    const { id } = await demo(order.buyU, long);
    clock.advance(day);
    await quote(10_000);
    expect(await demo(order.stopU, { id })).toMatchObject({ status: 'closedEarly', financing: '0.01' });
    await charge(id);
    expect((await demo(order.listUOrder, {})).items).toMatchObject([{ financing: '0.01' }]);
    await expectSoundBooks(db);
  });

  it('counts three days on Wednesday and none on the weekend for a forex pair', async () => {
    const { demo } = await person('carries');
    // To Tuesday, 15 January 2030, 12:00 UTC.
    clock.advance(Date.UTC(2030, 0, 15, 12) - clock.now());
    await quote(12_500, 12_500, 'USDJPY');
    const { id } = await demo(order.buyU, { ...long, code: 'USDJPY' });
    clock.advance(7 * day);
    await charge(id);
    const charges = await db.query<{ weekday: number; days: number }>(
      'select extract(isodow from due_at)::integer as weekday, days from position_financing where position_id = $1 order by due_at',
      [id],
    );
    expect(charges.map(({ weekday, days }) => [weekday, days])).toEqual([
      [2, 1],
      [3, 3],
      [4, 1],
      [5, 1],
      [1, 1],
    ]);
  });

  it('finds also what is filled, as of before the moment, once everybody else has been charged', async () => {
    const { demo } = await person('filledlate');
    const round = new FinancingRound(context, silent);
    const charged = async () => {
      await round.run(new AbortController().signal);
      return (await demo(order.listUOrder, {})).items.map(({ status, financing }) => [status, financing]);
    };
    await quote(10_000);
    const { id } = await demo(order.buyU, { ...long, type: 'limit', price: '99' });
    const moment = lastFinancing(clock.now()) + day;
    clock.advance(moment - clock.now() - 2_000);
    await quote(9900);
    const reached = market.quote(long.code);
    if (reached === undefined) throw new Error('there is no price');
    clock.advance(2_000);
    expect(await charged()).toEqual([['awaiting', '0']]);
    await actOnQuote(context, Number(id), reached, null);
    expect(await charged()).toEqual([['open', '0.0099']]);
    await demo(order.stopU, { id });
  });

  it('finds page by page which positions are due', async () => {
    const { demo } = await person('pages');
    await quote(10_000);
    const opened = [];
    for (let index = 0; index < 3; index++) opened.push((await demo(order.buyU, long, { idempotencyKey: `page-${index}` })).id);
    clock.advance(day);
    const ids = opened.map(Number);
    const [first = 0] = ids;
    const dueAfter = async (id: number) => (await positionsToFinance(db, clock.now(), id, 2)).map((row) => row.id);
    expect(await dueAfter(first - 1)).toEqual(ids.slice(0, 2));
    expect(await dueAfter(ids[1] ?? 0)).toEqual(ids.slice(2));
    expect(lastFinancing(start)).toBe(start - 15 * hour);
    expect(lastFinancing(start + 9 * hour)).toBe(start + 9 * hour);
    expect(lastFinancing(start + 9 * hour - minute)).toBe(start - 15 * hour);
  });
});
