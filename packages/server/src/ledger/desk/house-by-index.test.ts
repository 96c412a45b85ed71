import { expect, test } from 'vitest';
import { alongIndexes, endToEnd, testDatabase } from '../../../test/database.ts';
import type { Queryable } from '../../platform/database.ts';
import { houseCourse } from './course.ts';
import { bookedByDay, houseState } from './coverage.ts';
import { houseBalances } from './explorer.ts';

const db = await testDatabase();

test.each<[string, (heard: Queryable) => Promise<unknown>]>([
  ['what the house has and owes', (heard) => houseState(heard, 'real')],
  ['every balance of the house', houseBalances],
  ['the course of what it had', (heard) => houseCourse(heard, 'real', ['trading', 'fees'], new Date(0))],
  ['what was booked by day', (heard) => bookedByDay(heard, 'real', new Date(0))],
])('%s is found without a look at the accounts of all customers', async (_, ask) => {
  const sent: string[] = [];
  await ask({
    query: (sql, values = []) => {
      sent.push(sql);
      return db.query(sql, values);
    },
  });
  expect(sent).toHaveLength(1);
  const read = await Promise.all(sent.map((sql) => endToEnd(db, sql, alongIndexes)));
  expect(read.flat().filter((name) => name.startsWith('ledger_accounts'))).toEqual([]);
});
