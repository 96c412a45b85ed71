import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { consoleApp } from '../../test/console.ts';
import { testDatabase } from '../../test/database.ts';
import { hour, minute, refusalOf, standingClock } from '../../test/identity-app.ts';
import { codeOf as codeAt } from '../platform/credentials/totp.ts';
import { createOperator, issueOneTimePassword } from './index.ts';

const db = await testDatabase();
const clock = standingClock();
const { from, operatorWith } = await consoleApp(db, clock);
const { session, operators, proposals } = consoleCalls;
const anyone = from('192.0.2.7');

const codeOf = (shared: Buffer) => codeAt(shared, clock.wall());
const codeFor = (base32: string) =>
  new TOTP({ secret: Secret.fromBase32(base32), digits: 6, period: 30 }).generate({ timestamp: clock.wall() });

/** What was made, not refused. */
function idOf(made: unknown): string {
  if (typeof made !== 'string') throw new Error('the operator was refused');
  return made;
}

/** How every hash of an operator's password begins: what the site asks of its own. */
const fullCost: unknown = expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
const hashesOf = (name: string) =>
  db.query('select password_hash as whole, first_half_hash as half from operators where name = $1', [name]);

const outcomeOf = (decided: Promise<{ status: string }>): Promise<string> =>
  decided.then(
    ({ status }) => status,
    ({ code }: { code: string }) => code,
  );

describe('an operator signs in', () => {
  test('by password and authenticator, and is told apart from nobody when either is wrong', async () => {
    const { name, password, shared } = await operatorWith(['support'], 'signer');
    const otp = codeOf(shared);
    expect(await refusalOf(anyone(session.signIn, { name, password }))).toBe('11078');
    expect(await refusalOf(anyone(session.signIn, { name, password: 'wrong', otp }))).toBe('11078');
    expect(await refusalOf(anyone(session.signIn, { name: 'nobody', password, otp }))).toBe('11078');
    const answer = await anyone(session.signIn, { name: 'SIGNER', password, otp });
    if (answer.state !== 'signedIn') throw new Error('not signed in');
    expect(await from('192.0.2.7', answer.token)(session.me, {})).toMatchObject({ name, roles: ['support'], mode: 'sandbox' });
  });

  test('with each code once', async () => {
    clock.advance(minute);
    const { name, password, shared } = await operatorWith(['support'], 'once');
    const otp = codeOf(shared);
    await anyone(session.signIn, { name, password, otp });
    expect(await refusalOf(anyone(session.signIn, { name, password, otp }))).toBe('11078');
    const both = await Promise.allSettled(
      (clock.advance(minute), [0, 1]).map(() => anyone(session.signIn, { name, password, otp: codeOf(shared) })),
    );
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('after ten failures from one network not before their time is over', async () => {
    clock.advance(minute);
    const { name, password, shared } = await operatorWith(['support'], 'guessed');
    const guesser = from('198.51.100.9');
    for (let tries = 0; tries < 10; tries += 1) {
      expect(await refusalOf(guesser(session.signIn, { name, password, otp: '000000' }))).toBe('11078');
    }
    const good = () => ({ name, password, otp: codeOf(shared) });
    expect(await refusalOf(guesser(session.signIn, good()))).toBe('429');
    expect((await anyone(session.signIn, good())).state).toBe('signedIn');
    clock.advance(15 * minute);
    expect((await guesser(session.signIn, good())).state).toBe('signedIn');
  });

  test('also after fifty wrong tries from everywhere, while each further network is heard twice an hour', async () => {
    clock.advance(minute);
    const { name, password, shared } = await operatorWith(['finance'], 'besieged');
    for (let tries = 0; tries < 50; tries += 1) {
      const guesser = from(`198.51.${100 + Math.floor(tries / 10)}.7`);
      expect(await refusalOf(guesser(session.signIn, { name, password: 'wrong', otp: '000000' }))).toBe('11078');
    }
    expect((await from('203.0.113.7')(session.signIn, { name, password, otp: codeOf(shared) })).state).toBe('signedIn');
    const further = from('203.0.113.8');
    for (const code of ['11078', '11078', '429'])
      expect(await refusalOf(further(session.signIn, { name, password: 'wrong', otp: '000000' }))).toBe(code);
  });

  test('not by trying codes for a password that is known, from however many networks', async () => {
    clock.advance(minute);
    const { name, password } = await operatorWith(['finance'], 'betrayed');
    for (let tries = 0; tries < 50; tries += 1) {
      const guesser = from(`203.0.${100 + Math.floor(tries / 10)}.7`);
      expect(await refusalOf(guesser(session.signIn, { name, password, otp: '000000' }))).toBe('11078');
    }
    expect(await refusalOf(from('203.0.113.7')(session.signIn, { name, password, otp: '000000' }))).toBe('429');
  });

  test('for the first time by a one-time password, which gives way to their own and an authenticator', async () => {
    const id = await createOperator(db, clock.wall(), { name: 'newcomer', roles: ['finance'] });
    const issued = await issueOneTimePassword(db, clock.wall(), idOf(id));
    if (issued === undefined) throw new Error('nothing was issued');
    const { password } = issued;
    const name = 'newcomer';
    expect(await hashesOf(name)).toEqual([{ whole: fullCost, half: null }]);
    const begun = await anyone(session.signIn, { name, password });
    if (begun.state !== 'enrolling') throw new Error('signed in without an authenticator');
    expect(begun.uri).toContain('otpauth://totp/Assay%20console:newcomer');
    expect(await anyone(session.signIn, { name, password })).toEqual(begun);
    const own = { name, password, newPassword: 'my very own 7' };
    expect(await refusalOf(anyone(session.enrol, { ...own, otp: '000000' }))).toBe('11022');
    expect(await refusalOf(anyone(session.enrol, { ...own, newPassword: password, otp: codeFor(begun.secret) }))).toBe('11267');
    const signedIn = await anyone(session.enrol, { ...own, otp: codeFor(begun.secret) });
    expect(signedIn.operator).toMatchObject({ name, roles: ['finance'] });
    expect(await hashesOf(name)).toEqual([{ whole: fullCost, half: null }]);
    expect(await refusalOf(anyone(session.signIn, { name, password }))).toBe('11078');
    clock.advance(minute);
    const again = await anyone(session.signIn, { name, password: own.newPassword, otp: codeFor(begun.secret) });
    expect(again.state).toBe('signedIn');
  });

  test('not with a one-time password that is older than three days', async () => {
    const id = await createOperator(db, clock.wall(), { name: 'latecomer', roles: ['finance'] });
    const issued = await issueOneTimePassword(db, clock.wall(), idOf(id));
    clock.advance(72 * hour);
    expect(await refusalOf(anyone(session.signIn, { name: 'latecomer', password: issued?.password ?? '' }))).toBe('11080');
  });
});

describe('a session', () => {
  test('ends after 30 idle minutes, and after twelve hours whatever happens', async () => {
    const idle = await operatorWith(['support']);
    clock.advance(30 * minute);
    expect(await refusalOf(idle.call(session.me, {}))).toBe('401');
    const busy = await operatorWith(['support']);
    for (let quarter = 0; quarter < 47; quarter += 1) {
      clock.advance(15 * minute);
      await busy.call(session.me, {});
    }
    clock.advance(15 * minute);
    expect(await refusalOf(busy.call(session.me, {}))).toBe('401');
  });

  test('ends at once when its operator signs out or is disabled, and has the roles of the moment', async () => {
    const out = await operatorWith(['support']);
    await out.call(session.signOut, {});
    expect(await refusalOf(out.call(session.me, {}))).toBe('401');
    const changed = await operatorWith(['support']);
    expect(await refusalOf(changed.call(operators.list, {}))).toBe('403');
    await db.query("update operators set roles = array['administrator'] where id = $1", [changed.id]);
    expect((await changed.call(operators.list, {})).items.length).toBeGreaterThan(0);
    await db.query('update operators set disabled_at = now() where id = $1', [changed.id]);
    expect(await refusalOf(changed.call(session.me, {}))).toBe('401');
  });

  test('of another operator is nobody else’s to end', async () => {
    const [mine, theirs] = [await operatorWith(['support']), await operatorWith(['support'])];
    const [own] = await theirs.call(session.sessions, {});
    expect(await refusalOf(mine.call(session.endSession, { id: own?.id ?? '' }))).toBe('404');
    expect((await theirs.call(session.me, {})).id).toBe(theirs.id);
  });

  test('is left alone when the password changes, and all others end', async () => {
    clock.advance(minute);
    const { call, name, password, shared } = await operatorWith(['support'], 'changer');
    const other = await anyone(session.signIn, { name, password, otp: codeOf(shared) });
    if (other.state !== 'signedIn') throw new Error('not signed in');
    clock.advance(minute);
    await call(session.changePassword, { password, newPassword: 'another one 2', otp: codeOf(shared) });
    expect(await hashesOf(name)).toEqual([{ whole: fullCost, half: null }]);
    expect((await call(session.me, {})).name).toBe(name);
    expect(await refusalOf(from('192.0.2.7', other.token)(session.me, {}))).toBe('401');
  });
});

describe('what became of an act', () => {
  const path = session.endSession.path;
  const key = () => crypto.randomUUID();

  test('is told to who acted, by path and key, and to nobody else', async () => {
    const [ann, other] = [await operatorWith(['administrator']), await operatorWith(['administrator'])];
    const [refused, done] = [key(), key()];
    const made = await ann.call(
      operators.create,
      { name: 'asked-for', roles: ['support'], reason: 'Somebody to be asked about' },
      { idempotencyKey: done },
    );
    const ofMade = { path: operators.create.path, key: done };
    expect(await ann.call(session.outcome, ofMade)).toEqual({ state: 'done', answer: made });
    expect(await other.call(session.outcome, ofMade)).toEqual({ state: 'working', answer: null });
    expect(await refusalOf(ann.call(session.endSession, { id: '999999' }, { idempotencyKey: refused }))).toBe('404');
    expect(await ann.call(session.outcome, { path, key: refused })).toMatchObject({
      state: 'refused',
      answer: { code: '404' },
    });
    expect(await refusalOf(ann.call(session.outcome, { path: session.me.path, key: done }))).toBe('400');
  });

  test('is nothing, for good, once it was given up', async () => {
    const { call } = await operatorWith(['support']);
    const [own] = await call(session.sessions, {});
    const given = key();
    expect(await call(session.outcome, { path, key: given, deadline: '0' })).toEqual({ state: 'never', answer: null });
    // The act was on its way all the time.
    const late = call(session.endSession, { id: own?.id ?? '' }, { idempotencyKey: given });
    expect(await refusalOf(late)).toBe('11152');
    expect(await call(session.sessions, {})).toHaveLength(1);
  });
});

describe('operators', () => {
  test('are made by two administrators, neither of whom knows the whole of the first password', async () => {
    const [ann, ben] = [await operatorWith(['administrator']), await operatorWith(['administrator'])];
    const { proposalId } = await ann.call(operators.create, {
      name: 'carl',
      roles: ['reviewer'],
      reason: 'A second reviewer is needed',
    });
    expect(await refusalOf(ann.call(proposals.approve, { id: proposalId }))).toBe('11070');
    expect((await ben.call(proposals.approve, { id: proposalId })).status).toBe('approved');
    const carl = (await ben.call(operators.list, {})).items.find(({ name }) => name === 'carl');
    expect(carl).toMatchObject({ roles: ['reviewer'], state: 'invited' });
    const operatorId = carl?.id ?? '';
    const halfOf = async ({ call }: typeof ann) => call(operators.issuePassword, { operatorId });
    const firsts = [await halfOf(ann), await halfOf(ann)];
    expect(firsts.map(({ half }) => half)).toEqual(['first', 'first']);
    const [, first] = firsts;
    const second = await halfOf(ben);
    expect(second.half).toBe('second');
    expect(await hashesOf('carl')).toEqual([{ whole: fullCost, half: fullCost }]);
    const signIn = (password: string) => anyone(session.signIn, { name: 'carl', password });
    for (const one of [first?.password, second.password, `${first?.password}-${first?.password}`, `-${second.password}`])
      expect(await refusalOf(signIn(one ?? ''))).toBe('11078');
    const whole = `${first?.password}-${second.password}`;
    const begun = await signIn(whole);
    if (begun.state !== 'enrolling') throw new Error('signed in without an authenticator');
    const kept = await db.query("select 1 from idempotency where answer::text like '%' || $1 || '%'", [second.password]);
    expect(kept).toEqual([]);
    const own = { name: 'carl', password: whole, newPassword: 'my very own 7', otp: codeFor(begun.secret) };
    expect((await anyone(session.enrol, own)).state).toBe('signedIn');
    expect(await refusalOf(halfOf(ben))).toBe('11081');
  });

  test('are taken their role by many approvals at once, and none of them waits in a circle', async () => {
    const [one, two] = [await operatorWith(['administrator']), await operatorWith(['administrator'])];
    const many = await Promise.all(Array.from({ length: 8 }, () => operatorWith(['administrator'])));
    const made = await Promise.all(
      many.map(({ id }) =>
        one.call(operators.setRoles, { operatorId: id, roles: ['support'], reason: 'Leaves the company today' }),
      ),
    );
    const decided = await Promise.all(made.map(({ proposalId }) => outcomeOf(two.call(proposals.approve, { id: proposalId }))));
    expect(decided).toEqual(many.map(() => 'approved'));
  });

  test('keep two administrators', async () => {
    await db.query("update operators set disabled_at = now() where 'administrator' = any (roles)");
    const [ann, ben] = [await operatorWith(['administrator']), await operatorWith(['administrator'])];
    const reason = 'Leaves the company today';
    expect(await refusalOf(ann.call(operators.disable, { operatorId: ben.id, reason }))).toBe('11079');
    expect(await refusalOf(ann.call(operators.setRoles, { operatorId: ben.id, roles: ['support'], reason }))).toBe('11079');
    const cleo = await operatorWith(['administrator']);
    const first = await ann.call(operators.disable, { operatorId: ben.id, reason });
    const second = await ben.call(operators.disable, { operatorId: ann.id, reason });
    const both = await Promise.all([first, second].map(({ proposalId: id }) => cleo.call(proposals.approve, { id })));
    expect(new Set(both.map(({ status, failure }) => `${status} ${failure}`))).toEqual(
      new Set(['approved null', 'failed 11079']),
    );
  });
});
