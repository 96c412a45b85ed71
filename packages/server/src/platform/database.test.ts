import { expect, test } from 'vitest';
import { silent, testDatabase } from '../../test/database.ts';
import { connectDatabase } from './database.ts';
import { isRefusal, refuse } from './refusal.ts';

const db = await testDatabase();
await db.query(
  'create table things (name text primary key, units numeric(38,0) not null default 0, big bigint not null default 0)',
);
const names = async () => (await db.query<{ name: string }>('select name from things order by name')).map((row) => row.name);

test('a refusal rolls back and what waited for the commit never runs', async () => {
  const ran: string[] = [];
  const answer = await db.transact(async (tx) => {
    await tx.query("insert into things (name) values ('refused')");
    tx.afterCommit(() => ran.push('refused'));
    return refuse('10011');
  });
  expect(isRefusal(answer)).toBe(true);
  expect([await names(), ran]).toEqual([[], []]);
});

test('a throw rolls back, and the connection is good for the next transaction', async () => {
  await expect(db.transact(async (tx) => tx.query("insert into things (name) values ('a'), ('a')"))).rejects.toThrow(
    'duplicate key',
  );
  const after: string[] = [];
  await db.transact(async (tx) => {
    await tx.query("insert into things (name) values ('kept')");
    tx.afterCommit(() => after.push('committed'));
  });
  expect([await names(), after]).toEqual([['kept'], ['committed']]);
});

test('smallest units come back as bigint, whole numbers as numbers, and nothing beyond the safe integers passes', async () => {
  await db.query('insert into things (name, units, big) values ($1, $2, $3)', [
    'exact',
    12345678901234567890123456789012345678n,
    9007199254740991n,
  ]);
  const [row] = await db.query("select units, big from things where name = 'exact'");
  expect(row).toEqual({ units: 12345678901234567890123456789012345678n, big: 9007199254740991 });
  await db.query("insert into things (name, big) values ('unsafe', 9007199254740992)");
  await expect(db.query("select big from things where name = 'unsafe'")).rejects.toThrow('beyond the safe integers');
});

test('a connection that the server ends does not end the process', async () => {
  await db
    .query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    .catch(() => undefined);
  expect(await db.query('select 1 as alive')).toEqual([{ alive: 1 }]);
});

test('who waits too long for a connection fails, and later ones are served again', async () => {
  const narrow = connectDatabase({ url: db.url, poolSize: 1, log: silent, waitMsMax: 50 });
  const taken = await narrow.connect();
  await expect(narrow.query('select 1')).rejects.toThrow('timeout');
  await expect(narrow.transact((tx) => tx.query('select 1'))).rejects.toThrow('timeout');
  taken.release();
  expect(await narrow.query('select 1 as one')).toEqual([{ one: 1 }]);
  await narrow.close();
});
