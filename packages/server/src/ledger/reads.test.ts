import { usdt } from '@assay/domain/money/assets.ts';
import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { grow } from '../growth/index.ts';
import { allHoldings } from '../holdings.ts';
import type { Database, Queryable, Transaction } from '../platform/database.ts';
import { inspectNewest } from './audit.ts';
import { bookedByDay, houseState } from './desk/coverage.ts';
import { listEntries } from './desk/explorer.ts';
import {
  dealtSince,
  feesPaid,
  flowSums,
  flowsOf,
  heldByCustomers,
  houseBalance,
  movedUntil,
  newestFlows,
  statement,
} from './index.ts';

// Frequent queries must cost the same however long the books are: two books whose days have seen the same, one of them with
// twice as many, and the rows that each question reads in the tables that grow.

const now = Date.UTC(2030, 0, 31, 12);
const users = 40;
const transfersADay = 600;

async function booksOf(days: number): Promise<Database> {
  const db = await testDatabase();
  await grow(db, { users, transfers: 2 * users + days * transfersADay, days, writers: 1 }, now);
  await db.query('insert into ledger_audited_days (day, audited_at) select day, now() from ledger_closes');
  // As its daemons do in time: what an index of ranges has not summed up is read whole.
  await db.query(
    "select brin_summarize_new_values(c.oid) from pg_class c join pg_am a on a.oid = c.relam where a.amname = 'brin' and c.relkind = 'i'",
  );
  await db.query('analyze');
  // So that indexed columns are read from the index alone. Growing does not wait for its log to be written, and rows whose
  // commit is not yet written do not count as visible to all.
  await db.query("select pg_logical_emit_message(false, 'grown', '', true)");
  await db.query('vacuum ledger_transactions, ledger_transfers');
  const unseen = await db.query<{ relname: string }>(
    "select relname from pg_class where (relname = 'ledger_transactions' or relname ~ '^ledger_transfers_[0-9]+$') and relallvisible < relpages",
  );
  expect(unseen).toEqual([]);
  return db;
}

const growing = [
  'ledger_transactions',
  'ledger_transfers',
  'ledger_checkpoints',
  'ledger_closings',
  'ledger_day_fees',
  'ledger_day_results',
];

/** Rows read in tables that grow and their parts, those that functions read included. */
async function rowsRead(db: Database, ask: (tx: Transaction) => Promise<unknown>): Promise<number> {
  return db.transact(async (tx) => {
    // What other processes read for it would be counted elsewhere; and tables as small as these would rather be read whole.
    await tx.query('set local max_parallel_workers_per_gather = 0');
    await tx.query('set local enable_seqscan = off');
    const soFar = async () => {
      const [read] = await tx.query<{ rows: number }>(
        `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as rows from pg_stat_xact_user_tables
         where regexp_replace(relname, '_[0-9]+$', '') = any ($1)`,
        [growing],
      );
      return Number(read?.rows);
    };
    const before = await soFar();
    await ask(tx);
    return (await soFar()) - before;
  });
}

const [short, long] = [await booksOf(12), await booksOf(24)];
const customer = async (tx: Queryable) =>
  (await tx.query<{ id: string }>("select min(id)::text as id from users where email like '%@grown.invalid'"))[0]?.id ?? '';
const lastOf = async (tx: Queryable) =>
  (await tx.query<{ id: number }>('select max(id) as id from ledger_transactions'))[0]?.id ?? 0;
const day = 86_400_000;

/** Of tables as small as these, the other side of a join would rather be read whole. */
async function asOfLargeTables(tx: Queryable): Promise<void> {
  await tx.query('set local enable_mergejoin = off');
  await tx.query('set local enable_hashjoin = off');
}

test.each<[string, (tx: Transaction) => Promise<unknown>]>([
  ['the newest audit', async (tx) => expect((await inspectNewest(tx, { holdings: allHoldings })).findings).toEqual([])],
  [
    'what everybody has, for the seal',
    async (tx) => {
      const pages = heldByCustomers(tx, { book: 'real', through: await lastOf(tx), key: 'key', pageRows: 7 });
      const sizes: number[] = [];
      for await (const page of pages) sizes.push(page.length);
      // 40 customers: no page holds more than it may.
      expect(sizes).toEqual([7, 7, 7, 7, 7, 5]);
    },
  ],
  ['the root of the books, for the seal', async (tx) => tx.query('select * from ledger_root($1)', [await lastOf(tx)])],
  ['what a customer has made today', async (tx) => dealtSince(tx, await customer(tx), new Date(now))],
  ['what the house has', (tx) => houseBalance(tx, 'real', 'fees', usdt)],
  ['the house on the first page of the console', (tx) => houseState(tx, 'real')],
  ['the last days on the first page of the console', (tx) => bookedByDay(tx, 'real', new Date(now - 3 * day))],
  [
    'fees of yesterday, for who has invited',
    async (tx) =>
      feesPaid(tx, { book: 'real', from: now - day, to: now, reasons: ['contract.opened'], payers: [await customer(tx)] }),
  ],
  [
    'the first page of a statement',
    async (tx) => {
      await asOfLargeTables(tx);
      return statement(tx, { book: 'real', userId: await customer(tx), limit: 20 });
    },
  ],
  [
    'the first page of an account on the console',
    async (tx) => {
      await asOfLargeTables(tx);
      const [fees] = await tx.query<{ id: string }>(
        "select id::text from ledger_accounts where kind = 'fees' and book = 'real' and asset = 'USDT'",
      );
      return listEntries(tx, { accountId: fees?.id ?? '', limit: 20 });
    },
  ],
  [
    'what a customer has brought and taken out',
    async (tx) => {
      await asOfLargeTables(tx);
      const wanted = { book: 'real', userId: await customer(tx), reasons: ['deposit.completed'], from: new Date(0) } as const;
      const flows = await flowsOf(tx, wanted, { to: new Date(now), limit: 10 });
      expect(flows.map(({ amount }) => amount)).toEqual([10_000_000_000n]);
      expect(await newestFlows(tx, wanted, 10)).toHaveLength(1);
      expect(await flowSums(tx, wanted)).toHaveLength(1);
    },
  ],
  [
    'what a customer had at a moment',
    async (tx) => {
      await asOfLargeTables(tx);
      await movedUntil(tx, { book: 'real', userId: await customer(tx) }, new Date(now - 5.3 * day));
    },
  ],
])('%s reads no more after twice the history', async (_, ask) => {
  const [less, more] = [await rowsRead(short, ask), await rowsRead(long, ask)];
  expect(less).toBeGreaterThan(0);
  expect(more).toBeLessThan(1.1 * less + 25);
});
