import { order } from '@assay/contract/endpoints/order.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { coin } from '@assay/domain/test/coin.ts';
import { expect, test } from 'vitest';
import { post } from '../src/ledger/index.ts';
import type { Database, Settings, Transaction } from '../src/platform/database.ts';
import { actOnQuote } from '../src/positions/submit.ts';
import { endToEnd, testDatabase } from './database.ts';
import { fund, trading } from './trading.ts';

const db = await testDatabase();
/** Statements of groups, and the settings under which they are planned. */
const sent = new Set<string>();
/** Statements of whatever else is one transaction, between the groups. */
const between = new Set<string>();
let settings: Settings = {};
const transact: Database['transact'] = (work, own = {}) => {
  if (!('plan_cache_mode' in own)) return db.transact((tx) => work(listenedTo(tx, between)), own);
  settings = own;
  return db.transact((tx) => work(listenedTo(tx, sent)), own);
};
const listenedTo = (tx: Transaction, to: Set<string>): Transaction => {
  const heard = (sql: string) => {
    to.add(sql);
    return sql;
  };
  return {
    afterCommit: (action) => tx.afterCommit(action),
    query: (sql, values) => tx.query(heard(sql), values),
    withCommit: (sql, values, then) => tx.withCommit(heard(sql), values, then),
  };
};
const { clock, quote, person, context } = await trading({ ...db, transact }, { mode: 'live', kind: 'live' });
await fund(db, 'real');
await db.query("update parameters set value = $1 where key = 'spot_claims'", [coin.base]);

/** What operators set is as small as their catalogue. */
const small = /^options_off/;
/** What the statement reads from end to end. */
const readWhole = async (sql: string) => (await endToEnd(db, sql, settings)).filter((name) => !small.test(name));

test('no statement of a group reads a table from end to end, nor what others hold', async () => {
  const { real, demo, userId } = await person('indexed');
  const deposit = recipes.depositCompleted({ userId, amount: amount(1_000_000_000_000n) });
  await db.transact((tx) => post(tx, { book: 'real', reference: 'deposit', at: clock.now(), ...deposit }));
  const key = () => ({ idempotencyKey: crypto.randomUUID() });
  await quote(10_000);
  const buy = { code: coin.code, side: 'long', type: 'market', lots: '1', leverage: 10 } as const;
  for (const call of [real, demo]) {
    const { id } = await call(order.buyU, buy, key());
    await call(order.amendU, { id, stopLoss: '95' }, key());
    await call(order.stopU, { id }, key());
    const limit = await call(order.buyU, { ...buy, type: 'limit', price: '95' }, key());
    await call(order.stopU, { id: limit.id }, key());
    const due = await call(order.buyU, buy, key());
    await actOnQuote(context, Number(due.id), { code: coin.code, bid: 8000, ask: 8000, time: clock.now(), volume: 0 }, null);
    const reversed = await call(order.buyU, { ...buy, lots: '2' }, key());
    await call(order.stopU, { id: reversed.id, lots: '1' }, key());
    await call(order.reverse, { id: reversed.id }, key());
    await call(order.cancelAll, {}, key());
    await call(order.closeAll, {}, key());
    const waits = { code: coin.code, side: 'buy', type: 'limit', price: '90', turnover: '100' } as const;
    const spot = await call(order.submit, waits, key());
    await call(order.amendBb, { id: spot.id, price: '91' }, key());
    await call(order.cancelBb, { id: spot.id }, key());
    await call(order.submit, waits, key());
    await call(order.cancelAllBb, {}, key());
    await call(order.submit, { code: coin.code, side: 'buy', type: 'market', turnover: '100' }, key());
    await call(order.submit, { code: coin.code, side: 'sell', type: 'market', quantity: '0.99' }, key());
    await call(order.dust, { codes: [coin.code] }, key());
  }
  await demo(order.buyOptions, { code: coin.code, direction: 'up', amount: '5', periodId: '1min' }, key());
  const reading = [...sent].filter((sql) => /^\s*(?:select|insert|update|delete|with)\b/i.test(sql));
  expect(reading.length).toBeGreaterThan(20);
  for (const sql of reading) expect(await readWhole(sql), sql).toEqual([]);
  // One that does is found, whether it reads the table or an index of all of it.
  expect(await readWhole('select from quotes_used where bid = $1')).toEqual(['quotes_used']);
  expect(await readWhole('select max(id) from (select id from positions where margin = $1 order by id) p')).toEqual([
    'positions_pkey',
  ]);
  // The second column of an index alone is not searchable.
  expect(await readWhole('select from spot_costs where book = $1')).toEqual(['spot_costs_pkey']);
  // All that customers hold with real money is read while nothing is locked.
  const held = (sql: string) => /from spot_costs where book = 'real'/.test(sql);
  expect([[...sent].some(held), [...between].some(held)]).toEqual([false, true]);
});
