import { amount } from '@assay/domain/money/amount.ts';
import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { sealDay } from '../proofs/index.ts';
import { audit, auditNewest, auditNight, closeMissedDays, openDemo, settledTransaction } from './index.ts';

const db = await testDatabase();
const dayOf = (day: number) => Date.UTC(2020, 0, day, 12);

/** Books that have been kept since the 1st, and were never closed: what each day has seen, by number. */
const booked: Readonly<Record<number, number>> = { 1: 3, 2: 5, 4: 2, 5: 4 };
for (const [day, count] of Object.entries(booked)) {
  for (let person = 0; person < count; person += 1) {
    const userId = `${day}-${person}`;
    await db.transact((tx) => openDemo(tx, { userId, amount: amount(1_000n), at: dayOf(Number(day)) }));
  }
}
await db.transact(async (tx) => {
  await tx.query('set local session_replication_role = replica');
  await tx.query('update ledger_transactions set created_at = at');
});
const closes = () => db.query('select day::text, transactions from ledger_closes order by day');

test('the first close of books that were kept for long is made day by day, and goes on where it was cut off', async () => {
  const through = (await settledTransaction(db)) ?? 0;
  const first = closeMissedDays(
    {
      ...db,
      // Cut off in its third piece.
      transact: async (work, settings) => {
        if ((await closes()).length === 2) throw new Error('cut off');
        return db.transact(work, settings);
      },
    },
    '2020-01-05',
    through,
  );
  await expect(first).rejects.toThrow('cut off');
  expect(await closes()).toEqual([
    { day: '2020-01-01', transactions: 3 },
    { day: '2020-01-02', transactions: 5 },
  ]);
  expect(await sealDay(db, dayOf(6))).toBe(true);
  expect(await closes()).toEqual([
    { day: '2020-01-01', transactions: 3 },
    { day: '2020-01-02', transactions: 5 },
    { day: '2020-01-04', transactions: 2 },
    { day: '2020-01-05', transactions: 4 },
  ]);
  expect((await audit(db, {})).findings).toEqual([]);
});

test('of a day that is sealed nothing is missed, whoever asks at the same time', async () => {
  expect(await sealDay(db, dayOf(6))).toBe(false);
  const through = (await settledTransaction(db)) ?? 0;
  expect(await Promise.all([closeMissedDays(db, '2020-01-09', through), closeMissedDays(db, '2020-01-09', through)])).toEqual([
    [],
    [],
  ]);
});

test('what was changed in a day that was closed late is found in the first night, and in no later one by looking again', async () => {
  const books = await testDatabase();
  const opened = (userId: string, at: number) => books.transact((tx) => openDemo(tx, { userId, amount: amount(1_000n), at }));
  for (let day = 1; day <= 10; day += 1) await opened(`late-${day}`, dayOf(day));
  await books.transact(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query('update ledger_transactions set created_at = at');
  });
  expect(await sealDay(books, dayOf(11))).toBe(true);
  const untouched = await auditNewest(books, {});
  expect([untouched.findings, untouched.days.length]).toEqual([[], 10]);
  // The second of ten days, deleted by the owner of the tables.
  await books.transact(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(
      'update ledger_transfers set amount = amount + 1 where transaction_id = (select id from ledger_transactions order by id offset 1 limit 1)',
    );
  });
  const names = (findings: readonly { check: string }[]) => [...new Set(findings.map(({ check }) => check))].toSorted();
  const found = names((await auditNewest(books, {})).findings);
  expect(found).toContain('chain');
  expect(found).toContain('close');
  expect(names(await auditNight(books, []))).toEqual(expect.arrayContaining(found));
  // The next night begins at the last close again.
  expect((await auditNewest(books, {})).days).toEqual(['2020-01-10']);
});
