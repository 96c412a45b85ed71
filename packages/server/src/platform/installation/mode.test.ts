import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { holdMode } from './mode.ts';

test.for([
  { begun: 'sandbox', other: 'live' },
  { begun: 'live', other: 'sandbox' },
] as const)('a database that was begun as $begun never becomes $other', async ({ begun, other }) => {
  const db = await testDatabase(2);
  await Promise.all([holdMode(db, begun), holdMode(db, begun)]);
  await holdMode(db, begun);
  await expect(holdMode(db, other)).rejects.toThrow(`the database is of a ${begun} installation, and MODE is ${other}`);
  expect(await db.query('select mode from installation')).toEqual([{ mode: begun }]);
});

test('what it was begun as is not rewritten', async () => {
  const db = await testDatabase(2);
  await holdMode(db, 'sandbox');
  await expect(db.query("update installation set mode = 'live'")).rejects.toThrow('stays what it was begun as');
  await expect(db.query('delete from installation')).rejects.toThrow('stays what it was begun as');
});
