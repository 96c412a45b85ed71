import pg from 'pg';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { CommitInDoubt, ConnectionLost, failureOf } from './lost-connection.ts';

const db = await testDatabase(2);

/** As a server says it, in the language of its settings. */
function said(code: string, message: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code });
}

test.each(['08000', '08003', '08006', '08007', '08P01', '40003', '57P01', '57P02', '57P03', '57P05', '25P03', '25P04'])(
  'a server that says %s says farewell, in any language',
  (code) => {
    const farewell = said(code, 'Verbindung wird abgebrochen aufgrund von Anweisung des Administrators');
    expect(failureOf(farewell)).toBeInstanceOf(ConnectionLost);
    expect(failureOf(farewell)).toMatchObject({ cause: farewell });
  },
);

test.each(['23505', '40001', '40P01', '55P03', '57014', '25P02'])(
  'one that says %s has answered, whatever its words are',
  (code) => {
    const answer = said(code, 'the connection of the socket ran into a timeout');
    expect(failureOf(answer)).toBe(answer);
  },
);

test.each(['Leitung unterbrochen', '', 'Client was closed'])('a driver that says "%s" has no answer', (words) => {
  expect(failureOf(new Error(words))).toBeInstanceOf(ConnectionLost);
});

test('what a server ends before the commit was not done, what it ends at the commit is in doubt', async () => {
  await db.query('create table things (name text)');
  const ended = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like $1 and pid <> pg_backend_pid()`;
  const before = db.transact(async (tx) => {
    await tx.query('insert into things (name) values ($1)', ['before']);
    return tx.query('select pg_terminate_backend(pg_backend_pid())');
  });
  await expect(before).rejects.toSatisfy((error) => error instanceof ConnectionLost && !(error instanceof CommitInDoubt));
  await db.query(
    `create function dwell() returns trigger language plpgsql as $$ begin perform pg_sleep(60); return null; end $$;
     create constraint trigger dwell after insert on things deferrable initially deferred for each row execute function dwell()`,
  );
  const at = db
    .transact((tx) => tx.query('insert into things (name) values ($1)', ['at']))
    .then(
      () => undefined,
      (error: unknown) => error,
    );
  await expect.poll(async () => (await db.query(ended, ['commit%'])).length).toBeGreaterThan(0);
  expect(await at).toBeInstanceOf(CommitInDoubt);
  expect(await db.query('select name from things')).toEqual([]);
});

test('a statement of its own commits itself: lost while it writes it is in doubt, lost while it reads nothing is', async () => {
  await db.query('create table ended (name text)');
  await db.query(
    `create function ends() returns trigger language plpgsql as $$
       begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
     create constraint trigger ends after insert on ended deferrable initially deferred for each row execute function ends()`,
  );
  const failureOfOwn = (sql: string, values: readonly unknown[]) => db.query(sql, values).catch((error: unknown) => error);
  expect(await failureOfOwn('insert into ended (name) values ($1)', ['own'])).toBeInstanceOf(CommitInDoubt);
  const read = await failureOfOwn('select pg_terminate_backend(pg_backend_pid()), $1::text', ['read']);
  expect(read).toBeInstanceOf(ConnectionLost);
  expect(read).not.toBeInstanceOf(CommitInDoubt);
});

test('a statement of its own that only fails as it commits has failed', async () => {
  await db.query('create table nodes (id int primary key, next int references nodes deferrable initially deferred)');
  await expect(db.query('insert into nodes (id, next) values ($1, $2)', [1, 2])).rejects.toMatchObject({ code: '23503' });
  expect(await db.query('insert into nodes (id, next) values ($1, $2) returning id', [3, 3])).toEqual([{ id: 3 }]);
});
