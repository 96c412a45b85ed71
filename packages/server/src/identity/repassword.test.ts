import { login } from '@assay/contract/endpoints/login.ts';
import { user as userCalls } from '@assay/contract/endpoints/user.ts';
import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { identityApp, mailedCode, minute, newestMail, password, refusalOf, standingClock } from '../../test/identity-app.ts';

const db = await testDatabase();
const clock = standingClock();
const { bus, call, from, identity, register } = await identityApp(db, clock);
const elsewhere = await identityApp(db, clock);
const newPassword = 'another horse 2';

const signIn = (account: string, secret = password) => from('192.0.2.1')(login.login, { account, password: secret });
/** Whether a token is still good, asked of both processes, which must agree. */
async function isSignedIn(token: string): Promise<boolean> {
  const here = await identity.authenticate(token);
  expect(await elsewhere.identity.authenticate(token)).toEqual(here);
  return here !== undefined;
}

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

test('the language of mails and messages is changed by the user', async () => {
  const { token, address } = await register('polyglot');
  const session = from('192.0.2.1', token);
  expect(await session(userCalls.updateProfile, { language: 'ja' })).toMatchObject({ language: 'ja' });
  expect(await session(userCalls.getUserInfo, {})).toMatchObject({ language: 'ja' });
  await session(userCalls.repassword, { oldPassword: password, newPassword });
  expect(await newestMail(db, address)).toMatchObject({ subject: 'Assay のパスワードが変更されました' });
});
