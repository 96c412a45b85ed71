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
    // Not even with the code that was requested elsewhere.
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
  // Another person behind the same shared network address, who even knows the code.
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

/** A browser somewhere, which is known by what it keeps. */
const browser = (ip: string, mark: string, token?: string) =>
  from(ip, token, { cookie: `language=en; knownBy=${mark.repeat(32)}` });
const askedReset = (asking: ReturnType<typeof from>, email: string, ticket?: string) =>
  asking(login.sendCode, { email, purpose: 'reset', ...(ticket !== undefined && { ticket }) });

test('strangers share ten codes a day of an address, each time after a longer wait, and a browser that the account knows is not held up by them', async () => {
  const { address } = await register('flooded');
  const own = browser(home, 'a');
  await own(login.login, { account: 'flooded', password });
  clock.advance(minute);
  let network = 0;
  const stranger = (email: string) => {
    network += 1;
    return askedReset(from(`198.51.${network}.1`), email);
  };
  // An address without an account is answered in the same way.
  for (const email of [address, 'nobody.here@example.com']) {
    for (const [codes, wait] of [
      [6, hour],
      [2, 6 * hour],
      [2, 24 * hour],
    ] as const) {
      for (let code = 0; code < codes; code += 1) await stranger(email);
      const refusal = await stranger(email).catch((error: { code: string; retryAfterSeconds: number }) => error);
      expect(refusal).toMatchObject({ code: '429' });
      expect((refusal as { retryAfterSeconds: number }).retryAfterSeconds).toBeLessThanOrEqual(wait / 1000);
      if (email === address) await askedReset(own, address);
      clock.advance(wait === 24 * hour ? 24 * hour - 7 * hour : wait);
    }
    await stranger(email);
  }
});

test('a neighbour with such a browser uses up nothing of what a person has to set a new password', async () => {
  const { address } = await register('neighbour');
  const own = browser(home, 'b');
  await own(login.login, { account: 'neighbour', password });
  clock.advance(minute);
  const ticket = 'the-owners-own-window-of-today';
  await askedReset(own, address, ticket);
  const code = await mailedCode(db, address);
  // Of the same network, even behind the same address, with the same program, and with as many marks and tickets as they like.
  let spent = 0;
  for (const ip of ['192.0.2.2', '192.0.2.3', home])
    for (let round = 0; round < 12; round += 1) {
      const mark = (round % 10).toString();
      const [asking, made] = [browser(ip, mark), `a-window-of-the-neighbour-${round}`];
      const refused = await askedReset(asking, address, made).then(
        () => 0,
        () => 1,
      );
      spent += refused;
      await refusalOf(asking(userCalls.repassword, { email: address, code, newPassword, ticket: made }));
      await refusalOf(from(ip)(userCalls.repassword, { email: address, code, newPassword }));
    }
  // They share what strangers have.
  expect(spent).toBe(30);
  clock.advance(minute);
  await askedReset(own, address, ticket);
  const newest = await mailedCode(db, address);
  expect(await own(userCalls.repassword, { email: address, code: newest, newPassword, ticket })).toEqual({ notice: '20005' });
});

test('whoever asks for all codes that an address has keeps nobody behind it who is known from theirs', async () => {
  const there = '198.18.4.7';
  const { token, address } = await register('among_many');
  const own = browser(there, 'f');
  await own(login.login, { account: 'among_many', password });
  const asks = (email: string) => from(there)(login.sendCode, { email, purpose: 'register' });
  for (let other = 0; other < 60; other += 1) await asks(`other.${other}@example.com`);
  expect(await refusalOf(asks('one.more@example.com'))).toBe('429');
  for (const purpose of ['withdraw', 'account'] as const)
    expect(await from(there, token)(login.sendCode, { purpose })).toMatchObject({ sent: true });
  expect(await askedReset(own, address)).toMatchObject({ sent: true });
});

test('a version that counts every browser among the strangers leaves its owner to the neighbours', async () => {
  const shared = await identityApp(db, clock, { limits: { resetsOfBrowser: { max: 0, windowMs: hour } } });
  const { address } = await register('left_alone');
  const own = shared.from(home, undefined, { cookie: `knownBy=${'c'.repeat(32)}` });
  await own(login.login, { account: 'left_alone', password });
  expect(await refusalOf(askedReset(own, address))).toBe('429');
});

test('a code to register that a neighbour asks for neither voids the one of this browser nor uses its tries up', async () => {
  const email = 'newcomer@example.com';
  const [own, neighbour] = [browser('192.0.2.9', 'd'), browser('192.0.2.10', 'e')];
  await own(login.sendCode, { email, purpose: 'register' });
  const code = await mailedCode(db, email);
  clock.advance(minute);
  await neighbour(login.sendCode, { email, purpose: 'register' });
  const form = { userName: 'newcomer', email, password };
  for (let guess = 0; guess < 6; guess += 1)
    expect(await refusalOf(neighbour(login.register, { ...form, code }))).toBe('10091');
  // The browser takes its code along to another network.
  expect(await browser('203.0.113.80', 'd')(login.register, { ...form, code })).toMatchObject({ userName: 'newcomer' });
});
