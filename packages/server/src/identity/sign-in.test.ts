import { login } from '@assay/contract/endpoints/login.ts';
import { customerPrefix } from '@assay/contract/endpoints/registry.ts';
import { user as userCalls } from '@assay/contract/endpoints/user.ts';
import { expect, test } from 'vitest';
import { testDatabase, warm } from '../../test/database.ts';
import { hour, identityApp, mailedCode, minute, password, refusalOf, standingClock } from '../../test/identity-app.ts';
import { hashPassword, passwordFits } from '../platform/credentials/passwords.ts';

const db = await testDatabase(20);
const clock = standingClock();
const { app, call, from, identity, register } = await identityApp(db, clock);
const elsewhere = await identityApp(db, clock);

const signIn = (account: string, secret = password, ip = '192.0.2.1') => from(ip)(login.login, { account, password: secret });

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

test('who names no account is asked for user name or mail address', async () => {
  const asked = { code: '10001', httpStatus: 422, message: 'Enter username or email', fields: { account: '10001' } };
  for (const account of ['', '   ', 'no name at all']) await expect(signIn(account)).rejects.toMatchObject(asked);
  const url = `${customerPrefix}/login/login`;
  const answer = await app.inject({ method: 'POST', url, headers: { 'accept-language': 'zh' }, payload: {} });
  expect(answer.json()).toEqual({
    code: '10001',
    result: null,
    message: '请输入用户名或邮箱',
    fields: { account: '10001', password: '10004' },
  });
});

test('an unknown user is told from a wrong password, as the specification has it', async () => {
  await register('known');
  expect(await refusalOf(signIn('unknown'))).toBe('10009');
  expect(await refusalOf(signIn('unknown@example.com'))).toBe('10009');
  expect(await refusalOf(signIn('known', 'wrong'))).toBe('10004');
});

test('a password for nobody takes as long to compare as one for somebody', async () => {
  const hash = await hashPassword(password);
  const timeOf = async (stored: string | undefined) => {
    // Of the processor: what else a machine does counts for neither.
    const started = process.cpuUsage();
    await passwordFits(stored, 'guess');
    const { user, system } = process.cpuUsage(started);
    return user + system;
  };
  const pairs: [number, number][] = [];
  for (let round = 0; round < 7; round += 1) pairs.push([await timeOf(hash), await timeOf(undefined)]);
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
  expect(await refusalOf(session(userCalls.repassword, { oldPassword: password, newPassword: 'another horse 2' }))).toBe(
    '10008',
  );
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
  const read = () => db.query<{ count: number }>("select count from attempts where key = 'twin'");
  const count = () =>
    db.query(
      "insert into attempts as a (key, count, resets_at) values ('twin', 1, now()) on conflict (key) do update set count = a.count + 1",
    );
  // Comparing takes much longer than reading, so in a flood all have read before any counts.
  const seen = await Promise.all(Array.from({ length: 40 }, read));
  await Promise.all(seen.map(count));
  expect(seen.filter(([row]) => (row?.count ?? 0) < 10).length).toBeGreaterThan(10);
});

test('a guesser with many networks is slowed down at the account, one with many accounts at the network', async () => {
  const tight = await identityApp(db, clock, {
    limits: { loginsPerAccount: { max: 12, windowMs: hour }, loginsPerNetwork: { max: 15, windowMs: hour } },
  });
  await register('prominent');
  const guess = (ip: string, account: string) => refusalOf(tight.from(ip)(login.login, { account, password: 'wrong' }));
  for (let index = 0; index < 12; index += 1) expect(await guess(`198.51.100.${index}`, 'prominent')).toBe('10004');
  // Two more of each network, of which the tests beside this one say more.
  for (const code of ['10004', '10004', '429']) expect(await guess('198.51.100.99', 'prominent')).toBe(code);

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

test('a sample user is created without a code, once', async () => {
  const sample = { userName: 'sample', email: 'sample@example.com', password, language: 'en' } as const;
  const id = await identity.createUser(sample);
  expect(await signIn('sample')).toMatchObject({ id });
  expect(await identity.createUser(sample)).toMatchObject({ code: '10006' });
  expect(await identity.createUser({ ...sample, userName: 'sample2' })).toMatchObject({ code: '10007' });
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
