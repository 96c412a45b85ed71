import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { rowsOf } from './export-data.ts';

const db = await testDatabase(1);

/** What the file has of a part of so many rows: how many, and the last. */
async function told(rows: number) {
  const sql = `select n::text as row from generate_series(1, ${rows}) n where $1::text is not null order by n`;
  let [count, last] = [0, ''];
  for await (last of rowsOf({ db }, { sql }, '7')) count += 1;
  return [count, last];
}

test('a part of as many rows as are told is whole, and one of more says that it is cut', async () => {
  expect(await told(499)).toEqual([499, '499']);
  expect(await told(500)).toEqual([500, '500']);
  expect(await told(50_000)).toEqual([50_000, '50000']);
  expect(await told(50_001)).toEqual([50_001, '{"cut":50000}']);
});
