import { createHash } from 'node:crypto';
import { login } from '@assay/contract/endpoints/login.ts';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { day, identityApp, minute, password, refusalOf, standingClock } from '../../../test/identity-app.ts';
import { type Transaction, unhurried } from '../../platform/database.ts';
import { endAllSessions, openSession } from './sessions.ts';

const db = await testDatabase();
const clock = standingClock();
const { bus, from, identity, register } = await identityApp(db, clock);
const elsewhere = await identityApp(db, clock);
const caller = { language: 'en', ip: '192.0.2.1', token: undefined, userAgent: 'test' } as const;

const signIn = (account: string, secret = password) => from('192.0.2.1')(login.login, { account, password: secret });
/** Whether a token is still good, asked of both processes, which must agree. */
async function isSignedIn(token: string): Promise<boolean> {
  const here = await identity.authenticate(token);
  expect(await elsewhere.identity.authenticate(token)).toEqual(here);
  return here !== undefined;
}

test('logging out ends this session at once, in every process, and no other', async () => {
  const { token: first, id } = await register('leaver');
  const { token: second } = await signIn('leaver');
  const told: unknown[] = [];
  const unsubscribe = bus.subscribe('private', (message) => told.push(message));
  await from('192.0.2.1', first)(login.logout, {});
  unsubscribe();
  expect(await isSignedIn(first)).toBe(false);
  expect(await isSignedIn(second)).toBe(true);
  expect(await refusalOf(from('192.0.2.1', first)(login.logout, {}))).toBe('401');
  expect(told).toEqual([{ userId: id, book: null, event: 'signedOut', data: { sessionId: expect.any(String) as string } }]);
});

/** Starts `second` while `first` holds its locks, lets `first` commit once `second` waits, and answers `second`. */
async function overtaken<T>(first: (tx: Transaction) => Promise<unknown>, second: (tx: Transaction) => Promise<T>): Promise<T> {
  const waiting = Promise.withResolvers<void>();
  const holding = Promise.withResolvers<void>();
  const done = db.transact(async (tx) => {
    await first(tx);
    holding.resolve();
    await waiting.promise;
  }, unhurried);
  await holding.promise;
  const answer = db.transact(second);
  let ended = false;
  void answer.finally(() => (ended = true));
  const blocked = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  while (!ended && (await db.query(blocked)).length === 0);
  waiting.resolve();
  await done;
  return answer;
}

const changePassword = (userId: string) => async (tx: Transaction) => {
  await tx.query("update users set password_hash = 'changed' where id = $1", [userId]);
  await endAllSessions(tx, userId, clock.wall());
};

test('a sign-in that compared the old password just before it changed gets no session', async () => {
  const { id } = await register('overtaken');
  const [row] = await db.query<{ password_hash: string }>('select password_hash from users where id = $1', [id]);
  const user = { id, passwordHash: row?.password_hash ?? '' };
  expect(await overtaken(changePassword(id), (tx) => openSession(tx, clock.wall(), caller, user))).toBeUndefined();
  expect(await db.query('select 1 from sessions where user_id = $1', [id])).toHaveLength(0);
});

test('opened without asking for the password again, such a session would survive: the test above would see it', async () => {
  const { id } = await register('survivor');
  const careless = (tx: Transaction) =>
    tx.query(
      `insert into sessions (token_hash, user_id, network, user_agent, created_at, last_used_at, expires_at)
       select sha256('x'), id, '', '', now(), now(), now() from users where id = $1 for no key update returning id`,
      [id],
    );
  expect(await overtaken(changePassword(id), careless)).toHaveLength(1);
});

test('a session idles for at most seven days', async () => {
  const { token } = await register('idler');
  clock.advance(7 * day - 1);
  expect(await isSignedIn(token)).toBe(true);
  clock.advance(7 * day - 1);
  expect(await isSignedIn(token)).toBe(true);
  clock.advance(7 * day);
  expect(await isSignedIn(token)).toBe(false);
});

test('a session ends after thirty days, however much it is used', async () => {
  const { token } = await register('regular');
  for (let passed = 0; passed < 29; passed += 1) {
    clock.advance(day);
    expect(await isSignedIn(token)).toBe(true);
  }
  clock.advance(day - 1);
  expect(await isSignedIn(token)).toBe(true);
  clock.advance(1);
  expect(await isSignedIn(token)).toBe(false);
});

test('the use of a session is written down at most once a minute', async () => {
  const { token, id } = await register('busy');
  const lastUse = async () =>
    (
      await db.query<{ last_used_at: Date }>('select last_used_at from sessions where user_id = $1', [id])
    )[0]?.last_used_at.getTime();
  const opened = clock.wall();
  clock.advance(minute - 1);
  await isSignedIn(token);
  expect(await lastUse()).toBe(opened);
  clock.advance(1);
  await isSignedIn(token);
  expect(await lastUse()).toBe(opened + minute);
});

test('the database has a hash of the token and a part of the address, never the whole', async () => {
  const { id } = await register('private_person');
  const { token } = await from('203.0.113.77')(login.login, { account: 'private_person', password });
  const [row] = await db.query<{ token_hash: Buffer; network: string; kept: string }>(
    'select token_hash, network, sessions::text as kept from sessions where user_id = $1 order by id desc limit 1',
    [id],
  );
  expect(row?.token_hash.equals(createHash('sha256').update(token).digest())).toBe(true);
  expect(row?.kept).not.toContain(token);
  expect(row?.network).toBe('203.0.113.*');
});

test('a user has a hundred sessions at most: the one that was idle longest is signed out', async () => {
  const { token, id } = await register('collector');
  const [row] = await db.query<{ password_hash: string }>('select password_hash from users where id = $1', [id]);
  const user = { id, passwordHash: row?.password_hash ?? '' };
  clock.advance(1);
  for (let more = 0; more < 99; more += 1) await db.transact((tx) => openSession(tx, clock.wall(), caller, user));
  expect(await isSignedIn(token)).toBe(true);
  const newest = await db.transact((tx) => openSession(tx, clock.wall(), caller, user));
  expect(await isSignedIn(token)).toBe(false);
  expect(await isSignedIn(newest ?? '')).toBe(true);
});

test.for(['', 'x', '\0', '__proto__', '🦊'.repeat(20), 'A'.repeat(43), 'A'.repeat(44), "' or 1=1 --", 'Bearer '.repeat(9)])(
  'the token %j belongs to nobody',
  async (token) => {
    expect(await identity.authenticate(token)).toBeUndefined();
  },
);

test('the hourly job removes what has ended, and nothing else', async () => {
  const { token } = await register('purged');
  await db.query(
    "insert into idempotency (scope, key, body_hash, created_at) values ('s', 'old', '', now() - interval '48 hours 1 second')",
  );
  await db.query(
    "insert into idempotency (scope, key, body_hash, created_at) values ('s', 'young', '', now() - interval '47 hours')",
  );
  await refusalOf(signIn('purged', 'wrong'));
  clock.advance(7 * day);
  const fresh = await signIn('purged');
  await refusalOf(signIn('purged', 'wrong'));
  for (const job of identity.jobs) await job.run();
  expect(await isSignedIn(token)).toBe(false);
  expect(await isSignedIn(fresh.token)).toBe(true);
  expect(await db.query('select key from idempotency')).toEqual([{ key: 'young' }]);
  expect(await db.query('select 1 from mail_codes')).toEqual([]);
  expect(await db.query('select 1 from sessions')).toHaveLength(1);
  // The account from this network, whose device it knows, and the network.
  expect(await db.query('select 1 from attempts')).toHaveLength(2);
});
