import { randomUUID } from 'node:crypto';
import { locate } from '@assay/contract/client.ts';
import type { Endpoint } from '@assay/contract/endpoints/endpoint.ts';
import { allCustomerCalls, customerCalls } from '@assay/contract/endpoints/registry.ts';
import { coin } from '@assay/domain/test/coin.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { createLocalBus } from '../src/platform/bus.ts';
import { readConfig } from '../src/platform/config.ts';
import { createLifecycle } from '../src/platform/lifecycle.ts';
import { outboxMailer } from '../src/platform/mail.ts';
import { createMetrics } from '../src/platform/metrics.ts';
import { startServer } from '../src/server.ts';
import { silent, testDatabase } from './database.ts';
import { password } from './identity-app.ts';
import { type SigningKey, type ToSign, signedHeaders } from './signing.ts';
import { wholeServer } from './whole-server.ts';

// What programs may do with a key, taken from the table of calls: a new call is closed to them unless it is written down here.

const { order, user } = customerCalls;

const readable = [
  'GET /order/listUOrder',
  'GET /order/receipt/{id}',
  'GET /order/getOptionsOrderById/{id}',
  'GET /order/listOptionsOrder',
  'GET /order/listBbOrder',
  'GET /order/getAssestInfo/{code}',
  'GET /order/getProfitTotal',
  'GET /order/equityCourse',
  'GET /order/listSmartOrder',
  'GET /order/outcome',
  'GET /order/results',
  'GET /order/resultDays',
  'GET /order/listResults',
  'GET /order/equityBridge',
  'GET /order/equityFlows',
  'GET /user/listBalances',
  'GET /user/listTransfers',
  'GET /user/exportTransfers',
];
const tradable = [
  'POST /order/buyU',
  'POST /order/stopU',
  'POST /order/amendU',
  'POST /order/margin',
  'POST /order/reverse',
  'POST /order/closeAll',
  'POST /order/cancelAll',
  'POST /order/buyOptions',
  'POST /order/submit',
  'POST /order/cancelBb',
  'POST /order/amendBb',
  'POST /order/cancelAllBb',
];

const db = await testDatabase();
const server = await wholeServer(db);
const ana = await server.person('anastasia');
const ben = await server.person('benjamin');
const keys: Record<'reads' | 'trades' | 'demo', SigningKey> = {} as never;

async function make(person: typeof ana, terms: { right?: 'read' | 'trade'; book?: 'demo' | 'real' | 'both'; name?: string }) {
  const made = await person.real(user.makeApiKey, {
    name: 'Robot',
    right: 'trade',
    book: 'both',
    days: 30,
    password,
    ...terms,
  });
  return { id: made.key.id, secret: made.secret ?? '' };
}

beforeAll(async () => {
  keys.reads = await make(ana, { right: 'read' });
  keys.trades = await make(ana, {});
  keys.demo = await make(ana, { book: 'demo' });
});

interface Heard {
  readonly status: number;
  readonly code: string;
  readonly result: unknown;
}

/** Sends what was signed, or something else instead. */
async function send(
  key: SigningKey,
  signed: Omit<ToSign, 'time'> & { time?: number },
  sent: Partial<ToSign> = {},
): Promise<Heard> {
  const asked = { time: server.clock.wall(), ...signed };
  const { 'api-signature': signature = '' } = signedHeaders(key, asked);
  const other = { ...asked, ...sent };
  const answer = await server.site.inject({
    method: other.method ?? 'GET',
    url: other.target,
    headers: { 'accept-language': 'en', ...signedHeaders(key, other), 'api-signature': signature },
    ...(other.body !== undefined && { payload: other.body }),
  });
  const json = String(answer.headers['content-type']).startsWith('application/json');
  const { code, result } = json ? answer.json<Omit<Heard, 'status'>>() : { code: '200', result: null };
  return { status: answer.statusCode, code, result };
}

const call = (endpoint: Endpoint, input: object, virtually: 'YES' | 'NO' = 'NO', idempotencyKey?: string) => {
  const { path, rest } = locate(endpoint, { ...input });
  const query = new URLSearchParams(Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]));
  const target = endpoint.method === 'GET' && query.size > 0 ? `${path}?${query.toString()}` : path;
  const body = endpoint.method === 'POST' ? { body: JSON.stringify(rest) } : {};
  return { method: endpoint.method, target, virtually, idempotencyKey: idempotencyKey ?? randomUUID(), ...body };
};

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const signable = allCustomerCalls
  .filter(({ auth }) => auth !== 'public')
  .map((endpoint) => [nameOf(endpoint), endpoint] as const);
const sample = { id: '1', code: 'COINUSDT' };
const closed = [403, '11384'];

describe('every call', () => {
  test('is open to a key as it is written down here, and to none otherwise', () => {
    const open = (right: 'read' | 'trade') => signable.flatMap(([name, { keys: wants }]) => (wants === right ? [name] : []));
    expect(open('read').toSorted()).toEqual(readable.toSorted());
    expect(open('trade').toSorted()).toEqual(tradable.toSorted());
  });

  test.each(signable)('%s asks a key for its right', async (name, endpoint) => {
    const { path } = locate(endpoint, { ...sample });
    const ask = async (key: SigningKey) => {
      const body = endpoint.method === 'POST' ? { body: '{}' } : {};
      const { status, code } = await send(key, { ...call(endpoint, {}, 'YES'), target: path, ...body });
      return [status, code];
    };
    const [byReader, byTrader] = [await ask(keys.reads), await ask(keys.trades)];
    if (readable.includes(name)) expect([byReader, byTrader]).not.toContainEqual(closed);
    else if (tradable.includes(name)) {
      expect(byReader).toEqual(closed);
      expect(byTrader).not.toEqual(closed);
    } else expect([byReader, byTrader]).toEqual([closed, closed]);
    if (readable.includes(name) || tradable.includes(name)) {
      for (const answer of [byReader, byTrader]) expect(answer[0]).not.toBe(401);
    }
  });

  test.each(signable.filter(([, { keys: wants }]) => wants !== 'never'))(
    '%s refuses a key of the demo account on the real one, and one without a signature on both',
    async (_, endpoint) => {
      const { path } = locate(endpoint, { ...sample });
      const body = endpoint.method === 'POST' ? { body: '{}' } : {};
      const crossed = await send(keys.demo, { ...call(endpoint, {}, 'YES'), target: path, ...body });
      expect([crossed.status, crossed.code]).toEqual(closed);
      const unsigned = await server.site.inject({
        method: endpoint.method,
        url: path,
        headers: { 'api-key': keys.trades.id, 'api-time': String(server.clock.wall()), virtually: 'NO' },
        ...(endpoint.method === 'POST' && { payload: {} }),
      });
      expect(unsigned.json()).toMatchObject({ code: '400', fields: { 'Api-Signature': '400' } });
    },
  );
});

const contract = { code: 'COINUSDT', side: 'long', type: 'market', lots: '1', leverage: 5 };
const openOf = async (person: typeof ana) => (await person.demo(order.listUOrder, { status: 'open' })).items.length;

test('a program opens, sees and closes a contract; nothing of it is anybody else’s', async () => {
  await server.quote();
  const opened = await send(keys.trades, call(order.buyU, contract));
  expect(opened).toMatchObject({ status: 200, result: { status: 'open', lots: '1' } });
  const { id } = opened.result as { id: string };
  const his = await make(ben, {});
  for (const [endpoint, input] of [
    [order.stopU, { id }],
    [order.amendU, { id, stopLoss: '50' }],
    [order.margin, { id, amount: '1', way: 'add' }],
    [order.receipt, { id }],
  ] as const)
    expect(await send(his, call(endpoint, input))).toMatchObject({ status: 404, code: '404' });
  expect(await send(keys.trades, call(order.listUOrder, { status: 'open' }))).toMatchObject({ result: { items: [{ id }] } });
  expect(await send(keys.trades, call(order.stopU, { id }))).toMatchObject({ status: 200, result: { status: 'closedEarly' } });
});

test('a program changes what it has ordered of coins and withdraws all of it; nothing of it is anybody else’s', async () => {
  await server.quote();
  const waits = { code: 'COINUSDT', side: 'buy', type: 'limit', price: '50', quantity: '1' };
  const { id } = (await send(keys.trades, call(order.submit, waits))).result as { id: string };
  const his = await make(ben, {});
  expect(await send(his, call(order.amendBb, { id, price: '51' }))).toMatchObject({ status: 404, code: '404' });
  expect(await send(his, call(order.cancelAllBb, {}))).toMatchObject({ status: 200, result: { items: [] } });
  const dearer = await send(keys.trades, call(order.amendBb, { id, price: '51' }));
  expect(dearer).toMatchObject({ status: 200, result: { id, price: '51.00', held: '51', status: 'open' } });
  const withdrawn = await send(keys.trades, call(order.cancelAllBb, {}));
  expect(withdrawn).toMatchObject({ status: 200, result: { items: [{ id, status: 'cancelled' }] } });
});

test('what was signed cannot be sent otherwise: each change of it is noticed', async () => {
  const before = await openOf(ana);
  const signed = { ...call(order.buyU, contract), window: '10000', deadline: String(server.clock.wall() + 60_000) };
  const larger = JSON.stringify({ ...contract, lots: '2' });
  const changes: Partial<ToSign>[] = [
    { body: larger },
    { body: `${signed.body} ` },
    { target: `${signed.target}?a=1` },
    { target: '/swx/customer/order/buyOptions' },
    { time: server.clock.wall() + 1 },
    { window: '30000' },
    { virtually: 'YES' },
    { idempotencyKey: randomUUID() },
    { deadline: String(server.clock.wall() + 90_000) },
  ];
  for (const change of changes) expect(await send(keys.trades, signed, change)).toMatchObject({ status: 401, code: '11380' });
  const read = call(order.listUOrder, { status: 'open' });
  expect((await send(keys.trades, read, { target: read.target.replace('open', 'closed') })).code).toBe('11380');
  // Signed by one key and sent as another's.
  const forged = { ...signedHeaders(keys.demo, { time: server.clock.wall(), ...signed }), 'api-key': keys.trades.id };
  const answer = await server.site.inject({ method: 'POST', url: signed.target, headers: forged, payload: signed.body ?? '' });
  expect(answer.json()).toMatchObject({ code: '11380' });
  expect(await openOf(ana)).toBe(before);
});

test('a key that may only read learns what became of an order and makes none impossible; of what no key may call none is told', async () => {
  await server.quote();
  const ask = (key: SigningKey, of: string, path = '/order/buyU') =>
    send(key, call(order.outcome, { path, key: of, deadline: '0' }));
  expect(await ask(keys.reads, 'bot-1')).toMatchObject({ status: 200, result: { state: 'working' } });
  const placed = await send(keys.trades, call(order.buyU, contract, 'NO', 'bot-1'));
  expect(placed.status).toBe(200);
  expect(await ask(keys.reads, 'bot-1')).toMatchObject({ result: { state: 'done', answer: placed.result } });
  // The guard's twin: a key that could have placed it closes it.
  expect(await ask(keys.trades, 'bot-2')).toMatchObject({ result: { state: 'never' } });
  expect(await send(keys.trades, call(order.buyU, contract, 'NO', 'bot-2'))).toMatchObject({ code: '11152' });
  for (const key of [keys.reads, keys.trades])
    for (const path of ['/user/withdrawal', '/order/buySmart']) expect((await ask(key, 'bot-3', path)).code).toBe('11384');
});

test('a replay inside the window has no second effect, and outside of it none at all', async () => {
  await server.quote();
  const before = await openOf(ana);
  const signed = { time: server.clock.wall(), ...call(order.buyU, contract) };
  const first = await send(keys.trades, signed);
  expect(first.status).toBe(200);
  expect(await send(keys.trades, signed)).toEqual(first);
  expect(await openOf(ana)).toBe(before + 1);
  // What passes while it is sent makes it younger than it was: far enough that this does not count.
  server.clock.advance(90_000);
  expect(await send(keys.trades, signed)).toMatchObject({ status: 401, code: '11381' });
  // Without a key of its own a second sending would be a second order.
  const { idempotencyKey: _, ...unkeyed } = call(order.buyU, contract);
  expect(await send(keys.trades, unkeyed)).toMatchObject({ status: 400, code: '11385' });
  await server.quote();
  // The guard's twin: with another key in each sending, as if none were signed, there are two.
  for (const idempotencyKey of [randomUUID(), randomUUID()])
    expect((await send(keys.trades, { ...unkeyed, idempotencyKey })).status).toBe(200);
  expect(await openOf(ana)).toBe(before + 3);
});

test('the time of a request may be five seconds from the server’s, thirty where it asks for that, and never more', async () => {
  const read = call(order.getProfitTotal, {});
  const now = server.clock.wall();
  const ask = async (offMs: number, window?: string) => {
    return (await send(keys.trades, { ...read, time: now + offMs, ...(window !== undefined && { window }) })).code;
  };
  // What passes while this is sent makes a request younger than it was, and never older.
  expect([await ask(-4900), await ask(100), await ask(-60_000), await ask(20_000)]).toEqual(['200', '200', '11381', '11381']);
  expect([await ask(-29_000, '30000'), await ask(15_000, '30000'), await ask(45_000, '30000')]).toEqual([
    '200',
    '200',
    '11381',
  ]);
  expect([await ask(0, '30001'), await ask(0, '0'), await ask(0, '-1')]).toEqual(['400', '400', '400']);
});

test('a session beside a key, a doubled header and a malformed one are refused and not guessed at', async () => {
  const asked = { time: server.clock.wall(), ...call(order.getProfitTotal, {}) };
  const headers = signedHeaders(keys.trades, asked);
  const code = async (more: Record<string, string | string[]>) =>
    (
      await server.site.inject({ method: 'GET', url: asked.target, headers: { ...headers, ...more } as Record<string, string> })
    ).json<{ code: string }>().code;
  expect(await code({})).toBe('200');
  expect(await code({ authorization: ana.demoHeaders.authorization })).toBe('400');
  expect(await code({ 'api-key': [keys.trades.id, keys.demo.id] })).toBe('400');
  expect(await code({ 'api-time': '1e12' })).toBe('400');
  expect(await code({ 'api-signature': 'short' })).toBe('400');
  expect(await code({ 'api-key': "ak_' or 1=1 --" })).toBe('400');
});

test('a frozen person’s program looks and does not act; who has excluded himself only closes', async () => {
  await server.quote();
  const cal = await server.person('calogero');
  const key = await make(cal, { book: 'demo' });
  const opened = await send(key, call(order.buyU, contract));
  const { id } = opened.result as { id: string };
  await db.query("update users set frozen = true, freeze_reason = 'securityConcern' where id = $1", [cal.userId]);
  for (const [endpoint, input] of [
    [order.buyU, contract],
    [order.stopU, { id }],
  ] as const)
    expect((await send(key, call(endpoint, input))).code).toBe('10008');
  expect((await send(key, call(order.listUOrder, {}))).status).toBe(200);
  await db.query('update users set frozen = false, freeze_reason = null where id = $1', [cal.userId]);
  await cal.real(user.excludeSelf, { period: '1m' });
  expect((await send(key, call(order.buyU, contract))).code).toBe('11132');
  expect((await send(key, call(order.stopU, { id }))).status).toBe(200);
});

test('a key that has ended while an order waits decides nothing any more, and closing the account ends them all', async () => {
  await server.quote();
  const dora = await server.person('dorothea');
  const key = await make(dora, { book: 'demo' });
  expect((await send(key, call(order.buyU, contract))).status).toBe(200);
  // Known from a moment ago; under the locks it is looked at once more.
  await db.query('update api_keys set revoked_at = now(), sealed_secret = null where public_id = $1', [key.id]);
  expect(await send(key, call(order.buyU, contract))).toMatchObject({ status: 401, code: '401' });
  expect((await send(key, call(order.listUOrder, {}))).code).toBe('11380');
  expect(await openOf(dora)).toBe(1);

  const emil = await server.person('emilian');
  const another = await make(emil, {});
  await db.transact((tx) => server.identity.endSessions(tx, emil.userId));
  expect((await send(another, call(order.getProfitTotal, {}))).code).toBe('11380');
});

test('a key has budgets of its own to read, to order and to end, and the answer tells what is left of them', async () => {
  const key = await make(ana, { name: 'Busy' });
  const own = createLifecycle(silent);
  const narrow = { USER_CALLS_MAX: '3', ADDRESS_CALLS_MAX: '50' };
  const config = await readConfig({ ...narrow, DATABASE_URL: db.url, DATA_DIR: server.folder }, []);
  const { app } = await startServer({
    config,
    db,
    bus: createLocalBus(silent),
    mailer: outboxMailer(db),
    log: silent,
    metrics: createMetrics(),
    lifecycle: own,
    catalogue: [coin],
    prices: { feeds: [], clock: server.clock },
    origin: 'http://127.0.0.1:8080',
  });
  const ask = async (endpoint: Endpoint, input: object, signer = key) => {
    const asked = { time: server.clock.wall(), ...call(endpoint, input) };
    const payload = asked.body === undefined ? {} : { payload: asked.body };
    return app.inject({ method: asked.method, url: asked.target, headers: signedHeaders(signer, asked), ...payload });
  };
  const many = async (endpoint: Endpoint, input: object) => {
    const answers: string[] = [];
    for (let number = 1; number <= 4; number += 1) {
      const { statusCode, headers } = await ask(endpoint, input);
      answers.push(`${statusCode} ${String(headers['ratelimit'])} ${headers['retry-after'] ?? ''}`);
    }
    return answers;
  };
  // Three in ten seconds, refilled evenly: one more every 3.3 s.
  expect(await many(order.listUOrder, {})).toEqual([
    '200 "read";r=2;t=4 ',
    '200 "read";r=1;t=7 ',
    '200 "read";r=0;t=10 ',
    '429 "read";r=0;t=10 4',
  ]);
  expect(await many(order.amendU, { id: '1' })).toEqual([
    '404 "order";r=2;t=4 ',
    '404 "order";r=1;t=7 ',
    '404 "order";r=0;t=10 ',
    '429 "order";r=0;t=10 4',
  ]);
  // A key beyond its limits can still close, and no other budget is charged: not another key's, not the owner's.
  expect(await many(order.stopU, { id: '1' })).toEqual([
    '404 "end";r=2;t=4 ',
    '404 "end";r=1;t=7 ',
    '404 "end";r=0;t=10 ',
    '429 "end";r=0;t=10 4',
  ]);
  expect((await ask(order.listUOrder, {}, keys.trades)).statusCode).toBe(200);
  expect((await ask(order.listUOrder, {}, keys.trades)).headers['ratelimit-policy']).toBe('"read";q=3;w=10');
  const site = { method: 'GET', url: '/swx/customer/order/listUOrder', headers: ana.demoHeaders } as const;
  expect((await app.inject(site)).statusCode).toBe(200);
  await own.stop();
});
