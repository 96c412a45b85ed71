import { houseAccount, userAccount } from '@assay/domain/ledger/accounts.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { hour, minute, standingClock } from '../../../test/identity-app.ts';
import { listed } from '../../../test/market.ts';
import { post } from '../../ledger/index.ts';
import { oversightTerms } from '../terms.ts';
import { type Looking, rules } from './rules.ts';

const db = await testDatabase();
const clock = standingClock();
const now = () => new Date(clock.now());

/** A market of which the tests say what has no price. */
const unpriced = new Map<string, number | undefined>();
const market: Looking['market'] = {
  instruments: () => listed('BTCUSDT', 'ETHUSDT', 'EURUSD', 'USDJPY', 'GBPUSD', 'AUDUSD', 'USDCAD'),
  quote: () => undefined,
  suspended: (code) => unpriced.has(code),
  suspendedSince: (code) => unpriced.get(code),
};
const since = clock.now();
const at = async (): Promise<Looking> => ({ clock, market, since, terms: await oversightTerms(db) });
const set = (key: string, value: string) => db.query('update parameters set value = $2 where key = $1', [key, value]);

/** Rows without their customer and subject. */
const put = (sql: string, values: readonly unknown[] = []) =>
  db.transact(async (tx) => {
    await tx.query("set local session_replication_role = 'replica'");
    await tx.query(sql, values);
  });

test('the house is short where it owes more than it has, and nobody but the house is asked', async () => {
  const short = async () => rules.coverageShort(db, await at());
  const pay = (reference: string, units: bigint, back = false) => {
    const [house, ann] = [houseAccount('trading'), userAccount('ann', 'available')];
    const transfer = { from: back ? ann : house, to: back ? house : ann, asset: usdt, amount: amount(units) };
    return db.transact((tx) =>
      post(tx, { book: 'real', reason: 'contract.closed', reference, at: clock.now(), transfers: [transfer] }),
    );
  };
  expect(await short()).toEqual([]);
  await pay('short:1', 5_000_001n);
  expect(await short()).toEqual([{ subject: 'house:trading', detail: '-5.000001 USDT' }]);
  await pay('short:2', 5_000_001n, true);
  expect(await short()).toEqual([]);
  const transfers = Array.from({ length: 40 }, (_, i) => {
    const to = userAccount(`user-${i}`, 'available');
    return { from: houseAccount('trading'), to, asset: usdt, amount: amount(1n) };
  });
  await db.transact((tx) =>
    post(tx, { book: 'real', reason: 'contract.closed', reference: 'short:3', at: clock.now(), transfers }),
  );
  const read = await db.transact(async (tx) => {
    await tx.query('set local enable_seqscan = off');
    const soFar = async () => {
      const [row] = await tx.query<{ rows: number }>(
        `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as rows from pg_stat_xact_user_tables where relname = 'ledger_accounts'`,
      );
      return Number(row?.rows);
    };
    const before = await soFar();
    expect(await rules.coverageShort(tx, await at())).toHaveLength(1);
    return (await soFar()) - before;
  });
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(10);
});

test('a queue is late once its oldest case has waited for longer than its hours', async () => {
  const late = async () => (await rules.queueLate(db, await at())).map(({ subject }) => subject);
  await put(
    `insert into deposits (deposit_no, user_id, coin, network_id, chain, address, amount, hash, created_at)
     values ('D300107-0000000001', 1, 'USDT', 'TRC20', 'tron', $1, 120000000, $2, $3)`,
    [`T${'G'.repeat(33)}`, 'c'.repeat(64), now()],
  );
  clock.advance(hour);
  const began = now().toISOString();
  await put(
    `insert into withdrawals (withdrawal_no, user_id, method_id, coin, amount, fee_rate, fee, actual, value, created_at)
     values ('W300107-0000000001', 1, 1, 'USDT', 5, 0, 0, 5, 5, $1)`,
    [now()],
  );
  await put(
    `insert into kyc_cases (case_no, user_id, document_type, sealed_person, front_id, holding_id, signature_id, kept, submitted_at, due_at)
     select 'K300107-0000000001', 1, 'passport', 'x', id, id, id, '{}', $1::timestamptz, $1::timestamptz + interval '1 day' from gen_random_uuid() id`,
    [now()],
  );
  clock.advance(3 * hour);
  expect(await late()).toEqual([]);
  clock.advance(1);
  expect(await late()).toEqual(['desk:deposits']);
  clock.advance(hour);
  expect(await late()).toEqual(['desk:deposits', 'desk:withdrawals']);
  expect((await rules.queueLate(db, await at()))[1]?.detail).toBe(`waiting over 4 h: 1, the oldest since ${began}`);
  clock.advance(44 * hour - 1);
  expect(await late()).not.toContain('desk:kyc');
  clock.advance(1);
  expect(await late()).toEqual(['desk:deposits', 'desk:withdrawals', 'desk:kyc']);
  await set('withdrawal_hours', '720');
  await set('kyc_hours', '720');
  expect(await late()).toEqual(['desk:deposits']);
});

test('an instrument without a price is told of in trading hours, and a class once as a whole', async () => {
  const missing = async () => rules.pricesMissing(db, await at());
  const began = clock.now();
  for (const code of ['BTCUSDT', 'ETHUSDT']) unpriced.set(code, began);
  clock.advance(5 * minute);
  expect(await missing()).toEqual([]);
  clock.advance(1);
  const detail = `since ${new Date(began).toISOString()}`;
  expect(await missing()).toEqual([
    { subject: 'instrument:BTCUSDT', detail },
    { subject: 'instrument:ETHUSDT', detail },
  ]);
  await set('alarm_price_minutes', '60');
  expect(await missing()).toEqual([]);
  await set('alarm_price_minutes', '5');
  // For one that never had a price the beginning is unknown.
  unpriced.clear();
  unpriced.set('BTCUSDT', undefined);
  expect(await missing()).toEqual([{ subject: 'instrument:BTCUSDT', detail: `since ${new Date(since).toISOString()}` }]);
  unpriced.clear();
  for (const code of ['EURUSD', 'USDJPY', 'GBPUSD', 'AUDUSD', 'USDCAD']) unpriced.set(code, began);
  expect(await missing()).toEqual([{ subject: 'class:forex', detail: `5 of 5, since ${new Date(began).toISOString()}` }]);
  // On Saturday none is expected.
  clock.advance(Date.UTC(2030, 0, 12, 12) - clock.now());
  expect(await missing()).toEqual([]);
});

test('exposure is told of where it comes near what the house takes on, in an instrument and over all', async () => {
  const high = async () => rules.exposureHigh(db, await at());
  const open = (id: number, code: string, side: 'long' | 'short', price: number) =>
    put(
      `insert into positions (id, order_no, user_id, book, instrument_id, code, order_type, side, leverage, lots, lot_size, price_scale,
         fee_rate, maintenance_rate, financing_rate, created_at, conversion, open_price, margin, maintenance, open_fee, status, quoted_at)
       overriding system value values ($1, $5, 1, 'real', $2, $2, 'market', $3, 1, 1, 1, 0, 0, 0, 0, now(), 1, $4, 0, 0, 0, 'open', 0)`,
      [id, code, side, price, `P${id}`],
    );
  await set('exposure_instrument_max', '1000');
  await set('exposure_house_max', '3000');
  await open(1, 'BTCUSDT', 'long', 1300);
  await open(2, 'BTCUSDT', 'short', 500);
  expect(await high()).toEqual([]);
  await open(3, 'BTCUSDT', 'long', 1);
  expect(await high()).toEqual([{ subject: 'instrument:BTCUSDT', detail: '801 USDT net, over 0.8 of 1000' }]);
  await open(4, 'ETHUSDT', 'short', 1600);
  expect(await high()).toEqual([
    { subject: 'house', detail: '2401 USDT net, over 0.8 of 3000' },
    { subject: 'instrument:BTCUSDT', detail: '801 USDT net, over 0.8 of 1000' },
    { subject: 'instrument:ETHUSDT', detail: '1600 USDT net, over 0.8 of 1000' },
  ]);
  await set('alarm_exposure_share', '1');
  expect((await high()).map(({ subject }) => subject)).toEqual(['instrument:ETHUSDT']);
});

test('parked acts are one alarm, with how many and since when', async () => {
  expect(await rules.actsParked(db, await at())).toEqual([]);
  await put(
    `insert into parked_acts (source, order_id, code, bid, ask, time_ms, position, tries, last_error, parked_at)
     select 'spot', id, 'COINUSDT', 9400, 9401, 1, 1, 5, 'the database is away', '2030-01-07 12:00Z'::timestamptz + id * interval '1 minute'
     from generate_series(1, 2) id`,
  );
  expect(await rules.actsParked(db, await at())).toEqual([{ subject: 'engine', detail: '2 since 2030-01-07 12:01 UTC' }]);
});

test('what is stopped for all stands until it ends or lapses', async () => {
  expect(await rules.halted(db, await at())).toEqual([]);
  const began = now();
  await put(
    `insert into halts (id, scope, subject, reason, begun_by, begun_at, lapses_at, ended_at, proposal_id) overriding system value values
     (11, 'class', 'forex', 'the source of prices is wrong', 1, $1, null, null, null),
     (12, 'withdrawals', null, 'somebody has a key', 1, $1, $2, null, null),
     (13, 'registrations', null, 'robots without an end', 1, $1, null, $1, 1)`,
    [began, new Date(began.getTime() + hour)],
  );
  const lasting = { subject: 'halt:11', detail: 'class forex: the source of prices is wrong' };
  expect(await rules.halted(db, await at())).toEqual([
    lasting,
    { subject: 'halt:12', detail: 'withdrawals: somebody has a key' },
  ]);
  clock.advance(hour);
  expect(await rules.halted(db, await at())).toEqual([lasting]);
});
