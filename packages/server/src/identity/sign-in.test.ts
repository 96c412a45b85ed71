import { createHash } from 'node:crypto';
import { login } from '@assay/contract/endpoints/login.ts';
import { user as userCalls } from '@assay/contract/endpoints/user.ts';
import { expect, test } from 'vitest';
import { testDatabase, warm } from '../../test/database.ts';
import {
  day,
  hour,
  identityApp,
  mailedCode,
  minute,
  newestMail,
  password,
  refusalOf,
  standingClock,
} from '../../test/identity-app.ts';
import type { Transaction } from '../platform/database.ts';
import { passwordFits } from './credentials/passwords.ts';
import { endAllSessions, openSession } from './credentials/sessions.ts';

const db = await testDatabase(20);
const clock = standingClock();
const { app, bus, call, from, identity, register } = await identityApp(db, clock);
const elsewhere = await identityApp(db, clock);
const caller = { language: 'en', ip: '192.0.2.1', token: undefined, userAgent: 'test' } as const;
const newPassword = 'another horse 2';

const signIn = (account: string, secret = password, ip = '192.0.2.1') => from(ip)(login.login, { account, password: secret });
/** Whether a token is still good, asked of both processes, which must agree. */
async function isSignedIn(token: string): Promise<boolean> {
  const here = await identity.authenticate(token);
  expect(await elsewhere.identity.authenticate(token)).toEqual(here);
  return here !== undefined;
}

test('one signs in by user name or mail address, in any case, and stays signed in on several devices', async () => {
  const { token } = await register('Traveller');
  const byName = await signIn('tRAVELLER');
  const byMail = await signIn('TRAVELLER@example.com');
  expect(new Set([token, byName.token, byMail.token]).size).toBe(3);
  for (const one of [token, byName.token, byMail.token]) {
    expect(await from('192.0.2.1', one)(userCalls.getUserInfo, {})).toMatchObject({
      userName: 'Traveller',
      email: 'T***@example.com',
    });
  }
  expect(await from('192.0.2.1', `Bearer ${token}`)(userCalls.getUserInfo, {})).toMatchObject({ userName: 'Traveller' });
});

test('an unknown user is told from a wrong password, as the specification has it', async () => {
  await register('known');
  expect(await refusalOf(signIn('unknown'))).toBe('10009');
  expect(await refusalOf(signIn('unknown@example.com'))).toBe('10009');
  expect(await refusalOf(signIn('known', 'wrong'))).toBe('10004');
});

test('a password for nobody takes as long to compare as one for somebody', async () => {
  const [row] = await db.query<{ password_hash: string }>("select password_hash from users where user_name = 'known'");
  const timeOf = async (stored: string | undefined) => {
    const started = performance.now();
    await passwordFits(stored, 'guess');
    return performance.now() - started;
  };
  const pairs: [number, number][] = [];
  for (let round = 0; round < 7; round += 1) pairs.push([await timeOf(row?.password_hash), await timeOf(undefined)]);
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[3] ?? 0;
  // Without the decoy the second would be a hundred times faster.
  expect(median(pairs.map(([, unknown]) => unknown))).toBeGreaterThan(0.3 * median(pairs.map(([known]) => known)));
});

test('a password is the same however its characters are composed', async () => {
  const email = 'accents@example.com';
  await call(login.sendCode, { email, purpose: 'register' });
  const code = await mailedCode(db, email);
  await call(login.register, { userName: 'accents', email, password: 'caf\u00E9 noir 1', code });
  expect(await signIn('accents', 'cafe\u0301 noir 1')).toMatchObject({ userName: 'accents' });
});

test('who is frozen is told so at login only with the right password; a session may look, not act', async () => {
  const { token } = await register('frozen');
  await db.query("update users set frozen = true where user_name = 'frozen'");
  expect(await refusalOf(signIn('frozen', 'wrong'))).toBe('10004');
  expect(await refusalOf(signIn('frozen'))).toBe('10005');
  const session = from('192.0.2.1', token, { virtually: 'NO' });
  expect(await session(userCalls.getUserInfo, {})).toMatchObject({ userName: 'frozen' });
  expect(await refusalOf(session(userCalls.demoReset, {}))).toBe('10008');
  expect(await refusalOf(session(userCalls.repassword, { oldPassword: password, newPassword }))).toBe('10008');
});

test('ten wrong passwords close an account to one network for a quarter of an hour, and to nobody else', async () => {
  await register('besieged');
  for (let guess = 0; guess < 10; guess += 1) expect(await refusalOf(signIn('besieged', 'wrong', '203.0.113.5'))).toBe('10004');
  await expect(signIn('besieged', password, '203.0.113.5')).rejects.toMatchObject({ code: '429', retryAfterSeconds: 900 });
  // By mail address it is the same account, and the same budget.
  expect(await refusalOf(signIn('besieged@example.com', password, '203.0.113.5'))).toBe('429');
  expect(await signIn('besieged', password, '203.0.113.6')).toMatchObject({ userName: 'besieged' });
  clock.advance(15 * minute);
  expect(await signIn('besieged', password, '203.0.113.5')).toMatchObject({ userName: 'besieged' });
});

test('a flood in parallel on two processes gets no more guesses than one after the other', async () => {
  await register('flooded');
  await warm(db, 20);
  const guess = (index: number) =>
    (index % 2 === 0 ? from : elsewhere.from)('203.0.113.7')(login.login, { account: 'flooded', password: 'wrong' });
  const outcomes = await Promise.all(Array.from({ length: 40 }, (_, index) => refusalOf(guess(index))));
  expect(outcomes.filter((code) => code === '10004')).toHaveLength(10);
  expect(outcomes.filter((code) => code === '429')).toHaveLength(30);
});

test('counting failures after the comparison would let the whole flood through: the test above would see it', async () => {
  await warm(db, 20);
  const countAfter = async () => {
    const [row] = await db.query<{ count: number }>("select count from attempts where key = 'twin'");
    if ((row?.count ?? 0) >= 10) return '429';
    await passwordFits(undefined, 'wrong');
    await db.query(
      `insert into attempts as a (key, count, resets_at) values ('twin', 1, now()) on conflict (key) do update set count = a.count + 1`,
    );
    return '10004';
  };
  const outcomes = await Promise.all(Array.from({ length: 40 }, countAfter));
  expect(outcomes.filter((code) => code === '10004').length).toBeGreaterThan(10);
});

test('a guesser with many networks is stopped at the account, one with many accounts at the network', async () => {
  const tight = await identityApp(db, clock, {
    limits: { loginsPerAccount: { max: 12, windowMs: hour }, loginsPerNetwork: { max: 15, windowMs: hour } },
  });
  await register('prominent');
  const guess = (ip: string, account: string) => refusalOf(tight.from(ip)(login.login, { account, password: 'wrong' }));
  for (let index = 0; index < 12; index += 1) expect(await guess(`198.51.100.${index}`, 'prominent')).toBe('10004');
  expect(await guess('198.51.100.99', 'prominent')).toBe('429');

  // One household has a whole /64 of IPv6 addresses.
  for (let index = 0; index < 15; index += 1) expect(await guess(`2001:db8::${index}`, `absent${index}`)).toBe('10009');
  expect(await guess('2001:db8::ffff', 'absent15')).toBe('429');
  expect(await guess('2001:db8:0:1::1', 'absent15')).toBe('10009');
});

test('signing in rightly uses nothing up, so that an office behind one address is not locked out', async () => {
  const tight = await identityApp(db, clock, { limits: { loginsPerNetwork: { max: 3, windowMs: hour } } });
  await register('colleague');
  for (let index = 0; index < 8; index += 1) {
    expect(await tight.from('203.0.113.20')(login.login, { account: 'colleague', password })).toMatchObject({
      userName: 'colleague',
    });
  }
});

test('a guesser that is shut out can not use up the budget of the account', async () => {
  const tight = await identityApp(db, clock, { limits: { loginsPerAccount: { max: 15, windowMs: hour } } });
  await register('victim');
  const guess = () => refusalOf(tight.from('203.0.113.30')(login.login, { account: 'victim', password: 'wrong' }));
  for (let index = 0; index < 30; index += 1) await guess();
  expect(await guess()).toBe('429');
  expect(await tight.from('203.0.113.31')(login.login, { account: 'victim', password })).toMatchObject({ userName: 'victim' });
});

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

test('a changed password ends every session at once, is told by mail, and replaces the old one', async () => {
  const { token, address, id } = await register('changer');
  const other = await signIn('changer');
  const told: unknown[] = [];
  const unsubscribe = bus.subscribe('private', (message) => told.push(message));
  expect(await from('192.0.2.1', token)(userCalls.repassword, { oldPassword: password, newPassword })).toEqual({
    notice: '20005',
  });
  unsubscribe();
  expect(await isSignedIn(token)).toBe(false);
  expect(await isSignedIn(other.token)).toBe(false);
  expect(told).toEqual([{ userId: id, book: null, event: 'signedOut', data: { sessionId: null } }]);
  expect(await newestMail(db, address)).toMatchObject({ subject: 'Your Assay password was changed' });
  expect(await refusalOf(signIn('changer'))).toBe('10004');
  expect(await signIn('changer', newPassword)).toMatchObject({ userName: 'changer' });
});

test('who forgot the password sets a new one with a mailed code, once, even after being locked out by failures', async () => {
  const { token, address } = await register('forgetful');
  for (let guess = 0; guess < 10; guess += 1) await refusalOf(signIn('forgetful', 'wrong'));
  clock.advance(minute);
  await call(login.sendCode, { email: 'FORGETFUL@example.com', purpose: 'reset' });
  const proof = { email: address, code: await mailedCode(db, address) };
  const both = await Promise.allSettled([
    call(userCalls.repassword, { ...proof, newPassword }),
    call(userCalls.repassword, { ...proof, newPassword: 'a third horse 3' }),
  ]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await refusalOf(call(userCalls.repassword, { ...proof, newPassword }))).toBe('10091');
  expect(await isSignedIn(token)).toBe(false);
  const chosen = both[0].status === 'fulfilled' ? newPassword : 'a third horse 3';
  expect(await signIn('forgetful', chosen)).toMatchObject({ userName: 'forgetful' });
});

test('a reset of an unknown address is answered like any other, and its owner is told that there is no account', async () => {
  await register('somebody');
  clock.advance(minute);
  const known = await call(login.sendCode, { email: 'somebody@example.com', purpose: 'reset' });
  const unknown = await call(login.sendCode, { email: 'nobody@example.com', purpose: 'reset' });
  expect(unknown).toEqual(known);
  expect(await newestMail(db, 'nobody@example.com')).toMatchObject({ subject: 'No Assay account for this address' });
  const guess = { email: 'nobody@example.com', code: '000000', newPassword };
  expect(await refusalOf(call(userCalls.repassword, guess))).toBe('10091');
});

test('a password is changed with one proof: neither none nor two, and the old password needs its session', async () => {
  const { token } = await register('prover');
  const session = from('192.0.2.1', token);
  const proofs = [
    {},
    { email: 'prover@example.com' },
    { code: '123456' },
    { oldPassword: password, email: 'prover@example.com', code: '123456' },
  ];
  for (const proof of proofs) expect(await refusalOf(session(userCalls.repassword, { ...proof, newPassword }))).toBe('400');
  expect(await refusalOf(call(userCalls.repassword, { oldPassword: password, newPassword }))).toBe('401');
  expect(await refusalOf(session(userCalls.repassword, { oldPassword: '', newPassword }))).toBe('10004');
  expect(await isSignedIn(token)).toBe(true);
});

test('a stolen session can not guess the password in peace', async () => {
  const { token } = await register('robbed');
  const guess = () => refusalOf(from('203.0.113.40', token)(userCalls.repassword, { oldPassword: 'wrong', newPassword }));
  for (let index = 0; index < 10; index += 1) expect(await guess()).toBe('10004');
  expect(await guess()).toBe('429');
});

/** Starts `second` while `first` holds its locks, lets `first` commit once `second` waits, and answers `second`. */
async function overtaken<T>(first: (tx: Transaction) => Promise<unknown>, second: (tx: Transaction) => Promise<T>): Promise<T> {
  const waiting = Promise.withResolvers<void>();
  const holding = Promise.withResolvers<void>();
  const done = db.transact(async (tx) => {
    await first(tx);
    holding.resolve();
    await waiting.promise;
  });
  await holding.promise;
  const answer = db.transact(second);
  const blocked = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  while ((await db.query(blocked)).length === 0);
  waiting.resolve();
  await done;
  return answer;
}

const changePassword = (userId: string) => async (tx: Transaction) => {
  await tx.query("update users set password_hash = 'changed' where id = $1", [userId]);
  await endAllSessions(tx, userId);
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

test('the language of mails and messages is changed by the user', async () => {
  const { token, address } = await register('polyglot');
  const session = from('192.0.2.1', token);
  expect(await session(userCalls.updateProfile, { language: 'ja' })).toMatchObject({ language: 'ja' });
  expect(await session(userCalls.getUserInfo, {})).toMatchObject({ language: 'ja' });
  await session(userCalls.repassword, { oldPassword: password, newPassword });
  expect(await newestMail(db, address)).toMatchObject({ subject: 'Assay のパスワードが変更されました' });
});

test('a sample user is created without a code, once', async () => {
  const sample = { userName: 'sample', email: 'sample@example.com', password, language: 'en' } as const;
  const id = await identity.createUser(sample);
  expect(await signIn('sample')).toMatchObject({ id });
  expect(await identity.createUser(sample)).toMatchObject({ code: '10006' });
  expect(await identity.createUser({ ...sample, userName: 'sample2' })).toMatchObject({ code: '10007' });
});

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
  for (const job of identity.jobs) await job.run({});
  expect(await isSignedIn(token)).toBe(false);
  expect(await isSignedIn(fresh.token)).toBe(true);
  expect(await db.query('select key from idempotency')).toEqual([{ key: 'young' }]);
  expect(await db.query('select 1 from mail_codes')).toEqual([]);
  expect(await db.query('select 1 from sessions')).toHaveLength(1);
  // The account, the account from this network, and the network.
  expect(await db.query('select 1 from attempts')).toHaveLength(3);
});

test('an answer with a token is stored nowhere', async () => {
  const { token } = await register('uncached');
  const answer = await app.inject({
    method: 'POST',
    url: '/swx/customer/login/login',
    payload: { account: 'uncached', password },
    headers: { 'idempotency-key': 'k' },
  });
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.json<{ result: { token: string } }>().result.token).not.toBe(token);
});
