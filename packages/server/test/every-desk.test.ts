import { locate } from '@assay/contract/client.ts';
import type { DeskCall } from '@assay/contract/endpoints/console/desk-call.ts';
import { allConsoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { consolePrefix } from '@assay/contract/paths.ts';
import { languages } from '@assay/contract/vocabulary/languages.ts';
import { type OperatorRole, operatorRoles } from '@assay/contract/vocabulary/operators.ts';
import { coin } from '@assay/domain/test/coin.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildConsole } from '../src/console-app.ts';
import { createEnrolledOperator, openOperatorSession, verifyAuditLog } from '../src/operators/index.ts';
import { createLocalBus } from '../src/platform/bus.ts';
import { readConfig } from '../src/platform/config.ts';
import { newSharedSecret } from '../src/platform/credentials/totp.ts';
import { createLifecycle } from '../src/platform/lifecycle.ts';
import { outboxMailer } from '../src/platform/mail.ts';
import { createMetrics } from '../src/platform/metrics.ts';
import { type Server, startServer } from '../src/server.ts';
import { silent, testDatabase } from './database.ts';
import { password, standingClock } from './identity-app.ts';

// Rules that hold for every call of the console, taken from the table of calls: a new desk is attacked the day it is declared.

const db = await testDatabase();
const clock = standingClock();
const lifecycle = createLifecycle(silent);
const secret = 'a secret of this test alone, long enough';
let app: Awaited<ReturnType<typeof buildConsole>>;
let customerToken = '';
const tokens = new Map<OperatorRole, string>();

beforeAll(async () => {
  const wide = { USER_CALLS_MAX: '1000000', ADDRESS_CALLS_MAX: '1000000' };
  const config = await readConfig({ ...wide, DATABASE_URL: db.url, DATA_DIR: '.cache/every-desk' }, []);
  const bus = createLocalBus(silent);
  const shared = { db, bus, log: silent, metrics: createMetrics() };
  const mailer = outboxMailer(db);
  const prices = { feeds: [], clock };
  const origin = 'http://127.0.0.1:8080';
  const server: Server = await startServer({ ...shared, config, mailer, lifecycle, catalogue: [coin], prices, origin });
  await server.identity.createUser({ userName: 'customer', email: 'customer@example.com', password, language: 'en' });
  const answer = await server.app.inject({
    method: 'POST',
    url: '/swx/customer/login/login',
    payload: { account: 'customer', password },
  });
  customerToken = answer.json<{ result: { token: string } }>().result.token;
  app = await buildConsole({ ...shared, ...server, clock, mode: 'sandbox', trustProxy: undefined, secret, oversees: true });
  for (const role of operatorRoles) tokens.set(role, await tokenOf(role));
});
afterAll(() => lifecycle.stop());
// As much as refills what the calls of one test take of their limits.
beforeEach(() => clock.advance(1000));

async function tokenOf(role: OperatorRole): Promise<string> {
  const operator = { name: `the-${role}`, roles: [role], password: 'an operator 1', shared: newSharedSecret() };
  await createEnrolledOperator(db, secret, clock.wall(), operator);
  const [row] = await db.query<{ id: number; hash: string }>(
    'select id, password_hash as hash from operators where name = $1',
    [operator.name],
  );
  const caller = { ip: '192.0.2.1', userAgent: '' };
  const session = await openOperatorSession(db, clock.wall(), caller, { id: String(row?.id), passwordHash: row?.hash ?? '' });
  return session?.token ?? '';
}

const calls: [string, DeskCall][] = allConsoleCalls.map((call) => [`${call.method} ${call.path}`, call]);
const guarded = calls.filter(([, { roles }]) => roles !== 'public');
const rolesOf = ({ roles }: DeskCall): readonly OperatorRole[] => (roles === 'public' ? [] : roles);
const forbidden = guarded.flatMap(([name, call]) =>
  operatorRoles
    .filter((role) => !rolesOf(call).includes(role))
    .map((role): [string, OperatorRole, DeskCall] => [name, role, call]),
);

async function send(call: DeskCall, headers: Record<string, string>, payload: object | string = {}, suffix = '') {
  const { path } = locate(call, { id: '1', accountId: '1', key: 'down_url', code: 'COINUSDT' }, consolePrefix);
  const json = typeof payload === 'string' ? { 'content-type': 'application/json' } : {};
  const body = call.method === 'POST' ? { payload } : {};
  const answer = await app.inject({
    method: call.method,
    url: path + suffix,
    headers: { 'accept-language': 'en', ...json, ...headers },
    ...body,
  });
  return { status: answer.statusCode, ...answer.json<{ code: string; message?: string }>() };
}

/** What operators have done, sign-ins aside. */
async function written(): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select (select count(*) from audit_log where action not like 'session.%' and action <> 'list.exported' and action not like '%.viewed')
       + (select count(*) from proposals) + (select count(*) from ledger_transactions where reason not like 'demo.%') as count`,
  );
  return row?.count ?? 0;
}

describe('every call of the console', () => {
  test.each(guarded)('%s is closed without a session, and to a customer', async (_, call) => {
    for (const authorization of [undefined, '', 'nonsense', `Bearer ${'x'.repeat(43)}`, customerToken]) {
      const headers = { virtually: 'YES', ...(authorization !== undefined && { authorization }) };
      const answer = await send(call, headers);
      expect([answer.status, answer.code]).toEqual([401, '401']);
      if (call.csv) expect((await send(call, headers, {}, '.csv')).status).toBe(401);
    }
  });

  test.each(forbidden)('%s is refused to %s', async (_, role, call) => {
    const headers = { authorization: tokens.get(role) ?? '' };
    const answer = await send(call, headers);
    expect([answer.status, answer.code]).toEqual([403, '403']);
    if (call.csv) expect((await send(call, headers, {}, '.csv')).status).toBe(403);
  });

  test('a list that is more than its lines is taken away by fewer than may look at it', async () => {
    const narrowed = guarded.filter(([, call]) => call.csvRoles !== null);
    expect(narrowed.map(([name]) => name)).toContain('GET /users/list');
    for (const [, call] of narrowed) {
      for (const [role, authorization] of tokens) {
        const allowed = call.csvRoles?.includes(role) === true;
        const url = `${consolePrefix}${call.path}.csv`;
        expect((await app.inject({ url, headers: { authorization } })).statusCode).toBe(allowed ? 200 : 403);
      }
    }
  });

  test.each(guarded)('%s refuses unknown fields, wrong shapes and prototypes before anything is written', async (_, call) => {
    const headers = { authorization: tokens.get(rolesOf(call)[0] ?? 'support') ?? '' };
    const before = await written();
    if (call.method === 'GET') {
      for (const query of ['?unknownField=1', '?__proto__=1']) expect((await send(call, headers, {}, query)).status).toBe(400);
    } else {
      for (const attack of [{ unknownField: 1 }, [1, 2], 'null]', '{"__proto__":{"admin":true}}', '"text"'])
        expect((await send(call, headers, attack)).status).toBe(400);
    }
    expect(await written()).toBe(before);
  });

  test.each(calls)('%s answers in the envelope, and a refusal speaks each of the ten languages', async (_, call) => {
    const messages = new Set<string>();
    for (const language of languages) {
      const answer = await send(call, { 'accept-language': language, authorization: 'nobody' }, '{"unknownField":true}');
      messages.add(answer.message ?? '');
    }
    expect(messages.size).toBe(languages.length);
  });

  test('leaves the audit log whole', async () => {
    expect((await verifyAuditLog(db)).findings).toEqual([]);
  });
});

test('every call is named once, and every move is a POST', () => {
  expect(new Set(calls.map(([name]) => name)).size).toBe(calls.length);
  expect(calls.filter(([, { moves, method }]) => moves && method !== 'POST')).toEqual([]);
});
