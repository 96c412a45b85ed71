import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { allHoldings } from '../holdings.ts';
import { audit } from '../ledger/index.ts';
import { sealDay } from '../proofs/index.ts';
import { grow } from './index.ts';

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
