import { login } from '@assay/contract/endpoints/login.ts';
import { user as userCalls } from '@assay/contract/endpoints/user.ts';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import {
  identityApp,
  mailedCode,
  minute,
  newestMail,
  otherThan,
  password,
  refusalOf,
  standingClock,
} from '../../../test/identity-app.ts';
import { keepExcluded } from '../credentials/excluded.ts';

const db = await testDatabase();
const clock = standingClock();
const { from, identity, register, bus } = await identityApp(db, clock);

type Somebody = Awaited<ReturnType<typeof register>>;

/** Codes for both addresses, as requested before a change. */
async function codes({ token, address }: Pick<Somebody, 'token' | 'address'>, email: string) {
  const call = from('192.0.2.1', token);
  await call(login.sendCode, { purpose: 'email', email });
  await call(login.sendCode, { purpose: 'oldEmail' });
  return { code: await mailedCode(db, email), oldCode: await mailedCode(db, address) };
}
const change = ({ token }: Pick<Somebody, 'token'>, input: Parameters<typeof asked>[1]) => asked(token, input);
const asked = (token: string, input: { email: string; code: string; oldCode: string; password: string; otp?: string }) =>
  from('192.0.2.1', token)(userCalls.changeEmail, input);
const addressOf = async ({ id }: Somebody) => (await db.query('select email from users where id = $1', [id]))[0];

test('both addresses confirm it; other devices are signed out, withdrawals wait, and the address that is left is told', async () => {
  const mover = await register('mover');
  const other = await from('192.0.2.1')(login.login, { account: 'mover', password });
  await from('192.0.2.1', mover.token)(userCalls.setMailWord, { word: 'blue heron', password });
  const email = 'Mover@elsewhere.example';
  const told: unknown[] = [];
  const unsubscribe = bus.subscribe('private', (message) => told.push(message));
  const info = await change(mover, { email, ...(await codes(mover, email)), password });
  unsubscribe();
  expect(info).toMatchObject({ userName: 'mover', email: 'M***@elsewhere.example' });
  expect(told).toEqual([expect.objectContaining({ userId: mover.id, event: 'signedOut' })]);
  expect([await identity.authenticate(mover.token), await identity.authenticate(other.token)]).toMatchObject([
    { userName: 'mover' },
    undefined,
  ]);
  expect((await from('192.0.2.1', mover.token)(userCalls.security, {})).changedAt).toBe(new Date(clock.wall()).toISOString());
  // Its owner recognises the notice by the word, though the address no longer belongs to the account.
  const { subject, body } = await newestMail(db, mover.address);
  expect(subject).toBe('The email address of your Assay account was changed');
  expect(body).toMatch(/^Your word: blue heron\n\n/);
  expect(body).toContain('M***@elsewhere.example');
  expect(await refusalOf(from('192.0.2.1')(login.login, { account: mover.address, password }))).toBe('10009');
  expect(await from('192.0.2.1')(login.login, { account: email, password })).toMatchObject({ userName: 'mover' });
});

test('no API key outlives it, and the programs that listen by one hear so', async () => {
  const holder = await register('holder');
  const call = from('192.0.2.1', holder.token);
  const { key } = await call(userCalls.makeApiKey, { name: 'Robot', right: 'trade', book: 'both', days: 30, password });
  const kept = await db.query<{ id: number }>('select id from api_keys where public_id = $1', [key.id]);
  const told: unknown[] = [];
  const unsubscribe = bus.subscribe('private', (message) => told.push(message));
  const email = 'holder@elsewhere.example';
  await change(holder, { email, ...(await codes(holder, email)), password });
  unsubscribe();
  expect(await db.query('select revoked_at, sealed_secret from api_keys where public_id = $1', [key.id])).toEqual([
    { revoked_at: new Date(clock.wall()), sealed_secret: null },
  ]);
  expect(told).toEqual([expect.objectContaining({ event: 'signedOut', data: { sessionId: `key:${kept[0]?.id}` } })]);
});

test('each of password and both codes is asked for, and a refusal uses no code up', async () => {
  const careful = await register('careful');
  const email = 'careful@elsewhere.example';
  const right = await codes(careful, email);
  const wrong = [
    [{ ...right, password: 'wrong' }, '10004'],
    [{ ...right, oldCode: otherThan(right.oldCode), password }, '10091'],
    [{ ...right, code: otherThan(right.code), password }, '10091'],
    // One for the other.
    [{ code: right.oldCode, oldCode: right.code, password }, '10091'],
  ] as const;
  for (const [input, code] of wrong) expect(await refusalOf(change(careful, { email, ...input }))).toBe(code);
  expect(await refusalOf(change(careful, { email: 'other@elsewhere.example', ...right, password }))).toBe('10091');
  expect(await refusalOf(change(careful, { email: careful.address.toUpperCase(), ...right, password }))).toBe('10002');
  expect(await addressOf(careful)).toEqual({ email: careful.address });
  expect(await change(careful, { email, ...right, password })).toMatchObject({ email: 'c***@elsewhere.example' });
  expect(await refusalOf(change(careful, { email, ...right, password }))).toBe('10002');
});

test('a code for another step of the account, or of somebody else, moves nobody', async () => {
  const [one, thief] = [await register('victim1'), await register('thief1')];
  const email = 'thief@elsewhere.example';
  const call = from('192.0.2.1', one.token);
  await call(login.sendCode, { purpose: 'email', email });
  await call(login.sendCode, { purpose: 'account' });
  const [code, oldCode] = [await mailedCode(db, email), await mailedCode(db, one.address)];
  expect(await refusalOf(change(one, { email, code, oldCode, password }))).toBe('10091');
  clock.advance(minute);
  const own = await codes(thief, email);
  expect(await refusalOf(change(one, { email, ...own, password }))).toBe('10091');
  expect(await refusalOf(from('192.0.2.1')(userCalls.changeEmail, { email, ...own, password }))).toBe('401');
  expect(await addressOf(one)).toEqual({ email: one.address });
});

test('where the authenticator is on its code is asked for, too, and used up by nothing that is refused', async () => {
  const guarded = await register('guarded');
  const call = from('192.0.2.1', guarded.token);
  const { secret } = await call(userCalls.enrolOtp, { password });
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const otpNow = () => totp.generate({ timestamp: clock.wall() });
  await call(userCalls.confirmOtp, { otp: otpNow() });
  clock.advance(minute);
  const email = 'guarded@elsewhere.example';
  const right = await codes(guarded, email);
  expect(await refusalOf(change(guarded, { email, ...right, password }))).toBe('11021');
  expect(await refusalOf(change(guarded, { email, ...right, password, otp: otherThan(otpNow()) }))).toBe('11022');
  expect(await refusalOf(change(guarded, { email, ...right, code: otherThan(right.code), password, otp: otpNow() }))).toBe(
    '10091',
  );
  expect(await change(guarded, { email, ...right, password, otp: otpNow() })).toMatchObject({
    email: 'g***@elsewhere.example',
  });
});

test('to one address two can come at once, and one does; nobody comes to one that is taken or whose owner is excluded', async () => {
  const [left, right, settled] = [await register('racer1'), await register('racer2'), await register('settled')];
  const email = 'both@elsewhere.example';
  const asking = [[left, await codes(left, email)] as const, [right, await codes(right, email)] as const];
  const both = await Promise.all(
    asking.map(([mover, shown]) =>
      change(mover, { email, ...shown, password }).then(
        () => 'moved',
        ({ code: refused }: { code: string }) => refused,
      ),
    ),
  );
  expect(both.filter((outcome) => outcome === 'moved')).toHaveLength(1);
  expect(['10007', '10091']).toContain(both.find((outcome) => outcome !== 'moved'));
  expect(await refusalOf(codes(settled, email))).toBe('10007');
  clock.advance(minute);
  await keepExcluded(db, 'a secret of this test alone, long enough', 'gone@elsewhere.example', null);
  const gone = await codes(settled, 'gone@elsewhere.example');
  expect(await refusalOf(change(settled, { email: 'gone@elsewhere.example', ...gone, password }))).toBe('11138');
  // An address that was free when its code was mailed, and is taken by now.
  clock.advance(minute);
  const late = await codes(settled, 'late@example.com');
  clock.advance(minute);
  await register('late');
  expect(await refusalOf(change(settled, { email: 'late@example.com', ...late, password }))).toBe('10007');
});

test('a code for an address is of the account that asked: another one neither voids it, nor moves by it, nor uses its tries up', async () => {
  const [mover, rival] = [await register('mover2'), await register('rival')];
  const email = 'wanted@elsewhere.example';
  const own = await codes(mover, email);
  // At once: one user's requests do not delay others.
  const theirs = await codes(rival, email);
  for (let guess = 0; guess < 6; guess += 1) {
    expect(await refusalOf(change(rival, { email, ...theirs, code: own.code, password }))).toBe('10091');
  }
  expect(await change(mover, { email, ...own, password })).toMatchObject({ email: 'w***@elsewhere.example' });
});

test('to one address sixty codes a day are mailed, however many accounts ask for it', async () => {
  const email = 'flooded@elsewhere.example';
  const answers: string[] = [];
  for (let number = 0; number < 7; number += 1) {
    const { token } = await register(`flood${number}`);
    for (let time = 0; time < 10; time += 1) {
      const sent = from('192.0.2.1', token)(login.sendCode, { purpose: 'email', email });
      answers.push(await refusalOf(sent).catch(() => 'sent'));
      // No more than five in an hour.
      clock.advance(13 * minute);
    }
  }
  expect(answers).toEqual(Array.from({ length: 70 }, (_, index) => (index < 60 ? 'sent' : '429')));
});

test('nobody mails strangers in our name: ten addresses a day of one account', async () => {
  const { token } = await register('cannon');
  const ask = (number: number) =>
    from('192.0.2.1', token)(login.sendCode, { purpose: 'email', email: `s${number}@elsewhere.example` });
  for (let number = 0; number < 10; number += 1) await ask(number);
  expect(await refusalOf(ask(10))).toBe('429');
});
