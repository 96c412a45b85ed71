import { randomUUID } from 'node:crypto';
import { locate } from '@assay/contract/client.ts';
import { allConsoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import type { Endpoint } from '@assay/contract/endpoints/endpoint.ts';
import { allCustomerCalls, customerPrefix } from '@assay/contract/endpoints/registry.ts';
import { consolePrefix } from '@assay/contract/paths.ts';
import { languages } from '@assay/contract/vocabulary/languages.ts';
import { coin } from '@assay/domain/test/coin.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildConsole } from '../src/console-app.ts';
import { createLocalBus } from '../src/platform/bus.ts';
import { readConfig } from '../src/platform/config.ts';
import { createLifecycle } from '../src/platform/lifecycle.ts';
import { outboxMailer } from '../src/platform/mail.ts';
import { createMetrics } from '../src/platform/metrics.ts';
import { type Server, startServer } from '../src/server.ts';
import { silent, testDatabase } from './database.ts';
import { password, standingClock } from './identity-app.ts';

// Rules that hold for every call, taken from the table of calls: a new call is attacked the day it is declared.

const db = await testDatabase();
const lifecycle = createLifecycle(silent);
let server: Server;
let token = '';

beforeAll(async () => {
  const wide = { USER_CALLS_MAX: '1000000', ADDRESS_CALLS_MAX: '1000000' };
  const config = await readConfig({ ...wide, DATABASE_URL: db.url, DATA_DIR: '.cache/every-route' }, []);
  const prices = { feeds: [], clock: standingClock() };
  const parts = {
    config,
    db,
    bus: createLocalBus(silent),
    mailer: outboxMailer(db),
    log: silent,
    metrics: createMetrics(),
    lifecycle,
  };
  server = await startServer({ ...parts, catalogue: [coin], prices, origin: 'http://127.0.0.1:8080' });
  await server.identity.createUser({ userName: 'everyone', email: 'everyone@example.com', password, language: 'en' });
  const answer = await server.app.inject({
    method: 'POST',
    url: '/swx/customer/login/login',
    payload: { account: 'everyone', password },
  });
  token = answer.json<{ result: { token: string } }>().result.token;
  // A caller who sends pictures to the support without a conversation is refused before they are read.
  await server.app.inject({
    method: 'POST',
    url: '/swx/customer/user/support/open',
    headers: { authorization: token },
    payload: { language: 'en' },
  });
});
afterAll(() => lifecycle.stop());

const calls: [string, Endpoint][] = allCustomerCalls.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]);
const guarded = calls.filter(([, { auth }]) => auth !== 'public');
const pinned = calls.filter(([, { auth }]) => auth === 'account' || auth === 'real');
const realOnly = calls.filter(([, { auth }]) => auth === 'real');

type Headers = Record<string, string | string[]>;
const en = { 'accept-language': 'en' };

async function send(endpoint: Endpoint, headers: Headers, payload?: object | string) {
  const { path } = locate(endpoint, { id: '1', key: 'down_url', code: 'COINUSDT', languageType: '1' });
  const json = typeof payload === 'string' ? { 'content-type': 'application/json' } : {};
  const body = endpoint.method === 'POST' ? { payload: payload ?? {} } : {};
  const answer = await server.app.inject({
    method: endpoint.method,
    url: path,
    headers: { ...en, ...json, ...headers } as Record<string, string>,
    ...body,
  });
  return { status: answer.statusCode, ...answer.json<{ code: string; message?: string; fields?: Record<string, string> }>() };
}

async function written(): Promise<string> {
  const [row] = await db.query<{ state: string }>(
    `select concat_ws('/', (select count(*) from ledger_transactions), (select count(*) from positions),
       (select count(*) from spot_orders), (select count(*) from options), (select count(*) from plans), (select count(*) from nft_bids), (select count(*) from users),
       (select count(*) from outbox)) as state`,
  );
  return row?.state ?? '';
}

describe('every guarded call', () => {
  test.each(guarded)('%s is closed without a session, and to a session that never was', async (_, endpoint) => {
    for (const authorization of [undefined, '', 'nonsense', `Bearer ${'x'.repeat(43)}`, `${token}x`]) {
      const answer = await send(endpoint, authorization === undefined ? {} : { authorization, virtually: 'YES' });
      expect([answer.status, answer.code]).toEqual([401, '401']);
    }
  });

  test.each(pinned)('%s wants the account named once, as NO or YES', async (_, endpoint) => {
    for (const virtually of [undefined, '', 'yes', 'DEMO', '1', ['NO', 'YES'], ['YES', 'YES']]) {
      const answer = await send(
        endpoint,
        virtually === undefined ? { authorization: token } : { authorization: token, virtually },
      );
      expect([answer.status, answer.code]).toEqual([400, '11003']);
    }
  });

  test.each(realOnly)('%s is refused on the demo account with the advice to switch', async (_, endpoint) => {
    const answer = await send(endpoint, { authorization: token, virtually: 'NO' });
    expect([answer.status, answer.code]).toEqual([422, '11002']);
    expect(answer.message).toMatch(/real account/i);
  });
});

describe('every call', () => {
  test.each(calls)('%s refuses unknown fields, wrong shapes and prototypes before anything is written', async (_, endpoint) => {
    const headers = { authorization: token, virtually: 'YES' };
    const before = await written();
    const attacks: (object | string)[] = [
      { unknownField: 1 },
      [1, 2],
      'null]',
      '{"__proto__":{"admin":true}}',
      '{"constructor":{"prototype":{}}}',
      '"text"',
    ];
    if (endpoint.method === 'GET') {
      const { path } = locate(endpoint, { id: '1', key: 'down_url', code: 'COINUSDT', languageType: '1' });
      for (const query of ['unknownField=1', '__proto__=1', 'limit=1e3']) {
        const answer = await server.app.inject({ method: 'GET', url: `${path}?${query}`, headers });
        expect([400, 503]).toContain(answer.statusCode);
      }
    } else {
      for (const attack of attacks) expect((await send(endpoint, headers, attack)).status).toBe(400);
    }
    expect(await written()).toBe(before);
  });

  test.each(calls)('%s answers in the envelope, and a refusal speaks each of the ten languages', async (_, endpoint) => {
    const messages = new Set<string>();
    for (const language of languages) {
      const answer = await send(endpoint, { 'accept-language': language, authorization: 'nobody' }, '{"unknownField":true}');
      // To a stranger only public calls.
      if (answer.code === '200') return expect(endpoint.auth).toBe('public');
      messages.add(answer.message ?? '');
      // The number is for programs: people read the words alone.
      expect(answer.message).not.toContain(answer.code);
    }
    expect(messages.size).toBe(languages.length);
    expect(messages).not.toContain('');
  });
});

test('a body beyond the limit, a foreign content type and an unknown path are refused in the envelope', async () => {
  const url = '/swx/customer/login/login';
  const large = await server.app.inject({
    method: 'POST',
    url,
    headers: en,
    payload: { account: 'a'.repeat(70_000), password: 'x' },
  });
  const foreign = await server.app.inject({
    method: 'POST',
    url,
    headers: { ...en, 'content-type': 'text/xml' },
    payload: '<x/>',
  });
  const unknown = await server.app.inject({ method: 'GET', url: '/swx/customer/nothing', headers: en });
  const body = (answer: typeof large) => [answer.statusCode, answer.json<{ code: string }>().code];
  expect([body(large), body(foreign), body(unknown)]).toEqual([
    [413, '413'],
    [415, '415'],
    [404, '404'],
  ]);
  expect(large.json()).toMatchObject({ values: { limit: '64 kB' }, message: 'An upload cannot exceed 64 kB' });
});

test('no page may be framed, run foreign scripts or be guessed at', async () => {
  const { headers } = await server.app.inject({ method: 'GET', url: '/swx/customer/index/listMarketAll' });
  const policy = String(headers['content-security-policy']);
  for (const directive of [
    "default-src 'self'",
    "script-src 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ])
    expect(policy).toContain(directive);
  expect(policy).not.toContain('unsafe');
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-permitted-cross-domain-policies': 'none',
  });
  expect(headers['permissions-policy']).toContain('microphone=()');
});

test('the operator side is another origin: it knows no customer call, and the site knows no operator call', async () => {
  const parts = {
    db,
    clock: standingClock(),
    log: silent,
    metrics: createMetrics(),
    mode: 'sandbox',
    trustProxy: undefined,
  } as const;
  const secret = 'a secret of this test alone, long enough';
  const operators = await buildConsole({
    ...parts,
    secret,
    bus: createLocalBus(silent),
    market: server.market,
    products: server.products,
    kyc: server.kyc,
    support: server.support,
    images: server.images,
    funds: server.funds,
    health: server.health,
    limiter: server.limiter,
  });
  const headers = { ...en, authorization: token, virtually: 'YES' };
  for (const [, endpoint] of calls) {
    const { path } = locate(endpoint, { id: '1', key: 'down_url', code: 'COINUSDT', languageType: '1' });
    expect((await operators.inject({ method: endpoint.method, url: path, headers })).statusCode).toBe(404);
  }
  for (const call of allConsoleCalls) {
    const { path } = locate(call, { id: '1', accountId: '1' }, consolePrefix);
    expect((await server.app.inject({ method: call.method, url: path, headers })).statusCode).toBe(404);
  }
  expect((await server.app.inject({ method: 'GET', url: '/metrics', headers })).statusCode).toBe(404);
  // On the console's port figures are for this machine, and not for clients of a proxy on it.
  const figures = async (asked: { remoteAddress?: string; headers?: Record<string, string> } = {}) =>
    (await operators.inject({ method: 'GET', url: '/metrics', ...asked })).statusCode;
  expect(await figures()).toBe(200);
  expect(await figures({ remoteAddress: '203.0.113.5' })).toBe(404);
  for (const header of ['x-forwarded-for', 'forwarded'])
    expect(await figures({ headers: { [header]: '127.0.0.1' } })).toBe(404);
  await operators.close();
});

test('one caller is slowed down, others are not', async () => {
  const narrow = await readConfig(
    { USER_CALLS_MAX: '5', ADDRESS_CALLS_MAX: '20', DATABASE_URL: db.url, DATA_DIR: '.cache/every-route' },
    [],
  );
  const own = createLifecycle(silent);
  const parts = {
    config: narrow,
    db,
    bus: createLocalBus(silent),
    mailer: outboxMailer(db),
    log: silent,
    metrics: createMetrics(),
    lifecycle: own,
  };
  const limited = await startServer({
    ...parts,
    catalogue: [coin],
    prices: { feeds: [], clock: standingClock() },
    origin: 'http://127.0.0.1:8080',
  });
  const ask = () =>
    limited.app.inject({
      method: 'POST',
      url: '/swx/customer/user/getUserInfo',
      headers: { ...en, authorization: token },
      payload: {},
    });
  const statuses: number[] = [];
  for (let number = 0; number < 7; number += 1) statuses.push((await ask()).statusCode);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  expect(Number((await ask()).headers['retry-after'])).toBeGreaterThan(0);
  // Closing and cancelling do not wait for the reading to calm down, and are counted apart.
  const close = async () => {
    const headers = { ...en, authorization: token, virtually: 'NO', 'idempotency-key': randomUUID() };
    const payload = { id: '1' };
    return (await limited.app.inject({ method: 'POST', url: '/swx/customer/order/stopU', headers, payload })).statusCode;
  };
  const endings: number[] = [];
  for (let number = 0; number < 7; number += 1) endings.push(await close());
  expect(endings).toEqual([404, 404, 404, 404, 404, 429, 429]);
  const look = async (remoteAddress: string) => {
    const url = '/swx/customer/index/getParamByKey/mode';
    return (await limited.app.inject({ method: 'GET', url, remoteAddress })).statusCode;
  };
  expect(await look('203.0.113.7')).toBe(200);
  // All addresses of one customer's network count together: there are 2^64 of them.
  for (let number = 1; number <= 20; number += 1) expect(await look(`2001:db8:1:2::${number}`)).toBe(200);
  expect(await look('2001:db8:1:2::99')).toBe(429);
  expect(await look('2001:db8:1:3::99')).toBe(200);
  // An address beyond its limit can't change anything any more, but can still close.
  const crowded = { method: 'POST', remoteAddress: '203.0.113.9', headers: en, payload: { id: '1' } } as const;
  for (let number = 1; number <= 21; number += 1) await look(crowded.remoteAddress);
  const from = async (call: string) =>
    (await limited.app.inject({ ...crowded, url: `/swx/customer/order/${call}` })).statusCode;
  expect([await from('amendU'), await from('stopU'), await from('cancelBb')]).toEqual([429, 401, 401]);
  const chart = async () => {
    const url = '/swx/customer/index/getKValueByCodeAndDate?code=COINUSDT&period=1h';
    return (await limited.app.inject({ method: 'GET', url, remoteAddress: '203.0.113.8' })).statusCode;
  };
  // A quarter of the twenty calls may be charts, and a tenth the description of the API.
  for (let number = 0; number < 5; number += 1) expect(await chart()).toBe(200);
  expect(await chart()).toBe(429);
  const readDocs = () => limited.app.inject({ method: 'GET', url: '/docs/json' });
  for (let number = 0; number < 2; number += 1) {
    const described = (await readDocs()).json<{ paths: Record<string, object> }>();
    expect(Object.keys(described.paths).toSorted()).toEqual(
      [...new Set(allCustomerCalls.map(({ path }) => customerPrefix + path))].toSorted(),
    );
  }
  expect((await readDocs()).statusCode).toBe(429);
  await own.stop();
});
