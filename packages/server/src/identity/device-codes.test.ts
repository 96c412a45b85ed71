import { login } from '@assay/contract/endpoints/login.ts';
import { user as userCalls } from '@assay/contract/endpoints/user.ts';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import {
  identityApp,
  mailedCode,
  minute,
  newestMail,
  otherThan,
  password,
  refusalOf,
  standingClock,
} from '../../test/identity-app.ts';
import type { Mailer } from '../platform/mail.ts';

// Who has the right password, and a device that the account does not know.

const db = await testDatabase();
const clock = standingClock();
const { from, register } = await identityApp(db, clock, { deviceCodes: true });
const firefox = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0' };
const signIn = (ip: string, account: string, more: { code?: string; otp?: string; secret?: string } = {}, headers = {}) => {
  const { secret = password, ...proof } = more;
  return from(ip, undefined, headers)(login.login, { account, password: secret, ...proof });
};

test('is asked for the code that its owner is mailed, once for each device and network', async () => {
  const { address } = await register('traveller');
  expect(await signIn('192.0.2.1', 'traveller')).toMatchObject({ userName: 'traveller' });
  expect(await refusalOf(signIn('203.0.113.1', 'traveller'))).toBe('11269');
  const { subject, body } = await newestMail(db, address);
  expect(subject).toBe('Your code to log in to Assay');
  expect(body).toContain('someone knows your password');
  // Asked again within the minute, it is still the same code that is good.
  expect(await refusalOf(signIn('203.0.113.1', 'traveller'))).toBe('11269');
  const code = await mailedCode(db, address);
  expect(await refusalOf(signIn('203.0.113.1', 'traveller', { code: otherThan(code) }))).toBe('10091');
  expect(await refusalOf(signIn('203.0.113.1', 'traveller', { code, secret: 'wrong' }))).toBe('10004');
  expect(await signIn('203.0.113.1', 'traveller', { code })).toMatchObject({ userName: 'traveller' });
  expect(await signIn('203.0.113.1', 'traveller')).toMatchObject({ userName: 'traveller' });
  expect(await refusalOf(signIn('203.0.113.1', 'traveller', {}, firefox))).toBe('11269');
});

test('a browser that keeps what it is known by is known wherever it goes, and nobody beside it is taken for it', async () => {
  const { address } = await register('neighboured');
  const own = { cookie: `signedIn=demo; knownBy=${'a'.repeat(32)}` };
  // Known by its looks until then: it is no new device, and its looks are not enough from now on.
  const before = await newestMail(db, address);
  expect(await signIn('192.0.2.1', 'neighboured', {}, own)).toMatchObject({ userName: 'neighboured' });
  expect(await newestMail(db, address)).toEqual(before);
  for (const headers of [
    {},
    { cookie: `knownBy=${'b'.repeat(32)}` },
    { cookie: 'knownBy=' },
    { cookie: `knownBy=${'A'.repeat(32)}` },
  ])
    expect(await refusalOf(signIn('192.0.2.7', 'neighboured', {}, headers))).toBe('11269');
  expect(await signIn('203.0.113.40', 'neighboured', {}, own)).toMatchObject({ userName: 'neighboured' });
  expect((await newestMail(db, address)).subject).toBe('New login to your Assay account');
  // What the database stores of it does not allow a sign-in.
  const kept = await db.query<{ known_by: string }>(`select known_by from known_devices where known_by <> ''`);
  expect(kept.length).toBeGreaterThan(0);
  for (const { known_by: knownBy } of kept) expect(knownBy).not.toContain('a'.repeat(32));
});

test('an account remembers a hundred devices, and forgets those that were not seen for longest', async () => {
  const { id } = await register('restless');
  for (let mark = 0; mark < 105; mark += 1) {
    clock.advance(10 * minute);
    const cookie = `knownBy=${mark.toString(16).padStart(32, '0')}`;
    const met = await signIn('192.0.2.1', 'restless', {}, { cookie }).catch(async () => {
      const code = await mailedCode(db, 'restless@example.com');
      return signIn('192.0.2.1', 'restless', { code }, { cookie });
    });
    expect(met).toMatchObject({ userName: 'restless' });
    if (mark % 8 === 7) clock.advance(24 * 60 * minute);
  }
  const [row] = await db.query<{ kept: number }>('select count(*)::int as kept from known_devices where user_id = $1', [id]);
  expect(row?.kept).toBe(100);
});

test('a code is good once, for ten minutes, where it was asked for, and for nothing else', async () => {
  const { address } = await register('owner');
  await refusalOf(signIn('203.0.113.1', 'owner'));
  const code = await mailedCode(db, address);
  expect(await refusalOf(signIn('198.51.100.1', 'owner', { code }))).toBe('10091');
  expect(
    await refusalOf(from('203.0.113.1')(userCalls.repassword, { email: address, code, newPassword: 'another horse 2' })),
  ).toBe('10091');
  // Four of its five tries elsewhere cost it none.
  const both = await Promise.all(
    [1, 2].map(() =>
      signIn('203.0.113.1', 'owner', { code }).then(
        () => 'in',
        () => 'refused',
      ),
    ),
  );
  expect(both).toContain('in');
  await refusalOf(signIn('203.0.113.1', 'owner', {}, firefox));
  const late = await mailedCode(db, address);
  clock.advance(11 * minute);
  expect(await refusalOf(signIn('203.0.113.1', 'owner', { code: late }, firefox))).toBe('10091');
});

test('a thief of the password gets ten codes a day, and keeps neither known devices nor a new password out', async () => {
  const { address } = await register('robbed');
  for (let network = 1; network <= 10; network += 1)
    expect(await refusalOf(signIn(`203.0.${network}.1`, 'robbed'))).toBe('11269');
  expect(await refusalOf(signIn('203.0.11.1', 'robbed'))).toBe('429');
  expect(await signIn('192.0.2.1', 'robbed')).toMatchObject({ userName: 'robbed' });
  await from('198.51.100.1')(login.sendCode, { purpose: 'reset', email: address });
  const newPassword = 'another horse 2';
  await from('198.51.100.1')(userCalls.repassword, { email: address, code: await mailedCode(db, address), newPassword });
  expect(await refusalOf(signIn('198.51.100.1', 'robbed', { secret: newPassword }))).toBe('11269');
  const code = await mailedCode(db, address);
  expect(await signIn('198.51.100.1', 'robbed', { secret: newPassword, code })).toMatchObject({ userName: 'robbed' });
});

test('who has an authenticator is asked for its code and no other', async () => {
  const { token } = await register('guarded');
  const call = from('192.0.2.1', token);
  const { secret } = await call(userCalls.enrolOtp, { password });
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  await call(userCalls.confirmOtp, { otp: totp.generate({ timestamp: clock.wall() }) });
  clock.advance(minute);
  expect(await refusalOf(signIn('203.0.113.1', 'guarded'))).toBe('11021');
  const otp = totp.generate({ timestamp: clock.wall() });
  expect(await signIn('203.0.113.1', 'guarded', { otp })).toMatchObject({ userName: 'guarded' });
});

test('a code that can not be mailed is said, and counts as none', async () => {
  const away: Mailer = { send: () => Promise.reject(new Error('the mail server is away')), close: () => undefined };
  const silent = await identityApp(db, clock, { deviceCodes: true, mailer: away });
  const { address } = await register('unlucky');
  const ask = () => silent.from('203.0.113.1')(login.login, { account: 'unlucky', password });
  expect([await refusalOf(ask()), await refusalOf(ask())]).toEqual(['503', '503']);
  expect(await refusalOf(signIn('203.0.113.1', 'unlucky'))).toBe('11269');
  expect(await mailedCode(db, address)).toMatch(/^\d{6}$/);
});

test('a product that does not ask admits anybody with the password from anywhere', async () => {
  await register('open');
  const open = await identityApp(db, clock, { deviceCodes: false });
  expect(await open.from('203.0.113.77')(login.login, { account: 'open', password })).toMatchObject({ userName: 'open' });
});
