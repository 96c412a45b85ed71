import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { month } from '../../test/loans.ts';
import { allHoldings } from '../holdings.ts';
import { findByWords, soughtIn } from '../kyc/index.ts';
import { audit } from '../ledger/index.ts';
import { offerAll } from '../loans/index.ts';
import { sealDay } from '../proofs/index.ts';
import { personOf } from './cases.ts';
import { grow, growCases, growChats, growLoans } from './index.ts';

const now = Date.UTC(2030, 0, 7, 12);

test('what was grown balances, day by day, and grows on', async () => {
  const db = await testDatabase();
  await grow(db, { users: 450, transfers: 3_000, days: 3, writers: 2 }, now);
  const [first] = await db.query<{ users: number; transfers: number }>(
    'select (select count(*) from users) as users, (select count(*) from ledger_transfers) as transfers',
  );
  expect(first?.users).toBe(450);
  expect(first?.transfers).toBeGreaterThanOrEqual(3_000);
  // Two transfers of each newcomer, then contracts of five.
  expect(first?.transfers).toBeLessThan(3_300);
  expect(await db.query('select day::text from ledger_closes order by day')).toEqual([{ day: '2030-01-05' }]);
  expect((await audit(db, { holdings: allHoldings })).findings).toEqual([]);
  expect(await sealDay(db, now)).toBe(true);
  const booked = await db.query(
    "select day::text, transactions > 250 as traded from ledger_day_totals where book = 'real' order by day",
  );
  expect(booked.slice(0, 2)).toEqual([
    { day: '2030-01-05', traded: true },
    { day: '2030-01-06', traded: true },
  ]);
  // Later, with more of them.
  await grow(db, { users: 10, transfers: 100, days: 1, writers: 1 }, now + 86_400_000);
  expect((await audit(db, { holdings: allHoldings })).findings).toEqual([]);
  await expect(grow(db, { users: 1, transfers: 10, days: 5, writers: 1 }, now)).rejects.toThrow('the books are closed up to');
});

test('cases are grown for customers, whom they name', async () => {
  const db = await testDatabase();
  const secret = 'a secret of this test alone, long enough';
  const users = await grow(db, { users: 30, transfers: 60, days: 1, writers: 1 }, now);
  await growCases(db, { users, cases: 40, secret }, now);
  await growChats(db, users, now);
  expect(await growLoans(db, users, now)).toBe(false);
  await offerAll(db, [month], now);
  expect(await growLoans(db, users, now)).toBe(true);
  const [counts] = await db.query<object>(
    `select (select count(*) from kyc_cases) as identifications, (select count(*) from deposits) as deposits,
       (select count(*) from withdrawals) as withdrawals,
       (select count(*) from conversations where status = 'waiting') as chats, (select count(*) from conversation_messages) as messages,
       (select count(*) from loans) as loans`,
  );
  expect(counts).toEqual({ identifications: 30, deposits: 40, withdrawals: 40, chats: 30, messages: 90, loans: 30 });
  const sought = soughtIn('name', personOf(Number(users[7])).lastName) ?? [];
  expect(await findByWords(db, secret, 'name', sought, 5)).toEqual([users[7]]);
  expect((await audit(db, { holdings: allHoldings })).findings).toEqual([]);
});
