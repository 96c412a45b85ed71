import { login } from '@assay/contract/endpoints/login.ts';
import { customerPrefix } from '@assay/contract/paths.ts';
import { expect, test } from 'vitest';
import { testDatabase, warm } from '../../test/database.ts';
import {
  hour,
  identityApp,
  mailedCode,
  minute,
  newestMail,
  otherThan,
  password,
  refusalOf,
  standingClock,
} from '../../test/identity-app.ts';
import { balances } from '../ledger/index.ts';
import { networkOf } from '../platform/networks.ts';
import { isRefusal } from '../platform/refusal.ts';
import { checkCode, issueCode, spendCode } from './credentials/codes.ts';

const db = await testDatabase(20);
const clock = standingClock();
const { app, call, from, register } = await identityApp(db, clock);
const { sendCode } = login;

const countUsers = async (userName: string) =>
  (await db.query('select 1 from users where lower(user_name) = lower($1)', [userName])).length;

test('a registration opens a demo account with 100,000 USDT and an empty real account, and signs in', async () => {
  const user = await register('newcomer');
  expect(user).toMatchObject({ userName: 'newcomer', email: 'n***@example.com', language: 'en', kycStatus: 'notVerified' });
  expect(user.inviteCode).toMatch(/^[A-Z2-9]{10}$/);
  const demo = await balances(db, 'demo', user.id);
  expect(demo.map(({ asset, available, margin }) => [asset.code, available, margin])).toEqual([['USDT', 100_000_000_000n, 0n]]);
  expect(await balances(db, 'real', user.id)).toEqual([]);
});

test('a taken user name or mail address is refused, however its letters are written', async () => {
  const taken = await register('Taken_name');
  expect(await refusalOf(call(sendCode, { email: 'TAKEN_NAME@example.com', purpose: 'register' }))).toBe('10007');
  await call(sendCode, { email: 'second@example.com', purpose: 'register' });
  const code = await mailedCode(db, 'second@example.com');
  const second = { email: 'second@example.com', password, code };
  expect(await refusalOf(call(login.register, { ...second, userName: 'tAKEN_nAME' }))).toBe('10006');
  expect(await call(login.checkUserNameOrPhone, { value: 'TAKEN_NAME' })).toEqual({ available: false });
  expect(await call(login.checkUserNameOrPhone, { value: 'Taken_Name@EXAMPLE.com' })).toEqual({ available: false });
  expect(await call(login.checkUserNameOrPhone, { value: 'still_free' })).toEqual({ available: true });
  // The refusal took nothing: the code still serves for another name.
  expect(await call(login.register, { ...second, userName: 'second' })).toMatchObject({ userName: 'second' });
  expect(taken.userName).toBe('Taken_name');
});

test('the terms that were in force are written down with the account, or those that were read before', async () => {
  const none = await register('before_terms');
  const [{ id: terms } = { id: 0 }] = await db.query<{ id: number }>(
    "insert into contents (type, slug, published_at) values (2, 'terms-of-use', now() - interval '1 day') returning id",
  );
  for (const version of [1, 2]) {
    await db.query(
      `insert into content_versions (content_id, language, version, title, body, written_at)
       values ($1, 'en', $2, 'Terms', 'Text', now())`,
      [terms, version],
    );
  }
  await db.query(
    "insert into content_texts (content_id, language, title, body, version) values ($1, 'en', 'Terms', 'Text', 2)",
    [terms],
  );
  const accepted = async (userName: string, termsVersion?: number) => {
    const email = `${userName}@example.com`;
    await call(sendCode, { email, purpose: 'register' });
    const code = await mailedCode(db, email);
    const read = termsVersion === undefined ? {} : { termsVersion };
    const { id } = await call(login.register, { userName, email, password, code, ...read });
    return db.query('select terms_version as version, terms_language as language from users where id = $1', [id]);
  };
  expect(await accepted('silent')).toEqual([{ version: 2, language: 'en' }]);
  expect(await accepted('reader', 1)).toEqual([{ version: 1, language: 'en' }]);
  expect(await accepted('ahead', 3)).toEqual([{ version: 2, language: 'en' }]);
  expect(await db.query('select terms_version as version from users where id = $1', [none.id])).toEqual([{ version: null }]);
});

test('an address that was registered between code and registration is refused with 10007', async () => {
  const email = 'slow@example.com';
  await call(sendCode, { email, purpose: 'register' });
  const code = await mailedCode(db, email);
  const { id } = await register('quicker');
  await db.query('update users set email = $1 where id = $2', ['Slow@Example.com', id]);
  expect(await refusalOf(call(login.register, { userName: 'slowpoke', email, password, code }))).toBe('10007');
});

test('after five wrong codes even the right one is refused, until a new one is mailed', async () => {
  const email = 'guesser@example.com';
  const attempt = (code: string) => call(login.register, { userName: 'guesser', email, password, code });
  await call(sendCode, { email, purpose: 'register' });
  const code = await mailedCode(db, email);
  for (let guess = 0; guess < 5; guess += 1) expect(await refusalOf(attempt(otherThan(code)))).toBe('10091');
  expect(await refusalOf(attempt(code))).toBe('10091');
  expect(await countUsers('guesser')).toBe(0);
  clock.advance(minute);
  await call(sendCode, { email, purpose: 'register' });
  expect(await attempt(await mailedCode(db, email))).toMatchObject({ userName: 'guesser' });
});

test('twenty guesses at once are five guesses', async () => {
  const target = { email: 'parallel@example.com', purpose: 'register', from: '' } as const;
  const issued = await issueCode(db, 'secret', clock.wall(), target);
  if (isRefusal(issued)) throw new Error('no code');
  await warm(db, 20);
  const guesses = Array.from({ length: 20 }, () => checkCode(db, 'secret', clock.wall(), target, issued.code));
  expect((await Promise.all(guesses)).filter((answer) => !isRefusal(answer))).toHaveLength(5);
});

test('a check that reads before it counts would allow more than five: the test above would see it', async () => {
  const target = { email: 'twin@example.com', purpose: 'register', from: '' } as const;
  await issueCode(db, 'secret', clock.wall(), target);
  await warm(db, 20);
  const read = () => db.query<{ tries_left: number }>('select tries_left from mail_codes where email = $1', [target.email]);
  const count = () =>
    db.query('update mail_codes set tries_left = greatest(0, tries_left - 1) where email = $1', [target.email]);
  const seen = await Promise.all(Array.from({ length: 20 }, read));
  await Promise.all(seen.map(count));
  expect(seen.filter(([row]) => (row?.tries_left ?? 0) > 0).length).toBeGreaterThan(5);
});

test('a code is spent by the registration it allows', async () => {
  const { code, address } = await register('spender');
  const again = { userName: 'spender2', email: address, password, code };
  expect(await refusalOf(call(login.register, again))).toBe('10091');
  expect(await countUsers('spender2')).toBe(0);
});

test('a code serves its own purpose and address only, for ten minutes, and ends with the next one', async () => {
  const email = 'bound@example.com';
  const attempt = (fields: { code: string; email?: string }) =>
    call(login.register, { userName: 'bound', email, password, ...fields });
  await call(sendCode, { email, purpose: 'reset' });
  expect((await newestMail(db, email)).body).not.toMatch(/^\d{6}$/m);
  await call(sendCode, { email: 'neighbour@example.com', purpose: 'register' });
  expect(await refusalOf(attempt({ code: await mailedCode(db, 'neighbour@example.com') }))).toBe('10091');

  clock.advance(minute);
  await call(sendCode, { email, purpose: 'register' });
  const first = await mailedCode(db, email);
  clock.advance(minute);
  await call(sendCode, { email, purpose: 'register' });
  const second = await mailedCode(db, email);
  // Once in a million the two are the same.
  expect(await refusalOf(attempt({ code: first === second ? otherThan(second) : first }))).toBe('10091');
  clock.advance(10 * minute);
  expect(await refusalOf(attempt({ code: second }))).toBe('10091');

  await call(sendCode, { email, purpose: 'register' });
  clock.advance(10 * minute - 1);
  expect(await attempt({ code: await mailedCode(db, email) })).toMatchObject({ userName: 'bound' });
});

test('a code for a new password does not register anybody', async () => {
  const { address } = await register('purposes');
  clock.advance(minute);
  await call(sendCode, { email: address, purpose: 'reset' });
  const code = await mailedCode(db, address);
  const bound = { email: address, from: networkOf('192.0.2.1') };
  const compared = (purpose: 'register' | 'reset') =>
    checkCode(db, 'a secret of this test alone, long enough', clock.wall(), { ...bound, purpose }, code);
  expect([isRefusal(await compared('register')), isRefusal(await compared('reset'))]).toEqual([true, false]);
});

test('an address gets one code a minute and five an hour, whoever asks', async () => {
  const email = 'Flooded@example.com';
  const ask = (ip: string, written = email) => from(ip)(sendCode, { email: written, purpose: 'register' });
  await warm(db, 20);
  const asked = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => ask(`198.51.100.${index}`)));
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(ask('198.51.100.1', 'FLOODED@example.com')).rejects.toMatchObject({ code: '429', retryAfterSeconds: 60 });
  for (let more = 0; more < 4; more += 1) {
    clock.advance(minute);
    await ask('198.51.100.1');
  }
  clock.advance(minute);
  // The first of the five was mailed five minutes ago.
  await expect(ask('198.51.100.1')).rejects.toMatchObject({ code: '429', retryAfterSeconds: 55 * 60 });
  clock.advance(55 * minute);
  await ask('198.51.100.1');
});

test('one network asks for sixty codes an hour, then waits', async () => {
  const ask = (index: number) =>
    from('2001:db8:1:2::' + index.toString(16))(sendCode, { email: `many${index}@example.com`, purpose: 'register' });
  for (let index = 0; index < 60; index += 1) await ask(index);
  await expect(ask(60)).rejects.toMatchObject({ code: '429', retryAfterSeconds: 3600 });
  await from('2001:db8:1:3::1')(sendCode, { email: 'many60@example.com', purpose: 'register' });
  clock.advance(hour);
  await ask(61);
});

test('a guesser of codes is stopped at the network, whoever they were mailed to', async () => {
  const tight = await identityApp(db, clock, { limits: { wrongCodesPerNetwork: { max: 6, windowMs: hour } } });
  const codes: string[] = [];
  for (const name of ['guessed0', 'guessed1']) {
    const email = `${name}@example.com`;
    await call(sendCode, { email, purpose: 'register' });
    codes.push(await mailedCode(db, email));
  }
  const attempt = (ip: string, index: number, right: boolean) => {
    const code = right ? (codes[index] ?? '') : otherThan(codes[index] ?? '');
    const userName = `guessed${index}`;
    return tight.from(ip)(login.register, { userName, email: `${userName}@example.com`, password, code });
  };
  // Six wrong ones over two people and one /64; each code has five tries of its own.
  for (let guess = 0; guess < 6; guess += 1)
    expect(await refusalOf(attempt(`2001:db8:2:2::${guess}`, guess % 2, false))).toBe('10091');
  expect(await refusalOf(attempt('2001:db8:2:2::99', 0, true))).toBe('429');
  // Where they were requested, no guess was made.
  expect(await attempt('192.0.2.1', 0, true)).toMatchObject({ userName: 'guessed0' });
});

test('of twenty registrations at once with one code exactly one succeeds', async () => {
  const email = 'racer@example.com';
  await call(sendCode, { email, purpose: 'register' });
  const code = await mailedCode(db, email);
  await warm(db, 20);
  const runs = Array.from({ length: 20 }, (_, index) =>
    call(login.register, { userName: `racer${index}`, email, password, code }),
  );
  const outcomes = await Promise.allSettled(runs);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await db.query("select 1 from users where user_name like 'racer%'")).toHaveLength(1);
});

test('of eight people who register one name at once exactly one gets it, and one demo account is opened', async () => {
  const people = Array.from({ length: 8 }, (_, index) => `same${index}@example.com`);
  const codes = await Promise.all(
    people.map(async (email) => {
      await call(sendCode, { email, purpose: 'register' });
      return mailedCode(db, email);
    }),
  );
  await warm(db, 20);
  const before = (await db.query('select 1 from ledger_accounts')).length;
  const outcomes = await Promise.allSettled(
    people.map((email, index) => call(login.register, { userName: 'the_same', email, password, code: codes[index] ?? '' })),
  );
  const refusals = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [(outcome.reason as { code: string }).code] : [],
  );
  expect(refusals).toEqual(Array.from({ length: 7 }, () => '10006'));
  expect(await countUsers('the_same')).toBe(1);
  expect(await db.query('select 1 from ledger_accounts')).toHaveLength(before + 1);
});

test('of twenty transactions that spend one code at once exactly one goes on', async () => {
  const issued = await issueCode(db, 'secret', clock.wall(), { email: 'spent@example.com', purpose: 'withdraw', from: '' });
  if (isRefusal(issued)) throw new Error('no code');
  await warm(db, 20);
  const runs = Array.from({ length: 20 }, () => db.transact((tx) => spendCode(tx, issued.id, clock.wall())));
  expect((await Promise.all(runs)).filter((answer) => answer === undefined)).toHaveLength(1);
});

test('an invitation is kept, and an unknown one is refused before anything is written', async () => {
  const inviter = await register('inviter');
  const email = 'guest@example.com';
  await call(sendCode, { email, purpose: 'register' });
  const guest = { userName: 'guest', email, password, code: await mailedCode(db, email) };
  expect(await refusalOf(call(login.register, { ...guest, inviteCode: 'NOSUCHCODE' }))).toBe('11015');
  expect(await refusalOf(call(login.register, { ...guest, inviteCode: '\0' }))).toBe('11015');
  expect(await countUsers('guest')).toBe(0);
  const registered = await call(login.register, { ...guest, inviteCode: inviter.inviteCode.toLowerCase() });
  const [row] = await db.query<{ invited_by: number }>('select invited_by from users where id = $1', [registered.id]);
  expect(String(row?.invited_by)).toBe(inviter.id);
});

test('without its parameter no demo account can be opened: 10018, and nothing is written', async () => {
  const email = 'unlucky@example.com';
  await call(sendCode, { email, purpose: 'register' });
  const attempt = async () => call(login.register, { userName: 'unlucky', email, password, code: await mailedCode(db, email) });
  await db.query("update parameters set key = 'elsewhere' where key = 'demo_initial_balance'");
  expect(await refusalOf(attempt())).toBe('10018');
  await db.query("update parameters set key = 'demo_initial_balance', value = 'much' where key = 'elsewhere'");
  expect(await refusalOf(attempt())).toBe('10018');
  await db.query("update parameters set value = '100000' where key = 'demo_initial_balance'");
  expect(await countUsers('unlucky')).toBe(0);
  expect(await attempt()).toMatchObject({ userName: 'unlucky' });
});

test('a code that can not be mailed is refused with 503 and does not count', async () => {
  const broken = await identityApp(db, clock, {
    mailer: { send: () => Promise.reject(new Error('no route to the mail server')), close: () => undefined },
  });
  const target = { email: 'unreachable@example.com', purpose: 'register' } as const;
  expect(await refusalOf(broken.call(sendCode, target))).toBe('503');
  expect(await call(sendCode, target)).toEqual({ sent: true, expiresAt: new Date(clock.wall() + 10 * minute).toISOString() });
});

test('the database has neither codes nor their plain hashes, and no password', async () => {
  const production = await identityApp(db, clock, {}, { ownPasswordCost: true });
  const { code } = await production.register('hashed');
  const { createHash } = await import('node:crypto');
  const rows = await db.query<{ code_hash: Buffer }>('select code_hash from mail_codes');
  const plain = createHash('sha256').update(code).digest();
  expect(rows.some((row) => row.code_hash.equals(plain))).toBe(false);
  const [user] = await db.query<{ password_hash: string }>("select password_hash from users where user_name = 'hashed'");
  expect(user?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('a code to withdraw or to change the address goes to signed-in users only, to withdraw to their own address', async () => {
  const user = await register('careful');
  await register('stranger');
  clock.advance(minute);
  const signedIn = from('192.0.2.1', user.token);
  expect(await refusalOf(call(sendCode, { email: user.address, purpose: 'withdraw' }))).toBe('401');
  expect(await refusalOf(call(sendCode, { email: 'fresh@example.com', purpose: 'email' }))).toBe('401');
  expect(await refusalOf(signedIn(sendCode, { email: 'stranger@example.com', purpose: 'withdraw' }))).toBe('10002');
  expect(await refusalOf(signedIn(sendCode, { email: 'nobody@example.com', purpose: 'withdraw' }))).toBe('10002');
  expect(await refusalOf(signedIn(sendCode, { email: 'stranger@example.com', purpose: 'email' }))).toBe('10007');
  await signedIn(sendCode, { email: user.address, purpose: 'withdraw' });
  await signedIn(sendCode, { email: 'fresh@example.com', purpose: 'email' });
  expect((await newestMail(db, user.address)).body).toContain('change your password at once');
});

test.for([
  ['userName', '__proto__', '10003'],
  ['userName', 'nul\0nul', '10003'],
  ['userName', 'x'.repeat(10_000), '10003'],
  ['userName', '🦊🦊🦊🦊', '10003'],
  ['userName', 'юзер', '10003'],
  ['userName', 'tail\n', '10003'],
  ['email', "a@example.com' or 1=1 --", '10002'],
  ['email', 'a\0@example.com', '10002'],
  ['email', 'a@example.com\r\nBcc: b@example.com', '10002'],
  ['email', `${'a'.repeat(300)}@example.com`, '10002'],
  ['email', '🦊@example.com', '10002'],
  ['password', 'short1', '11266'],
  ['password', `1${'x'.repeat(128)}`, '11266'],
  ['code', '12345', '10091'],
  ['code', '١٢٣٤٥٦', '10091'],
  ['code', '', '10091'],
  ['code', undefined, '10091'],
] as const)('%s %j is refused with its code', async ([field, value, code]) => {
  const payload = { userName: 'hostile', email: 'hostile@example.com', password, code: '000000', [field]: value };
  const answer = await app.inject({ method: 'POST', url: `${customerPrefix}/login/register`, payload });
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({ code, result: null, fields: { [field]: code } });
});

test.for([
  ['userName', { toString: 'x' }, '10003'],
  ['code', 123_456, '10091'],
  ['inviteCode', 'x'.repeat(17), '400'],
  ['admin', true, '400'],
] as const)('%s %j is malformed', async ([field, value, code]) => {
  const payload = { userName: 'hostile', email: 'hostile@example.com', password, code: '000000', [field]: value };
  const answer = await app.inject({ method: 'POST', url: `${customerPrefix}/login/register`, payload });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ code: '400', result: null, fields: { [field]: code } });
});

test('whoever fills in nothing is told of the user name first, and of every field', async () => {
  const answer = await app.inject({ method: 'POST', url: `${customerPrefix}/login/register`, payload: {} });
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({
    code: '10003',
    fields: { userName: '10003', email: '10002', password: '11266', code: '10091' },
  });
});

test('a body with a prototype in it is malformed', async () => {
  const headers = { 'content-type': 'application/json' };
  const payload = '{"account":"somebody","password":"x","__proto__":{"admin":true}}';
  const answer = await app.inject({ method: 'POST', url: `${customerPrefix}/login/login`, headers, payload });
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, '400']);
});

test.for([
  ['no spaces please', '10003'],
  ['nul\0', '10003'],
  ['🦊', '10003'],
  ['__proto__', '10003'],
  ['a@b', '10002'],
  ['', '10001'],
  ['x'.repeat(255), '10001'],
] as const)('%j is not asked for in the database, and refused with %s', async ([value, code]) => {
  expect(await refusalOf(call(login.checkUserNameOrPhone, { value }))).toBe(code);
  expect(await refusalOf(call(login.login, { account: value, password }))).toBe('10001');
});
