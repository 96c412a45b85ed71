import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { consolePrefix } from '@assay/contract/paths.ts';
import { describe, expect, test } from 'vitest';
import { consoleApp } from '../../../test/console.ts';
import { testDatabase } from '../../../test/database.ts';
import { minute, standingClock } from '../../../test/identity-app.ts';
import { codeOf } from '../../platform/credentials/totp.ts';

const db = await testDatabase();
const clock = standingClock();
const { app, operatorWith } = await consoleApp(db, clock);
const { session, proposals } = consoleCalls;

interface Asked {
  readonly path: string;
  readonly payload?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

async function ask({ path, payload, headers = {} }: Asked) {
  const answer = await app.inject({
    method: payload === undefined ? 'GET' : 'POST',
    url: consolePrefix + path,
    headers: { 'idempotency-key': crypto.randomUUID(), ...headers },
    ...(payload !== undefined && { payload }),
  });
  return { status: answer.statusCode, cookie: answer.headers['set-cookie'], ...answer.json<{ result: unknown }>() };
}

/** Signs an operator in like a page of the console, and returns what the browser holds then. */
async function atBrowser() {
  clock.advance(minute);
  const { id, name, password, shared } = await operatorWith(['support']);
  const payload = { name, password, otp: codeOf(shared, clock.wall()) };
  const { cookie, result } = await ask({ path: session.signIn.path, payload, headers: { operator: '0' } });
  const whole = String(cookie);
  return { id, name, whole, result, cookie: whole.split(';')[0] ?? '' };
}
const me = (headers: Record<string, string>) => ask({ path: session.me.path, headers });

describe('a page in a browser', () => {
  test('never sees its token, which is a cookie of the console’s calls alone that no script reads and no other site sends', async () => {
    const { whole, result, id, name, cookie } = await atBrowser();
    expect(whole).toMatch(/^operator=[A-Za-z0-9_-]{43}; Path=\/swx\/console; Max-Age=43200; HttpOnly; SameSite=Strict$/);
    expect(result).toMatchObject({ state: 'signedIn', token: '', operator: { id, name } });
    expect(await me({ cookie, operator: id })).toMatchObject({ status: 200, result: { id, name } });
  });

  test('is sent over TLS alone where the console is', async () => {
    clock.advance(minute);
    const { name, password, shared } = await operatorWith(['support']);
    const payload = { name, password, otp: codeOf(shared, clock.wall()) };
    const headers = { operator: '0', 'x-forwarded-proto': 'https' };
    expect(String((await ask({ path: session.signIn.path, payload, headers })).cookie)).toMatch(/; Secure$/);
  });

  test('is sent over TLS alone where money is real, whatever the proxy before the server says', async () => {
    clock.advance(minute);
    const live = await consoleApp(db, clock, undefined, { mode: 'live' });
    const { name, password, shared } = await live.operatorWith(['support'], 'works_live');
    const { headers } = await live.app.inject({
      method: 'POST',
      url: consolePrefix + session.signIn.path,
      headers: { 'idempotency-key': crypto.randomUUID(), operator: '0' },
      payload: { name, password, otp: codeOf(shared, clock.wall()) },
    });
    expect(String(headers['set-cookie'])).toMatch(/^operator=.+; Secure$/);
  });

  test('says of whom it is: a cookie alone opens nothing, nor one beside another operator’s page', async () => {
    const [one, other] = [await atBrowser(), await atBrowser()];
    expect((await me({ cookie: one.cookie })).status).toBe(401);
    for (const operator of ['0', other.id, 'x', '', `${one.id}, ${one.id}`])
      expect((await me({ cookie: one.cookie, operator })).status).toBe(401);
    expect((await me({ cookie: `${one.cookie}; ${other.cookie}`, operator: one.id })).status).toBe(401);
    // What a form of another origin could send.
    const payload = { id: '1', note: 'of another page' };
    expect((await ask({ path: proposals.approve.path, payload, headers: { cookie: one.cookie } })).status).toBe(401);
  });

  test('leaves by an act that the log tells of, and takes the cookie with it', async () => {
    const { id, cookie } = await atBrowser();
    const left = await ask({ path: session.signOut.path, payload: {}, headers: { cookie, operator: id } });
    expect([left.status, String(left.cookie)]).toEqual([200, expect.stringMatching(/^operator=; .*Max-Age=0;/)]);
    expect((await me({ cookie, operator: id })).status).toBe(401);
    const entries = await db.query("select from audit_log where action = 'session.ended' and operator_id = $1", [id]);
    expect(entries).toHaveLength(1);
  });
});

test('a program is told its token, and sets no cookie', async () => {
  clock.advance(minute);
  const { name, password, shared } = await operatorWith(['support']);
  const payload = { name, password, otp: codeOf(shared, clock.wall()) };
  const { cookie, result } = await ask({ path: session.signIn.path, payload });
  expect(cookie).toBeUndefined();
  const token: unknown = expect.stringMatching(/^[A-Za-z0-9_-]{43}$/);
  expect(result).toMatchObject({ token });
});
