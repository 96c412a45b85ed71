import { login } from '@assay/contract/endpoints/login.ts';
import { user as userCalls } from '@assay/contract/endpoints/user.ts';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { testDatabase, warm } from '../../../test/database.ts';
import {
  day,
  hour,
  identityApp,
  mailedCode,
  minute,
  newestMail,
  otherThan,
  password,
  refusalOf,
  standingClock,
} from '../../../test/identity-app.ts';
import { createLogger } from '../../platform/log.ts';

const second = 1000;
const db = await testDatabase(20);
const clock = standingClock();
const logged: string[] = [];
const log = createLogger('trace', { write: (line) => logged.push(line) });
const { from, register, call: visitor } = await identityApp(db, clock, { log });
const elsewhere = await identityApp(db, clock);

/** What the phone shows now, or so many steps off. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.wall() + steps * 30 * second });

/** Six digits that are good neither now nor half a minute off. */
function wrongCode(secret: string): string {
  const good = new Set([-1, 0, 1].map((steps) => codeOf(secret, steps)));
  let code = otherThan(codeOf(secret));
  while (good.has(code)) code = otherThan(code);
  return code;
}

const signIn = (account: string, otp?: string, ip = '192.0.2.1') =>
  from(ip)(login.login, { account, password, ...(otp === undefined ? {} : { otp }) });

/** A person whose authenticator is on, and whose first code is used up. */
async function protectedPerson(userName: string) {
  const person = await register(userName);
  const call = from('192.0.2.1', person.token);
  const { secret, uri } = await call(userCalls.enrolOtp, { password });
  const { recoveryCodes } = await call(userCalls.confirmOtp, { otp: codeOf(secret) });
  clock.advance(30 * second);
  return { ...person, call, secret, uri, recoveryCodes };
}

test('the codes are those of RFC 6238, so that every authenticator app agrees', () => {
  // Appendix B, SHA-1, last six of the eight digits.
  const secret = Secret.fromUTF8('12345678901234567890');
  const at = (seconds: number) => new TOTP({ secret }).generate({ timestamp: seconds * second });
  expect([59, 1_111_111_109, 1_234_567_890, 20_000_000_000].map(at)).toEqual(['287082', '081804', '005924', '353130']);
});

test('it is set up with the password, turned on by its first code, and from then on signing in asks for one', async () => {
  const { token, address } = await register('owner');
  const call = from('192.0.2.1', token);
  expect(await refusalOf(call(userCalls.enrolOtp, { password: 'wrong' }))).toBe('10004');
  const { secret, uri } = await call(userCalls.enrolOtp, { password });
  expect(uri).toBe(`otpauth://totp/Assay:owner?issuer=Assay&secret=${secret}&algorithm=SHA1&digits=6&period=30`);
  // Nothing is asked before it is confirmed: a phone that did not store the secret does not lock its owner out.
  await signIn('owner');
  expect(await refusalOf(call(userCalls.confirmOtp, { otp: wrongCode(secret) }))).toBe('11022');
  const { recoveryCodes } = await call(userCalls.confirmOtp, { otp: codeOf(secret) });
  expect(new Set(recoveryCodes).size).toBe(10);
  for (const code of recoveryCodes) expect(code).toMatch(/^[A-HJKMNP-Z2-9]{5}-[A-HJKMNP-Z2-9]{5}$/);
  expect((await newestMail(db, address)).subject).toBe('Authenticator turned on for your Assay account');
  expect(await call(userCalls.security, {})).toEqual({
    authenticator: true,
    recoveryCodesLeft: 10,
    mailWord: null,
    changedAt: new Date(clock.wall()).toISOString(),
  });
  await expect(signIn('owner')).rejects.toMatchObject({ code: '11021', httpStatus: 422, fields: { otp: '11021' } });
  expect(await refusalOf(signIn('owner', ''))).toBe('11021');
  expect(await refusalOf(from('192.0.2.1')(login.login, { account: 'owner', password: 'wrong', otp: codeOf(secret, 1) }))).toBe(
    '10004',
  );
  expect(await signIn('owner', codeOf(secret, 1))).toMatchObject({ userName: 'owner' });
});

test('a second setting up replaces an unfinished one, and is refused once it is on', async () => {
  const { token } = await register('hesitant');
  const call = from('192.0.2.1', token);
  const first = await call(userCalls.enrolOtp, { password });
  const { secret } = await call(userCalls.enrolOtp, { password });
  expect(await refusalOf(call(userCalls.confirmOtp, { otp: codeOf(first.secret) }))).toBe('11022');
  await call(userCalls.confirmOtp, { otp: codeOf(secret) });
  expect(await refusalOf(call(userCalls.enrolOtp, { password }))).toBe('11023');
  expect(await refusalOf(call(userCalls.confirmOtp, { otp: codeOf(secret, 1) }))).toBe('11023');
  expect(await signIn('hesitant', codeOf(secret, 1))).toMatchObject({ userName: 'hesitant' });
});

test('a code is good once: not again, not on another process, and none older than it', async () => {
  const { secret } = await protectedPerson('replayed');
  const previous = codeOf(secret, -1);
  const code = codeOf(secret);
  // The one that turned it on.
  expect(await refusalOf(signIn('replayed', previous))).toBe('11022');
  await signIn('replayed', code);
  expect(await refusalOf(signIn('replayed', code))).toBe('11022');
  expect(await refusalOf(elsewhere.from('192.0.2.1')(login.login, { account: 'replayed', password, otp: code }))).toBe('11022');
  await signIn('replayed', codeOf(secret, 1));
  expect(await refusalOf(signIn('replayed', codeOf(secret)))).toBe('11022');
});

test('a clock may be off by half a minute, and no more', async () => {
  const { secret } = await protectedPerson('unpunctual');
  clock.advance(hour);
  expect(await refusalOf(signIn('unpunctual', codeOf(secret, -2)))).toBe('11022');
  expect(await refusalOf(signIn('unpunctual', codeOf(secret, 2)))).toBe('11022');
  await signIn('unpunctual', codeOf(secret, -1));
  await signIn('unpunctual', codeOf(secret, 1));
});

const wide = { max: 1_000_000, windowMs: hour };
const unlimited = { limits: { otpsPerAccount: wide, otpsPerAccountAndNetwork: wide, loginsPerAccountAndNetwork: wide } };

test('of a hundred uses of one code at once, on two processes, one succeeds: of the app and of recovery alike', async () => {
  const { secret, recoveryCodes } = await protectedPerson('stormed');
  const [one, two] = [await identityApp(db, clock, unlimited), await identityApp(db, clock, unlimited)];
  await warm(db, 20);
  for (const otp of [codeOf(secret), recoveryCodes[3] ?? '']) {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, (_, index) =>
        (index % 2 === 0 ? one : two).from('192.0.2.1')(login.login, { account: 'stormed', password, otp }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  }
  expect(await db.query("select 1 from recovery_codes join users on id = user_id where user_name = 'stormed'")).toHaveLength(9);
});

test('looking whether a code was used before marking it would let a crowd in: the test above would see it', async () => {
  const { id } = await protectedPerson('twin');
  await warm(db, 20);
  const next = Math.floor(clock.wall() / second / 30) + 1;
  const used = () => db.query<{ last_step: number }>('select last_step from authenticators where user_id = $1', [id]);
  const mark = () => db.query('update authenticators set last_step = $2 where user_id = $1', [id, next]);
  // In a crowd all have read before any writes.
  const seen = await Promise.all(Array.from({ length: 100 }, used));
  await Promise.all(seen.map(mark));
  expect(seen.filter(([row]) => (row?.last_step ?? 0) < next).length).toBeGreaterThan(1);
});

test('a recovery code stands in for the phone once, however it is typed, and only for its owner', async () => {
  const { recoveryCodes, call } = await protectedPerson('stranded');
  const other = await protectedPerson('neighbour');
  const [first = '', next = ''] = recoveryCodes;
  expect(await refusalOf(signIn('neighbour', first))).toBe('11022');
  await signIn('stranded', first.toLowerCase().replace('-', ' '));
  expect(await refusalOf(signIn('stranded', first))).toBe('11022');
  await signIn('stranded', next);
  expect(await call(userCalls.security, {})).toMatchObject({ recoveryCodesLeft: 8 });
  expect(await other.call(userCalls.security, {})).toMatchObject({ recoveryCodesLeft: 10 });
});

test('ten wrong codes close an account to one network, and fifty a day to all, however often the right password is given', async () => {
  const { secret } = await protectedPerson('besieged');
  for (let guess = 0; guess < 10; guess += 1)
    expect(await refusalOf(signIn('besieged', wrongCode(secret), '203.0.113.5'))).toBe('11022');
  await expect(signIn('besieged', codeOf(secret), '203.0.113.5')).rejects.toMatchObject({
    code: '429',
    retryAfterSeconds: 900,
  });
  // From home the owner still comes in, and uses nothing up.
  await signIn('besieged', codeOf(secret));
  for (let guess = 10; guess < 50; guess += 1)
    expect(await refusalOf(signIn('besieged', wrongCode(secret), `198.51.100.${guess}`))).toBe('11022');
  expect(await refusalOf(signIn('besieged', codeOf(secret, 1), '198.51.100.99'))).toBe('429');
  clock.advance(day);
  await signIn('besieged', codeOf(secret));
});

test('the limit holds for a flood in parallel on two processes', async () => {
  const { secret } = await protectedPerson('flooded');
  const good = new Set([-1, 0, 1].map((steps) => codeOf(secret, steps)));
  const guesses = Array.from({ length: 60 }, (_, index) => String(index).padStart(6, '0')).filter((code) => !good.has(code));
  const outcomes = await Promise.all(
    guesses
      .slice(0, 40)
      .map((otp, index) =>
        refusalOf((index % 2 === 0 ? from : elsewhere.from)('203.0.113.8')(login.login, { account: 'flooded', password, otp })),
      ),
  );
  expect(outcomes.filter((code) => code === '11022')).toHaveLength(10);
  expect(outcomes.filter((code) => code === '429')).toHaveLength(30);
});

test('turning it on is guessed at no more than signing in', async () => {
  const { token } = await register('enroller');
  const call = from('203.0.113.9', token);
  const { secret } = await call(userCalls.enrolOtp, { password });
  for (let guess = 0; guess < 10; guess += 1) {
    expect(await refusalOf(call(userCalls.confirmOtp, { otp: wrongCode(secret) }))).toBe('11022');
  }
  expect(await refusalOf(call(userCalls.confirmOtp, { otp: codeOf(secret) }))).toBe('429');
  clock.advance(15 * minute);
  await call(userCalls.confirmOtp, { otp: codeOf(secret) });
});

test('it is turned off by password and code together, and its codes die with it', async () => {
  const { call, secret, recoveryCodes, address } = await protectedPerson('leaver');
  const [first = '', next = ''] = recoveryCodes;
  expect(await refusalOf(call(userCalls.disableOtp, { password: 'wrong', otp: codeOf(secret) }))).toBe('10004');
  expect(await refusalOf(call(userCalls.disableOtp, { password, otp: codeOf(secret, -9) }))).toBe('11022');
  clock.advance(minute);
  expect(await call(userCalls.disableOtp, { password, otp: first })).toEqual({
    authenticator: false,
    recoveryCodesLeft: 0,
    mailWord: null,
    changedAt: new Date(clock.wall()).toISOString(),
  });
  expect((await newestMail(db, address)).subject).toBe('Authenticator turned off for your Assay account');
  expect(await refusalOf(call(userCalls.disableOtp, { password, otp: next }))).toBe('11023');
  await signIn('leaver');
  const again = await call(userCalls.enrolOtp, { password });
  await call(userCalls.confirmOtp, { otp: codeOf(again.secret) });
  expect(await refusalOf(signIn('leaver', next))).toBe('11022');
  expect(await refusalOf(signIn('leaver', codeOf(secret, 1)))).toBe('11022');
});

test('who takes the mailbox over sets a new password, and still stands before the authenticator', async () => {
  const { address, secret } = await protectedPerson('robbed');
  clock.advance(2 * minute);
  await visitor(login.sendCode, { email: address, purpose: 'reset' });
  await visitor(userCalls.repassword, { email: address, code: await mailedCode(db, address), newPassword: 'stolen horse 2' });
  const stolen = (otp?: string) =>
    from('203.0.113.66')(login.login, { account: 'robbed', password: 'stolen horse 2', ...(otp === undefined ? {} : { otp }) });
  expect(await refusalOf(stolen())).toBe('11021');
  const { token } = await stolen(codeOf(secret));
  expect(await from('203.0.113.66', token)(userCalls.security, {})).toMatchObject({
    authenticator: true,
    changedAt: new Date(clock.wall()).toISOString(),
  });
});

test('who is frozen can neither turn it on nor off', async () => {
  const { token, id } = await register('frozen');
  await db.query('update users set frozen = true where id = $1', [id]);
  const call = from('192.0.2.1', token);
  expect(await refusalOf(call(userCalls.enrolOtp, { password }))).toBe('10008');
  expect(await refusalOf(call(userCalls.disableOtp, { password, otp: '000000' }))).toBe('10008');
});

test('a secret that nobody confirmed is forgotten after a day', async () => {
  const { token, id } = await register('absent_minded');
  await from('192.0.2.1', token)(userCalls.enrolOtp, { password });
  const { secret } = await protectedPerson('attentive');
  clock.advance(day);
  const { identity } = elsewhere;
  for (const job of identity.jobs) await job.run();
  expect(await db.query('select 1 from authenticators where user_id = $1', [id])).toEqual([]);
  await signIn('attentive', codeOf(secret));
});

test('neither the secret nor a recovery code stands readable in the database, in a log or in a mail', async () => {
  const { secret, recoveryCodes } = await protectedPerson('discreet');
  await signIn('discreet', codeOf(secret));
  await refusalOf(
    signIn(
      'discreet',
      recoveryCodes[0]?.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    ),
  );
  const tables = await db.query<{ name: string }>(
    "select format('%I', tablename) as name from pg_tables where schemaname = 'public'",
  );
  let kept = '';
  for (const { name } of tables) {
    const rows = await db.query<{ row: string }>(`select t::text as row from ${name} t`);
    kept += rows.map(({ row }) => row).join('\n');
  }
  expect(kept).toContain('discreet');
  expect(logged.join('')).toContain('/login/login');
  const shared = Buffer.from(Secret.fromBase32(secret).bytes);
  const forms = [secret, shared.toString('hex'), shared.toString('base64'), ...recoveryCodes];
  const searched = (kept + logged.join('')).toLowerCase();
  for (const form of [...forms, ...recoveryCodes.map((code) => code.replace('-', ''))]) {
    expect(searched).not.toContain(form.toLowerCase());
    expect(searched).not.toContain(Buffer.from(form).toString('hex'));
  }
});
