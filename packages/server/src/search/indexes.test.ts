import { expect, test } from 'vitest';
import { readWhole, testDatabase } from '../../test/database.ts';
import { byWordsSql } from '../kyc/index.ts';
import { places } from './places.ts';

// However much lies in the tables, a search reads what it finds: every place has an index that leads there, newest first.

const db = await testDatabase(2);
const named = places.map(({ kind, by, sql }): [string, string] => [`${kind} by ${by}`, sql]);

test.each([...named, ['customers by words', byWordsSql] as [string, string]])('%s', async (_, sql) => {
  expect(await readWhole(db, sql)).toEqual([]);
});

test('without its index a place is read from end to end', async () => {
  const bare = await testDatabase(2);
  const [place] = places.filter(({ kind, by }) => kind === 'deposit' && by === 'hash');
  await bare.query('drop index deposits_by_hash_begun');
  expect(await readWhole(bare, place?.sql ?? '')).toEqual(['deposits']);
});
