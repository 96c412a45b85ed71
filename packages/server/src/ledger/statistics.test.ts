import { amount } from '@assay/domain/money/amount.ts';
import { expect, test } from 'vitest';
import { atEnd } from '../../test/at-end.ts';
import { silent, testDatabase } from '../../test/database.ts';
import { connectDatabase } from '../platform/database.ts';
import { applicationRole, ensureRights } from '../platform/schema/rights.ts';
import { openDemo } from './index.ts';
import { countWholes } from './jobs.ts';

const owner = await testDatabase(2);
await ensureRights(owner);
const application = connectDatabase({ url: owner.url, poolSize: 1, log: silent, role: applicationRole });
atEnd(() => application.close());

async function book(from: number, to: number): Promise<void> {
  for (let one = from; one < to; one++)
    await application.transact((tx) => openDemo(tx, { userId: `of${one}`, amount: amount(1000n), at: 0 }));
  // What the database does by itself, wherever rows are written.
  for (const { partition } of await owner.query<{ partition: string }>('select partition from table_partitions'))
    await owner.query(`analyze ${partition}`);
}

/** The planner's statistics of the transfers as a whole: their number, and how many more columns have any. */
async function told() {
  const [row] = await owner.query<{ rows: number; columns: number }>(
    `select c.reltuples::int as rows, (select count(*)::int from pg_stats s where s.tablename = c.relname and s.inherited) as columns
     from pg_class c where c.oid = 'ledger_transfers'::regclass`,
  );
  return row;
}

test('what partitions hold as a whole is counted for the planner, by who may not do so, and again once it has changed much', async () => {
  expect(await countWholes(application)).toBe(0);
  await book(0, 100);
  // There are none, although each partition was analyzed.
  expect(await told()).toEqual({ rows: -1, columns: 0 });
  expect(await countWholes(application)).toBe(1);
  expect((await told())?.rows).toBe(100);
  expect((await told())?.columns).toBeGreaterThanOrEqual(5);
  await book(100, 150);
  expect(await countWholes(application)).toBe(0);
  await book(150, 165);
  expect(await countWholes(application)).toBe(1);
  expect((await told())?.rows).toBe(165);
});
