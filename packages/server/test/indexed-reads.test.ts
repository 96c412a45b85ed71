import { AsyncLocalStorage } from 'node:async_hooks';
import { order } from '@assay/contract/endpoints/order.ts';
import { allCustomerCalls } from '@assay/contract/endpoints/registry.ts';
import { coin } from '@assay/domain/test/coin.ts';
import { expect, test } from 'vitest';
import type { Database, Transaction } from '../src/platform/database.ts';
import { alongIndexes, endToEnd, testDatabase } from './database.ts';
import { wholeServer } from './whole-server.ts';

const own = await testDatabase();
/** Statements that read, as the site sends them to answer a call; what the rounds beside it read is looked at by their own tests. */
const sent = new Set<string>();
const calls = new AsyncLocalStorage<true>();
const heard = (sql: string) => {
  if (calls.getStore() === true && /^\s*(?:select|with)\b/i.test(sql)) sent.add(sql);
  return sql;
};
const listenedTo = (tx: Transaction): Transaction => ({
  afterCommit: (action) => tx.afterCommit(action),
  withCommit: (sql, values, then) => tx.withCommit(sql, values, then),
  query: (sql, values) => tx.query(heard(sql), values),
});
const db: Database & { url: string } = {
  ...own,
  query: (sql, values) => own.query(heard(sql), values),
  transact: (work, settings) => own.transact((tx) => work(listenedTo(tx)), settings),
};
const { person, quote, send } = await wholeServer(db);

/** What grows with customers and with every day, and its indexes; what else there is, is as small as a catalogue. */
const growing =
  /^(?:users|sessions|ledger_(?:transactions|transfers|accounts|closings|day_results|checkpoints)|quote_batches|quotes_used|positions|options|spot_orders|plans|loans|deposits|withdrawals|notifications|price_alerts|equity_points|bars|idempotency|known_devices|messages|conversations|kyc_cases|referral_rewards|shares|api_keys)(?:_|$)/;
const readWhole = async (sql: string) => (await endToEnd(own, sql, alongIndexes, 'any')).filter((name) => growing.test(name));

test('no page of the site reads a table that grows from end to end', async () => {
  const { demo, demoHeaders, realHeaders } = await person('reader');
  const key = () => ({ idempotencyKey: crypto.randomUUID() });
  await quote();
  const buy = { code: coin.code, side: 'long', type: 'market', lots: '1', leverage: 10 } as const;
  const { id } = await demo(order.buyU, buy, key());
  await demo(order.stopU, { id }, key());
  const open = await demo(order.buyU, buy, key());
  await demo(order.submit, { code: coin.code, side: 'buy', type: 'market', turnover: '100' }, key());
  let answered = 0;
  for (const endpoint of allCustomerCalls.filter(({ method }) => method === 'GET')) {
    for (const headers of endpoint.auth === 'public' ? [{}] : [demoHeaders, realHeaders]) {
      const input = inputOf(Object.keys(endpoint.input.shape), open.id);
      const { status } = await calls.run(true, () => send(endpoint, input, headers));
      if (status === 200) answered += 1;
    }
  }
  expect(answered).toBeGreaterThan(60);
  expect(sent.size).toBeGreaterThan(80);
  const whole: string[] = [];
  for (const sql of sent) {
    const tables = await readWhole(sql);
    if (tables.length > 0) whole.push(`${tables.join(', ')}: ${sql}`);
  }
  expect(whole).toEqual([]);
  // One that does is found.
  expect(await readWhole('select from quotes_used where bid = $1')).toEqual(['quotes_used']);
});

/** What the calls are asked for, by the names of their fields. */
function inputOf(fields: readonly string[], id: string): object {
  const known: Readonly<Record<string, string>> = {
    id,
    code: coin.code,
    key: 'down_url',
    languageType: '1',
    period: '1m',
    type: '1',
    limit: '20',
    year: '2030',
    month: '2030-01',
    currency: coin.code,
  };
  return Object.fromEntries(fields.flatMap((field) => (known[field] === undefined ? [] : [[field, known[field]]])));
}
