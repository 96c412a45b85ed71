import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { order } from '@assay/contract/endpoints/order.ts';
import { expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { funding } from '../../test/funding.ts';
import { day } from '../../test/identity-app.ts';
import { fund } from '../../test/trading.ts';
import { missingGuards } from '../platform/schema/guards.ts';
import { audit, inspect, inspectAfter } from './audit.ts';
import { closeDay } from './jobs.ts';
import { dealtSince } from './trading-result.ts';

const db = await testDatabase();
const { clock, quote, customer, sources } = await funding(db);
await fund(db, 'real');

const startOfDay = () => new Date(Math.floor(clock.now() / day) * day);
const buy = { code: 'COINUSDT', side: 'buy', type: 'market', quantity: '10' } as const;
const sell = { ...buy, side: 'sell', quantity: '4' } as const;
let keys = 0;
const again = () => ({ idempotencyKey: `key-${(keys += 1)}` });
const keptByDay = (userId: string) =>
  db.query<{ day: string; sold: bigint }>('select day::text, sold from ledger_day_results where owner = $1 order by day', [
    userId,
  ]);

/** What a quote makes of an order that waits. */
async function reach(id: string, price: number): Promise<void> {
  const quoted = { code: 'COINUSDT', bid: price, ask: price, time: clock.now(), volume: 0 };
  await sources.find(({ topic }) => topic.startsWith('spot'))?.act(Number(id.slice(1)), quoted, null);
}

/** As a process would leave it that forgets something. */
async function foundAfter(sql: string, after = 0): Promise<unknown> {
  const work = db.transact(async (tx) => {
    await tx.query(sql);
    const { findings } = await (after === 0 ? inspect(tx, {}) : inspectAfter(tx, { after }));
    throw Object.assign(new Error('undone'), { findings });
  });
  return work.catch((error: { findings?: unknown }) => error.findings ?? error);
}

it('the result of a day is kept by each sale that causes it, on the day of business time on which it fills', async () => {
  const { real, demo, userId } = await customer('sells', '5000');
  await quote(10_000);
  for (const call of [real, demo]) await call(order.submit, buy, again());
  // 9.99 coins for 1,000: buying brings nothing.
  expect(await keptByDay(userId)).toEqual([]);
  await quote(9900);
  const sold = await real(order.submit, sell, again());
  await demo(order.submit, sell, again());
  // 4 coins for 396 less 0.396 of fee; of the 1,000 that were paid 400.400401 are theirs, rounded up.
  expect(await keptByDay(userId)).toEqual([{ day: '2030-01-07', sold: -4_796_401n }]);
  expect(sold.profit).toBe('-4.796401');
  expect(await dealtSince(db, userId, startOfDay())).toBe(-4_796_401n);
  const waits = await real(order.submit, { ...sell, type: 'limit', price: '105' }, again());
  await real(order.submit, { ...sell, type: 'limit', price: '110', quantity: '1' }, again());
  clock.advance(day);
  await quote(10_500);
  expect(await dealtSince(db, userId, startOfDay())).toBe(0n);
  await reach(waits.id, 10_500);
  // 420 less 0.42, for coins that had cost 400.4004.
  expect(await dealtSince(db, userId, startOfDay())).toBe(19_179_600n);
  // A contract of the same day is beside it: 0.105 of fee for one coin at 105.00.
  await real(order.buyU, { code: 'COINUSDT', side: 'long', type: 'market', lots: '1', leverage: 10 }, again());
  expect(await dealtSince(db, userId, startOfDay())).toBe(19_074_600n);
  expect((await audit(db, {})).findings).toEqual([]);
});

it('the auditor names every day whose sales are not kept, and the guards the trigger that should', async () => {
  const { real, userId } = await customer('forgotten', '5000');
  const [before] = await db.query<{ id: number }>('select max(id) as id from ledger_transactions');
  await quote(10_000);
  await real(order.submit, buy, again());
  await db.query('alter table spot_orders disable trigger spot_sale_kept');
  await real(order.submit, sell, again());
  expect(await missingGuards(db)).toContain('the trigger spot_sale_kept on spot_orders is switched off');
  await db.query('alter table spot_orders enable trigger spot_sale_kept');
  const finding = {
    check: 'dayResult',
    book: 'real',
    about: `${userId} USDT 2030-01-08`,
    detail: 'keeps a result of sales of 0, those of the day say -800401',
  };
  expect(await keptByDay(userId)).toEqual([]);
  for (const after of [0, before?.id]) expect(await foundAfter('select', after)).toEqual([finding]);
  // Days that have been are brought about by the migration, as often as it is applied, and wrong ones are mended.
  await db.query("update ledger_day_results set sold = 7 where day = '2030-01-07'");
  const migration = join(import.meta.dirname, '../../migrations/671_sold_in_days.sql');
  await db.query(await readFile(migration, 'utf8'));
  expect((await audit(db, {})).findings).toEqual([]);
  expect(await keptByDay(userId)).toEqual([{ day: '2030-01-08', sold: -800_401n }]);
  expect(await foundAfter("insert into ledger_day_results (owner, day, sold) values ('nobody', '2030-01-01', -5)")).toEqual([
    { ...finding, about: 'nobody USDT 2030-01-01', detail: 'keeps a result of sales of -5, those of the day say 0' },
  ]);
});

it('a sale that the server’s login has written on a day without any other is found by who looks at the newest books alone', async () => {
  const { real, userId } = await customer('forged', '5000');
  clock.advance(day);
  await quote(10_000);
  await real(order.submit, buy, again());
  await real(order.submit, sell, again());
  const dayOf = () => new Date(clock.now()).toISOString().slice(0, 10);
  const [last] = await db.query<{ id: number }>('select max(id) as id from ledger_transactions');
  await db.transact((tx) => closeDay(tx, dayOf(), last?.id ?? 0));
  clock.advance(day);
  const forge = `insert into spot_orders overriding system value
    select (jsonb_populate_record(o, jsonb_build_object('id', o.id + 1000000, 'order_no', left(o.order_no, -1) || '0', 'profit', 1000000000000,
      'ended_at', '${new Date(clock.now()).toISOString()}'))).* from spot_orders o
    where user_id = ${userId} and profit is not null`;
  const findings = await foundAfter(forge, last?.id);
  expect(findings).toMatchObject([{ check: 'dayResult', about: `${userId} USDT ${dayOf()}` }]);
});

it('nobody hangs what keeps sales on another table', async () => {
  const hung = db.transact(async (tx) => {
    await tx.query('create table like_orders (id bigint)');
    await tx.query('create trigger kept after insert on like_orders for each row execute function spot_sale_kept()');
    await tx.query('insert into like_orders values (1)');
  });
  await expect(hung).rejects.toThrow('like_orders is no table of spot orders');
});
