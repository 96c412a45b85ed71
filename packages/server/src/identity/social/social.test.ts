import { login } from '@assay/contract/endpoints/login.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { Secret, TOTP } from 'otpauth';
import { privateKeyToAccount } from 'viem/accounts';
import { createSiweMessage } from 'viem/siwe';
import { afterAll, describe, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { identityApp, mailedCode, minute, newestMail, password, refusalOf, standingClock } from '../../../test/identity-app.ts';
import { client, openIdProvider } from '../../../test/openid-provider.ts';
import { createGoogle } from './google.ts';

const origin = 'https://assay.example';
const db = await testDatabase();
const clock = standingClock(Date.now());
const provider = await openIdProvider(
  ['ada', 'bea', 'cem', 'dee', 'eve', 'fay'].map((subject) => ({
    subject,
    email: `${subject}@mail.example`,
    verified: subject !== 'cem',
  })),
  `${origin}/api/loginCallback/google`,
);
afterAll(provider.close);
const google = createGoogle({ issuer: provider.issuer, ...client, origin });
const { call, from, register } = await identityApp(db, clock, { google });

/** What the callback page posts after a visit to the provider. */
async function back(subject: string) {
  const { authorizationUrl, state, nonce, codeVerifier } = await call(login.googleConfig, {});
  const came = await provider.agree(authorizationUrl, subject);
  expect(came.searchParams.get('state')).toBe(state);
  return {
    code: came.searchParams.get('code') ?? '',
    codeVerifier,
    state: came.searchParams.get('state') ?? '',
    nonce,
    iss: came.searchParams.get('iss') ?? undefined,
  };
}

function ticketOf(arrival: object): string {
  if (!('ticket' in arrival) || typeof arrival.ticket !== 'string') throw new Error('signed in at once');
  return arrival.ticket;
}

/** A user registered with a mailed code and a ticket. */
async function registerWith(userName: string, ticket: string) {
  const email = `${userName}@example.com`;
  await call(login.sendCode, { email, purpose: 'register' });
  return call(login.register, { userName, email, password, code: await mailedCode(db, email), ticket });
}

describe('with Google', () => {
  test('a new person gets a ticket, registers with it, and is signed in the next time', async () => {
    const first = await call(login.loginByGoogle, await back('ada'));
    expect(first).toMatchObject({ next: 'account', email: 'ada@mail.example', label: 'Google · a***@mail.example' });
    const { id } = await registerWith('ada_here', ticketOf(first));
    const second = await call(login.loginByGoogle, await back('ada'));
    expect(second).toMatchObject({ id, userName: 'ada_here' });
    expect(second).toHaveProperty('token');
  });

  test('the mail address alone links nobody: an account with the same address stays its owner’s', async () => {
    const email = 'bea@mail.example';
    await call(login.sendCode, { email, purpose: 'register' });
    await call(login.register, { userName: 'bea_owner', email, password, code: await mailedCode(db, email) });
    expect(await call(login.loginByGoogle, await back('bea'))).toMatchObject({ next: 'account' });
    expect(
      await db.query('select from linked_sign_ins l join users u on u.id = l.user_id where u.email = $1', [email]),
    ).toEqual([]);
  });

  test('an address that the provider has not verified is not passed on', async () => {
    expect(await call(login.loginByGoogle, await back('cem'))).toMatchObject({ next: 'account', email: '', label: 'Google' });
  });

  test('a code is good once, and only with its own verifier, state and nonce', async () => {
    const answer = await back('dee');
    expect(await refusalOf(call(login.loginByGoogle, { ...answer, codeVerifier: 'x'.repeat(43) }))).toBe('11111');
    const other = await back('dee');
    expect(await refusalOf(call(login.loginByGoogle, { ...other, nonce: 'another' }))).toBe('11111');
    const elsewhere = await back('dee');
    expect(await refusalOf(call(login.loginByGoogle, { ...elsewhere, state: (await back('dee')).state }))).toBe('11111');
    const third = await back('dee');
    await call(login.loginByGoogle, third);
    expect(await refusalOf(call(login.loginByGoogle, third))).toBe('11111');
  });

  test('where it is not set up says so', async () => {
    const bare = await identityApp(db, clock);
    expect(await refusalOf(bare.call(login.googleConfig, {}))).toBe('11110');
  });

  test('an authenticator is asked for its code, too', async () => {
    const { token } = await registerWith('eve_here', ticketOf(await call(login.loginByGoogle, await back('eve'))));
    const own = from('192.0.2.1', token);
    const { secret } = await own(user.enrolOtp, { password });
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    const code = () => totp.generate({ timestamp: clock.wall() });
    await own(user.confirmOtp, { otp: code() });
    clock.advance(minute);
    const arrived = await call(login.loginByGoogle, await back('eve'));
    expect(arrived).toMatchObject({ next: 'otp' });
    const ticket = ticketOf(arrived);
    expect(await refusalOf(call(login.finishSignIn, { ticket, otp: '000000' }))).toBe('11022');
    expect(await call(login.finishSignIn, { ticket, otp: code() })).toMatchObject({ userName: 'eve_here' });
    clock.advance(minute);
    expect(await refusalOf(call(login.finishSignIn, { ticket, otp: code() }))).toBe('11114');
  });

  test('who is frozen is not let in', async () => {
    await registerWith('fay_here', ticketOf(await call(login.loginByGoogle, await back('fay'))));
    await db.query("update users set frozen = true where user_name = 'fay_here'");
    expect(await refusalOf(call(login.loginByGoogle, await back('fay')))).toBe('10005');
  });
});

describe('linking', () => {
  test('takes the password, is told by mail, belongs to one account, and ends by password', async () => {
    const [gil, hal] = [await register('gil_here'), await register('hal_here')];
    const [asGil, asHal] = [from('192.0.2.1', gil.token), from('192.0.2.1', hal.token)];
    const wallet = await signed(key(7), { link: true });
    const ticket = ticketOf(await call(login.loginByDapp, wallet));
    expect(await refusalOf(asGil(user.linkSignIn, { ticket, password: 'wrong' }))).toBe('10004');
    const [linked] = await asGil(user.linkSignIn, { ticket, password });
    expect(linked).toMatchObject({ kind: 'wallet' });
    expect((await newestMail(db, gil.address)).body).toContain(linked?.label);
    expect(await refusalOf(asGil(user.linkSignIn, { ticket, password }))).toBe('11114');

    const again = ticketOf(await call(login.loginByDapp, await signed(key(7), { link: true })));
    expect(await refusalOf(asHal(user.linkSignIn, { ticket: again, password }))).toBe('11113');
    expect(await refusalOf(asHal(user.unlinkSignIn, { id: linked?.id ?? '', password }))).toBe('404');
    expect(await asHal(user.signIns, {})).toEqual([]);
    expect(await asGil(user.unlinkSignIn, { id: linked?.id ?? '', password })).toEqual([]);
    expect(await call(login.loginByDapp, await signed(key(7)))).toMatchObject({ next: 'account' });
  });

  test('of twenty uses of one ticket at once one links', async () => {
    const { token } = await register('ina_here');
    const own = from('192.0.2.1', token);
    const ticket = ticketOf(await call(login.loginByDapp, await signed(key(8), { link: true })));
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => own(user.linkSignIn, { ticket, password })));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await own(user.signIns, {})).toHaveLength(1);
  });

  test('a ticket ends after a quarter of an hour', async () => {
    const { token } = await register('joe_here');
    const ticket = ticketOf(await call(login.loginByDapp, await signed(key(9), { link: true })));
    clock.advance(15 * minute);
    expect(await refusalOf(from('192.0.2.1', token)(user.linkSignIn, { ticket, password }))).toBe('11114');
  });
});

const key = (number: number) => privateKeyToAccount(`0x${number.toString(16).padStart(64, '0')}`);
type Account = ReturnType<typeof key>;
type Message = Parameters<typeof createSiweMessage>[0];

/** A message for this site, now, with a nonce of ours, signed by a real key. */
async function signed(account: Account, { link, ...changes }: Partial<Message> & { link?: boolean } = {}) {
  const { nonce } = await call(login.dappNonce, {});
  const message = createSiweMessage({
    address: account.address,
    chainId: 1,
    domain: 'assay.example',
    nonce,
    uri: origin,
    version: '1',
    issuedAt: new Date(clock.wall()),
    ...changes,
  });
  return { message, signature: await account.signMessage({ message }), ...(link === true && { link }) };
}

describe('with a wallet', () => {
  test('its owner registers once and is signed in from then on, by signature alone', async () => {
    const first = await call(login.loginByDapp, await signed(key(1)));
    // The address of the private key 1 is publicly known.
    expect(first).toMatchObject({ next: 'account', email: '', label: '0x7E5F…5Bdf' });
    await registerWith('walt_here', ticketOf(first));
    expect(await call(login.loginByDapp, await signed(key(1)))).toMatchObject({ userName: 'walt_here' });
  });

  test.each<[string, Partial<Message>]>([
    ['another site', { domain: 'evil.example' }],
    ['another address of the site', { uri: 'https://evil.example' }],
    ['a chain that is not offered', { chainId: 999_999 }],
    ['a nonce that is not ours', { nonce: 'a'.repeat(32) }],
    ['a time long past', { issuedAt: new Date(0) }],
    ['a time that has ended', { expirationTime: new Date(1) }],
    ['a time to come', { notBefore: new Date('2100-01-01') }],
  ])('a message for %s is refused', async (_, changes) => {
    expect(await refusalOf(call(login.loginByDapp, await signed(key(2), changes)))).toBe('11112');
  });

  test('a site on this machine takes it by number and by name, another site never', async () => {
    const sandbox = await identityApp(db, clock, { origin: 'http://127.0.0.1:8080' });
    const at = async (host: string) =>
      sandbox.call(login.loginByDapp, await signed(key(6), { domain: host, uri: `http://${host}` }));
    expect(await at('127.0.0.1:8080')).toMatchObject({ next: 'account' });
    expect(await at('localhost:8080')).toMatchObject({ next: 'account' });
    for (const host of ['localhost:8081', 'evil.example']) expect(await refusalOf(at(host))).toBe('11112');
    expect(await refusalOf(call(login.loginByDapp, await signed(key(6), { domain: 'localhost:8080' })))).toBe('11112');
  });

  test('the signature of another key, a changed message and nonsense are refused, and use nothing up', async () => {
    const good = await signed(key(3));
    const other = await key(4).signMessage({ message: good.message });
    const wrong = [
      { ...good, signature: other },
      { ...good, message: good.message.replace('Chain ID: 1', 'Chain ID: 10') },
      { ...good, signature: '0x00' },
      { message: 'hello', signature: good.signature },
    ];
    for (const attempt of wrong) expect(await refusalOf(call(login.loginByDapp, attempt))).toBe('11112');
    expect(await call(login.loginByDapp, good)).toMatchObject({ next: 'account' });
  });

  test('a nonce that was asked for leaves nothing behind, ends after ten minutes, and is known by its mark to this product alone', async () => {
    const kept = () => db.query('select nonce from wallet_nonces');
    const before = (await kept()).length;
    for (let round = 0; round < 20; round += 1) await call(login.dappNonce, {});
    expect(await kept()).toHaveLength(before);
    const elsewhere = await identityApp(db, clock, { secret: 'another secret of this test, long enough' });
    const { nonce } = await elsewhere.call(login.dappNonce, {});
    expect(await refusalOf(call(login.loginByDapp, await signed(key(7), { nonce })))).toBe('11112');
    const good = await signed(key(7));
    const begins = good.message.indexOf('Nonce: ') + 7;
    const later = { nonce: `zzzzzzzzz${good.message.slice(begins + 9, begins + 32)}` };
    expect(await refusalOf(call(login.loginByDapp, await signed(key(7), later)))).toBe('11112');
    const old = await signed(key(7), { issuedAt: new Date(clock.wall() + minute) });
    clock.advance(10 * minute);
    expect(await refusalOf(call(login.loginByDapp, old))).toBe('11112');
  });

  test('a signature is good once, also when it comes twenty times at once', async () => {
    const good = await signed(key(5));
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => call(login.loginByDapp, good)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
