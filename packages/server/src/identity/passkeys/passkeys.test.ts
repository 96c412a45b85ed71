import { login } from '@assay/contract/endpoints/login.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { testDatabase, warm } from '../../../test/database.ts';
import { identityApp, minute, newestMail, password, refusalOf, standingClock } from '../../../test/identity-app.ts';
import { softwarePasskey } from '../../../test/software-passkey.ts';
import { siteOf } from './challenges.ts';

const origin = 'https://assay.example';
const db = await testDatabase();
const clock = standingClock();
const { call, from, register } = await identityApp(db, clock);

type Passkey = ReturnType<typeof softwarePasskey>;

/** A registered user, signed in by password, with a passkey. */
async function owner(userName: string) {
  const person = await register(userName);
  const own = from('192.0.2.1', person.token);
  const passkey = softwarePasskey(origin);
  await own(user.addPasskey, { name: 'Phone', credential: passkey.create(await own(user.enrolPasskey, { password })) });
  return { ...person, own, passkey };
}

const signIn = async (passkey: Passkey, manner: Parameters<Passkey['sign']>[1] = {}) =>
  call(login.loginByPasskey, { credential: passkey.sign(await call(login.passkeyConfig, {}), manner) });

describe('registering', () => {
  test('takes the password, shows in the list, is told by mail and holds withdrawals for a while', async () => {
    const { own, address } = await register('ada_key').then((person) => ({ ...person, own: from('192.0.2.1', person.token) }));
    expect(await refusalOf(own(user.enrolPasskey, { password: 'wrong' }))).toBe('10004');
    const options = await own(user.enrolPasskey, { password });
    expect(options).toMatchObject({ rp: { id: 'assay.example' }, user: { name: 'ada_key' }, excludeCredentials: [] });
    const added = await own(user.addPasskey, { name: 'Blue phone', credential: softwarePasskey(origin).create(options) });
    expect(added).toMatchObject([{ name: 'Blue phone', lastUsedAt: null }]);
    expect((await newestMail(db, address)).body).toContain('Passkey · Blue phone');
    expect((await own(user.security, {})).changedAt).toBe(new Date(clock.wall()).toISOString());
  });

  test('takes the code of the authenticator where there is one', async () => {
    const { token } = await register('bea_key');
    const own = from('192.0.2.1', token);
    const { secret } = await own(user.enrolOtp, { password });
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    await own(user.confirmOtp, { otp: totp.generate({ timestamp: clock.wall() }) });
    clock.advance(minute);
    expect(await refusalOf(own(user.enrolPasskey, { password }))).toBe('11021');
    expect(await refusalOf(own(user.enrolPasskey, { password, otp: '000000' }))).toBe('11022');
    const otp = totp.generate({ timestamp: clock.wall() });
    const passkey = softwarePasskey(origin);
    const options = await own(user.enrolPasskey, { password, otp });
    await own(user.addPasskey, { name: 'Phone', credential: passkey.create(options) });
    // Held and verified by its owner: two factors, so that no code is required.
    expect(await signIn(passkey)).toMatchObject({ userName: 'bea_key' });
  });

  test.each([
    ['made at another site', 'cem_site', { origin: 'https://evil.example' }],
    ['for another name', 'cem_name', { rpId: 'evil.example' }],
    ['by a device that did not verify its owner', 'cem_verified', { verified: false }],
  ])('a passkey %s is refused', async (_, userName, manner) => {
    const { own } = await owner(userName);
    const options = await own(user.enrolPasskey, { password });
    const credential = softwarePasskey(origin).create(options, manner);
    expect(await refusalOf(own(user.addPasskey, { name: 'Phone', credential }))).toBe('11117');
  });

  test('somebody else’s challenge, a challenge to sign in, and one after five minutes are refused', async () => {
    const [dee, eve] = [await owner('dee_key'), await owner('eve_key')];
    const options = await dee.own(user.enrolPasskey, { password });
    const add = (own: typeof dee.own, challenge: string) =>
      own(user.addPasskey, { name: 'Phone', credential: softwarePasskey(origin).create({ ...options, challenge }) });
    expect(await refusalOf(add(eve.own, options.challenge))).toBe('11117');
    expect(await refusalOf(add(dee.own, (await call(login.passkeyConfig, {})).challenge))).toBe('11117');
    clock.advance(5 * minute);
    expect(await refusalOf(add(dee.own, options.challenge))).toBe('11117');
  });

  test('one account has ten, also when eleven come at once; one passkey belongs to one account', async () => {
    const { own } = await owner('fay_key');
    await warm(db);
    const options = await Promise.all(Array.from({ length: 10 }, () => own(user.enrolPasskey, { password })));
    const adding = options.map((one, index) =>
      own(user.addPasskey, { name: `Phone ${index}`, credential: softwarePasskey(origin).create(one) }),
    );
    const tries = await Promise.allSettled(adding);
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(9);
    expect(await own(user.passkeys, {})).toHaveLength(10);
    expect(await refusalOf(own(user.enrolPasskey, { password }))).toBe('11118');
    const [gil, hal] = [await owner('gil_key'), await owner('hal_key')];
    const again = gil.passkey.create(await hal.own(user.enrolPasskey, { password }));
    expect(await refusalOf(hal.own(user.addPasskey, { name: 'Phone', credential: again }))).toBe('11118');
  });

  test('a name that could carry a link into a mail is refused', async () => {
    const { own } = await owner('ina_key');
    const credential = softwarePasskey(origin).create(await own(user.enrolPasskey, { password }));
    expect(await refusalOf(own(user.addPasskey, { name: 'evil.example/pay', credential }))).toBe('400');
  });
});

describe('signing in', () => {
  test('needs the passkey alone, and writes down when', async () => {
    const { own, passkey, id } = await owner('joe_key');
    clock.advance(minute);
    const entered = await signIn(passkey);
    expect(entered).toMatchObject({ id, userName: 'joe_key' });
    expect(await from('192.0.2.1', entered.token)(user.getUserInfo, {})).toMatchObject({ id });
    expect(await own(user.passkeys, {})).toMatchObject([{ lastUsedAt: new Date(clock.wall()).toISOString() }]);
  });

  test.each([
    ['at another site', 'kim_site', { origin: 'https://evil.example' }],
    ['for another name', 'kim_name', { rpId: 'evil.example' }],
    ['without having verified its owner', 'kim_verified', { verified: false }],
    ['in the name of another', 'kim_handle', { userHandle: 'somebody-else' }],
  ])('a passkey that signs %s is refused', async (_, userName, manner) => {
    const { passkey } = await owner(userName);
    expect(await refusalOf(signIn(passkey, manner))).toBe('11117');
  });

  test('a copy that counts what was counted already is refused, and so is the same answer twice', async () => {
    const { passkey } = await owner('lea_key');
    await signIn(passkey, { counter: 7 });
    for (const counter of [7, 3]) expect(await refusalOf(signIn(passkey, { counter }))).toBe('11117');
    await signIn(passkey, { counter: 8 });
    const credential = passkey.sign(await call(login.passkeyConfig, {}));
    await call(login.loginByPasskey, { credential });
    expect(await refusalOf(call(login.loginByPasskey, { credential }))).toBe('11117');
  });

  test('of twenty uses of one challenge at once one succeeds, and so of twenty with one count', async () => {
    const { passkey } = await owner('mia_key');
    await warm(db);
    const credential = passkey.sign(await call(login.passkeyConfig, {}));
    const same = await Promise.allSettled(Array.from({ length: 20 }, () => call(login.loginByPasskey, { credential })));
    expect(same.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const copies = await Promise.allSettled(Array.from({ length: 20 }, () => signIn(passkey, { counter: 9 })));
    expect(copies.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('a passkey that never counts is as good as one that does', async () => {
    const { passkey } = await owner('ned_key');
    for (const counter of [0, 0]) expect(await signIn(passkey, { counter })).toMatchObject({ userName: 'ned_key' });
  });

  test('an unknown or a removed passkey, and a challenge after five minutes, are refused', async () => {
    const { own, passkey } = await owner('oda_key');
    expect(await refusalOf(signIn(softwarePasskey(origin)))).toBe('11119');
    const options = await call(login.passkeyConfig, {});
    clock.advance(5 * minute);
    expect(await refusalOf(call(login.loginByPasskey, { credential: passkey.sign(options) }))).toBe('11117');
    const [listed] = await own(user.passkeys, {});
    expect(await own(user.removePasskey, { id: listed?.id ?? '', password })).toEqual([]);
    expect(await refusalOf(signIn(passkey))).toBe('11119');
  });

  test('who is frozen is not let in', async () => {
    const { passkey, own } = await owner('pam_key');
    const options = await own(user.enrolPasskey, { password });
    await db.query("update users set frozen = true where user_name = 'pam_key'");
    expect(await refusalOf(signIn(passkey))).toBe('10005');
    const another = softwarePasskey(origin).create(options);
    expect(await refusalOf(own(user.addPasskey, { name: 'Phone', credential: another }))).toBe('10008');
  });
});

test('somebody else’s passkey is not there to remove, and removing takes the password', async () => {
  const [quin, ray] = [await owner('quin_key'), await owner('ray_key')];
  const [listed] = await quin.own(user.passkeys, {});
  const id = listed?.id ?? '';
  expect(await refusalOf(ray.own(user.removePasskey, { id, password }))).toBe('404');
  expect(await refusalOf(quin.own(user.removePasskey, { id, password: 'wrong' }))).toBe('10004');
  expect(await quin.own(user.passkeys, {})).toHaveLength(1);
});

test('a site has a name, this machine’s is localhost, and another number has none', async () => {
  expect(siteOf('https://assay.example')).toEqual({ rpId: 'assay.example', origin: 'https://assay.example' });
  expect(siteOf('http://127.0.0.1:8080')).toEqual({ rpId: 'localhost', origin: 'http://localhost:8080' });
  expect(siteOf('http://[::1]:8080')).toEqual({ rpId: 'localhost', origin: 'http://localhost:8080' });
  expect(siteOf('http://192.0.2.7:8080')).toBeUndefined();
  const numbered = await identityApp(db, clock, { origin: 'http://192.0.2.7:8080' });
  expect(await refusalOf(numbered.call(login.passkeyConfig, {}))).toBe('11116');
});
