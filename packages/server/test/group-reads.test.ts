import { limitCalls } from '@assay/contract/endpoints/limits.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { coin } from '@assay/domain/test/coin.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readHoldings } from '../src/house/holdings.ts';
import { post } from '../src/ledger/index.ts';
import type { Database, Settings, Transaction } from '../src/platform/database.ts';
import { positionsSource } from '../src/positions/index.ts';
import { rowsLookedAt, testDatabase } from './database.ts';
import { refusalOf } from './identity-app.ts';
import { leading } from './leading.ts';
import { fund, trading } from './trading.ts';

// Live mode, and a customer with a daily limit: what a group reads for an order is the same however much others hold, and
// however much the day has seen.

interface Statement {
  readonly sql: string;
  readonly values: readonly unknown[] | undefined;
}

const db = await testDatabase();
/** What groups read, and the settings under which they do. */
let read: Statement[] = [];
let settings: Settings = {};
/** What all customers hold, wherever it is asked, and what keeps its answers from being heard. */
const isOfAll = (sql: string) => /from spot_costs where book = 'real'/.test(sql);
const asked = { ofAll: 0, answered: 0 };
let gate: Promise<unknown> = Promise.resolve();
/** Whether reading it fails. */
let fails = false;
const transact: Database['transact'] = (work, own = {}) => {
  const isGroup = 'plan_cache_mode' in own;
  if (isGroup) settings = own;
  return db.transact((tx) => work(listenedTo(tx, isGroup)), own);
};
const listenedTo = (tx: Transaction, isGroup: boolean): Transaction => ({
  afterCommit: (action) => tx.afterCommit(action),
  withCommit: (sql, values, then) => tx.withCommit(sql, values, then),
  query: async (sql, values) => {
    if (isGroup) read.push({ sql, values });
    if (!isOfAll(sql)) return tx.query(sql, values);
    asked.ofAll += 1;
    if (fails) throw new Error('no right to read');
    const rows = await tx.query<never>(sql, values);
    asked.answered += 1;
    await gate;
    return rows;
  },
});
const listened: Database = { ...db, transact };
const { clock, quote, person, house, market, bus, context } = await trading(listened, { mode: 'live', kind: 'live' });
await fund(db, 'real');
const terms = { spot_claims: coin.base, deal_floor: '100000' };
for (const [key, value] of Object.entries(terms))
  await db.query('update parameters set value = $2 where key = $1', [key, value]);
const key = () => ({ idempotencyKey: crypto.randomUUID() });
const buy = { code: coin.code, side: 'long', type: 'market', lots: '1', leverage: 10 } as const;

/** A trader with 1,000,000 USDT of real money. */
async function rich(name: string) {
  const trader = await person(name);
  const recipe = recipes.depositCompleted({ userId: trader.userId, amount: amount(1_000_000_000_000n) });
  await db.transact((tx) => post(tx, { book: 'real', reference: `deposit:${name}`, at: clock.now(), ...recipe }));
  return trader;
}

const tables = ['positions', 'spot_orders', 'spot_costs', 'ledger_day_results', 'quotes_used'] as const;

/** Rows that these statements look at as a group sends them, by table. */
async function lookedAt(statements: readonly Statement[]): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  const looking = db.transact(async (tx) => {
    for (const [name, value] of Object.entries(settings)) await tx.query('select set_config($1, $2, true)', [name, value]);
    for (const table of tables) {
      rows[table] = 0;
      for (const { sql, values } of statements) rows[table] += await rowsLookedAt(tx, table, sql, values);
    }
    throw new Error('undone');
  });
  await expect(looking).rejects.toThrow('undone');
  return rows;
}

/** What groups read while a customer deals in everything once. */
async function ofOneRound({ real }: Awaited<ReturnType<typeof person>>): Promise<Record<string, number>> {
  read = [];
  await quote(10_000);
  const { id } = await real(order.buyU, buy, key());
  await real(order.stopU, { id }, key());
  const waits = await real(order.buyU, { ...buy, type: 'limit', price: '95' }, key());
  await real(order.stopU, { id: waits.id }, key());
  const spot = { code: coin.code, type: 'market' } as const;
  await real(order.submit, { ...spot, side: 'buy', quantity: '1' }, key());
  await real(order.submit, { ...spot, side: 'sell', quantity: '0.999' }, key());
  const statements = read.filter(({ sql }) => /^\s*select\b/i.test(sql) && !sql.includes('ledger_post_many'));
  expect(statements.length).toBeGreaterThan(20);
  return lookedAt(statements);
}

/** As many rows more like one that is there. */
const copied = (table: string, id: number, many: number, given: string) =>
  db.query(
    `insert into ${table} overriding system value
     select (jsonb_populate_record(o, jsonb_build_object('id', 1000000 + n, 'order_no', left(o.order_no, 8) || lpad(n::text, 10, '0')) || $3)).*
     from ${table} o, generate_series(1, $2::int) n where o.id = $1`,
    [id, many, given],
  );
const newest = async (table: string, userId: string) =>
  (await db.query<{ id: number }>(`select max(id) as id from ${table} where user_id = $1`, [userId]))[0]?.id ?? 0;

test('a group looks at as many rows whatever others hold for real, and however much its owner has sold on that day', async () => {
  const [own, other, late] = [await rich('sells_much'), await rich('holds_much'), await rich('comes_late')];
  await own.real(limitCalls.setDailyLoss, { limit: '100000' });
  await ofOneRound(own);
  const before = await ofOneRound(own);
  expect(before['ledger_day_results']).toBeGreaterThan(0);
  await other.real(order.buyU, { ...buy, lots: '0.1' }, key());
  await copied('positions', await newest('positions', other.userId), 500, '{}');
  await copied('spot_orders', await newest('spot_orders', own.userId), 500, '{}');
  await db.query(
    "insert into spot_costs (user_id, book, asset, quantity, cost) select $1, 'real', 'C' || n, 1, 1 from generate_series(1, 500) n",
    [other.userId],
  );
  // Longer than what was read may be gone by: it is read again, and not by a group.
  clock.advance(10_001);
  const { ofAll } = asked;
  await quote(10_000);
  await late.real(order.buyU, { ...buy, lots: '0.1' }, key());
  expect(asked.ofAll).toBe(ofAll + 1);
  expect(await ofOneRound(own)).toEqual(before);
  expect(asked.ofAll).toBe(ofAll + 1);

  // A query that reads all that is held, or adds up the day sale by sale, reads each of them.
  const twin: Statement[] = [];
  await readHoldings({
    query: (sql, values) => {
      twin.push({ sql, values });
      return db.query(sql, values);
    },
  });
  const sales =
    'select sum(profit) from spot_orders where user_id = $1 and book = $2 and profit is not null and ended_at >= $3';
  twin.push({ sql: sales, values: [own.userId, 'real', new Date(0)] });
  const all = await lookedAt(twin);
  expect(all['positions']).toBeGreaterThan(500);
  expect(all['spot_costs']).toBeGreaterThanOrEqual(500);
  expect(all['spot_orders']).toBeGreaterThan(500);
});

test('nobody waits for what all customers hold to be read, and what is taken on meanwhile counts once', async () => {
  const [one, two] = [await rich('orders'), await rich('waits')];
  await quote(10_000);
  const { id } = await one.real(order.buyU, { ...buy, lots: '10' }, key());
  await db.query("update parameters set value = '5000' where key = 'exposure_person_max'");
  clock.advance(2_001);
  await quote(10_000);
  const [ofAll, heard] = [asked.ofAll, Promise.withResolvers<undefined>()];
  gate = heard.promise;
  onTestFinished(() => heard.resolve(undefined));
  house?.begin(listened);
  await expect.poll(() => asked.answered).toBe(ofAll + 1);
  // By what was read before: 4,000 more may be had by then.
  expect(await one.real(order.buyU, { ...buy, lots: '30' }, key())).toMatchObject({ status: 'open' });
  expect(await one.real(order.reverse, { id }, key())).toMatchObject({ opened: { side: 'short' }, refused: null });
  expect(asked).toEqual({ ofAll: ofAll + 1, answered: ofAll + 1 });
  heard.resolve(undefined);
  await expect.poll(() => house?.ageMs).toBeLessThan(2_001);
  // 3,000 long and 1,000 short now: 3,000 more may be long, and no more.
  expect(await refusalOf(one.real(order.buyU, { ...buy, lots: '30.01' }, key()))).toBe('11214');
  expect(await one.real(order.buyU, { ...buy, lots: '30' }, key())).toMatchObject({ status: 'open' });
  house?.stop();
  await expect.poll(() => asked.answered).toBe(asked.ofAll);

  // Nothing is decided on data that could not be read for long.
  clock.advance(10_001);
  await quote(10_000);
  const again = Promise.withResolvers<undefined>();
  gate = again.promise;
  onTestFinished(() => again.resolve(undefined));
  const [before, answers] = [asked.answered, vi.fn<(answer: unknown) => void>()];
  const waiting = two.real(order.buyU, buy, key()).then(answers);
  await expect.poll(() => asked.answered).toBe(before + 1);
  expect(answers).not.toHaveBeenCalled();
  again.resolve(undefined);
  await waiting;
  expect(answers).toHaveBeenCalledWith(expect.objectContaining({ status: 'open' }));
});

test('what nobody can read keeps nobody from ending what he has, and no stop from being executed: only what opens is refused', async () => {
  const one = await rich('protected');
  await quote(10_000);
  await one.real(order.buyU, { ...buy, stopLoss: '99' }, key());
  const closed = await one.real(order.buyU, buy, key());
  const waits = await one.real(order.buyU, { ...buy, type: 'limit', price: '95' }, key());
  const spot = { code: coin.code, type: 'market', quantity: '1' } as const;
  await one.real(order.submit, { ...spot, side: 'buy' }, key());
  const { engine, over } = await leading({ db: listened, market, bus, sources: [positionsSource(context)] });
  fails = true;
  onTestFinished(() => void (fails = false));
  clock.advance(10_001);
  await quote(10_000);
  const answers = await Promise.all([
    refusalOf(one.real(order.buyU, buy, key())),
    one.real(order.stopU, { id: closed.id }, key()),
    one.real(order.stopU, { id: waits.id }, key()),
    refusalOf(one.real(order.submit, { ...spot, side: 'buy' }, key())),
    one.real(order.submit, { ...spot, side: 'sell', quantity: '0.9' }, key()),
  ]);
  expect(answers).toMatchObject(['503', { status: 'closedEarly' }, { status: 'cancelled' }, '503', { status: 'filled' }]);
  await quote(9_800);
  await engine.settled();
  await over();
  const ofStop = 'select status, close_reason as reason from positions where user_id = $1 and stop_loss is not null';
  expect(await db.query(ofStop, [one.userId])).toEqual([{ status: 'closed', reason: 'stopLoss' }]);
  expect(await refusalOf(one.real(order.buyU, buy, key()))).toBe('503');
  fails = false;
  expect(await one.real(order.buyU, buy, key())).toMatchObject({ status: 'open' });
});
