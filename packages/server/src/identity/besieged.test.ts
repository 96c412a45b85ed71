import { login } from '@assay/contract/endpoints/login.ts';
import { user as userCalls } from '@assay/contract/endpoints/user.ts';
import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { hour, identityApp, mailedCode, minute, password, refusalOf, standingClock } from '../../test/identity-app.ts';

// Strangers who guess, with as many addresses as they like, and the owner meanwhile.

const db = await testDatabase();
const clock = standingClock();
const { call, from, register } = await identityApp(db, clock);
const newPassword = 'another horse 2';
const home = '192.0.2.1';

const signIn = (ip: string, account: string, secret = password) => from(ip)(login.login, { account, password: secret });

/** Fifty wrong passwords, ten from each of five networks. */
async function besiege(account: string, guess = signIn): Promise<void> {
  for (let index = 0; index < 50; index += 1)
    expect(await refusalOf(guess(`198.51.${100 + Math.floor(index / 10)}.7`, account, 'wrong'))).toBe('10004');
}

test('fifty wrong passwords lock the owner out neither at home nor from a network that nobody knows', async () => {
  const { token } = await register('besieged');
  await besiege('besieged');
  expect(await signIn(home, 'besieged')).toMatchObject({ userName: 'besieged' });
  expect(await signIn('203.0.113.9', 'besieged')).toMatchObject({ userName: 'besieged' });
  // A slip at home costs what it always does, and a live session has a budget of its own.
  for (let slip = 0; slip < 9; slip += 1) expect(await refusalOf(signIn(home, 'besieged', 'wrong'))).toBe('10004');
  const session = from(home, token);
  expect(await session(userCalls.repassword, { oldPassword: password, newPassword })).toEqual({ notice: '20005' });
});

test('a besieged account hears two guesses an hour from each further network', async () => {
  await register('surrounded');
  await besiege('surrounded');
  const guess = () => refusalOf(signIn('203.0.113.10', 'surrounded', 'wrong'));
  for (const code of ['10004', '10004', '429', '429']) expect(await guess()).toBe(code);
  expect(await refusalOf(signIn('203.0.113.10', 'surrounded'))).toBe('429');
  expect(await signIn('203.0.113.11', 'surrounded')).toMatchObject({ userName: 'surrounded' });
  clock.advance(hour);
  expect(await guess()).toBe('10004');
});

test('a version that listens to nobody while an account is besieged locks its owner out', async () => {
  const closed = await identityApp(db, clock, { limits: { loginsBesieged: { max: 0, windowMs: hour } } });
  const there = (ip: string, account: string, secret = password) => closed.from(ip)(login.login, { account, password: secret });
  await register('locked_out');
  await besiege('locked_out', there);
  expect(await refusalOf(there('203.0.113.12', 'locked_out'))).toBe('429');
  expect(await there(home, 'locked_out')).toMatchObject({ userName: 'locked_out' });
});

test('whoever asks for codes in the name of others neither voids theirs, nor uses its tries up, nor keeps them from asking', async () => {
  const { token, address } = await register('mailed');
  clock.advance(minute);
  await call(login.sendCode, { email: address, purpose: 'reset' });
  const code = await mailedCode(db, address);
  const stranger = from('198.51.100.20');
  for (let round = 0; round < 5; round += 1) {
    await stranger(login.sendCode, { email: address, purpose: 'reset' });
    for (let guess = 0; guess < 5; guess += 1)
      expect(await refusalOf(stranger(userCalls.repassword, { email: address, code: '000000', newPassword }))).toBe('10091');
    // Not even with the code that was asked for elsewhere.
    expect(await refusalOf(stranger(userCalls.repassword, { email: address, code, newPassword }))).toBe('10091');
    clock.advance(minute);
  }
  expect(await refusalOf(stranger(login.sendCode, { email: address, purpose: 'reset' }))).toBe('429');
  await from(home, token)(login.sendCode, { purpose: 'withdraw' });
  await from(home, token)(login.sendCode, { purpose: 'account' });
  expect(await call(userCalls.repassword, { email: address, code, newPassword })).toEqual({ notice: '20005' });
});

test('a code to reset is good in the browser that asked for it, wherever that has gone, and nobody beside it uses its tries up', async () => {
  const { address } = await register('resets_here');
  clock.advance(minute);
  const ticket = 'a-browser-that-has-asked-for-it';
  await call(login.sendCode, { email: address, purpose: 'reset', ticket });
  const code = await mailedCode(db, address);
  // Somebody behind the same address of a network that many share, who even knows the code.
  for (const other of [{}, { ticket: 'another-browser-of-that-network' }])
    for (let guess = 0; guess < 6; guess += 1)
      expect(await refusalOf(call(userCalls.repassword, { email: address, code, newPassword, ...other }))).toBe('10091');
  const elsewhere = from('203.0.113.77');
  expect(await refusalOf(elsewhere(userCalls.repassword, { email: address, code: '000000', newPassword, ticket }))).toBe(
    '10091',
  );
  expect(await elsewhere(userCalls.repassword, { email: address, code, newPassword, ticket })).toEqual({ notice: '20005' });
});

test('a browser has five tries for its code, wherever it tries them', async () => {
  const { address } = await register('five_tries');
  clock.advance(minute);
  const ticket = 'a-browser-that-guesses-its-code';
  await call(login.sendCode, { email: address, purpose: 'reset', ticket });
  const code = await mailedCode(db, address);
  const wrong = code === '000000' ? '000001' : '000000';
  for (let network = 0; network < 5; network += 1) {
    const there = from(`198.51.${200 + network}.9`);
    expect(await refusalOf(there(userCalls.repassword, { email: address, code: wrong, newPassword, ticket }))).toBe('10091');
  }
  expect(await refusalOf(call(userCalls.repassword, { email: address, code, newPassword, ticket }))).toBe('10091');
});

test('strangers share ten codes a day of an address, and a device that the account knows is not held up by them', async () => {
  const { address } = await register('flooded');
  clock.advance(minute);
  for (let network = 0; network < 10; network += 1)
    await from(`198.51.${network}.1`)(login.sendCode, { email: address, purpose: 'reset' });
  expect(await refusalOf(from('198.51.99.1')(login.sendCode, { email: address, purpose: 'reset' }))).toBe('429');
  await call(login.sendCode, { email: address, purpose: 'reset' });
  // An address without an account is answered in the same way.
  for (let network = 0; network < 10; network += 1)
    await from(`198.51.${network}.1`)(login.sendCode, { email: 'nobody.here@example.com', purpose: 'reset' });
  const eleventh = from('198.51.99.1')(login.sendCode, { email: 'nobody.here@example.com', purpose: 'reset' });
  expect(await refusalOf(eleventh)).toBe('429');
});
