import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { grow } from '../growth/index.ts';
import { movedUntil, post } from './index.ts';

const day = 86_400_000;
const now = Date.UTC(2030, 0, 31, 12);

test('what an account had at a moment is the sum of all before it, whatever was closed meanwhile and booked late', async () => {
  const db = await testDatabase();
  await grow(db, { users: 10, transfers: 3_000, days: 10, writers: 1 }, now);
  const [{ id: userId } = { id: '' }] = await db.query<{ id: string }>('select min(id)::text as id from users');
  // Twice of days that have been closed: booked in the running one, and closed with the next.
  const late = (reference: string, at: number) =>
    db.transact((tx) =>
      post(tx, { book: 'real', reference, at, ...recipes.depositCompleted({ userId, amount: amount(7_000_000n) }) }),
    );
  await late('late:1', now - 6.5 * day);
  await grow(db, { users: 1, transfers: 500, days: 4, writers: 1 }, now + 5 * day);
  await late('late:2', now - 3.2 * day);
  const [closes] = await db.query<{ days: number }>('select count(*)::int as days from ledger_closes');
  expect(closes?.days).toBeGreaterThan(8);

  for (const book of ['real', 'demo'] as const) {
    for (let moment = now - 12 * day; moment <= now + 6 * day; moment += day / 4) {
      const at = new Date(moment);
      const [naive] = await db.query<{ sum: bigint }>(
        `select coalesce(sum(case when o.owner = $1 then m.amount else 0 end - case when f.owner = $1 then m.amount else 0 end), 0)::numeric(38, 0) as sum
         from ledger_transfers m join ledger_transactions t on t.id = m.transaction_id
         join ledger_accounts o on o.id = m.to_account join ledger_accounts f on f.id = m.from_account
         where t.book = $2 and t.at < $3`,
        [userId, book, at],
      );
      const [found] = await movedUntil(db, { book, userId }, at);
      expect([at, found?.sum ?? 0n]).toEqual([at, naive?.sum]);
    }
  }
});
