import type { AddressInfo } from 'node:net';
import { login } from '@assay/contract/endpoints/login.ts';
import { user as userCalls } from '@assay/contract/endpoints/user.ts';
import { feedPath } from '@assay/contract/paths.ts';
import { instruments } from '@assay/domain/market/catalogue.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { ClientOptions } from 'ws';
import { silent, testDatabase } from '../../test/database.ts';
import { connectTo } from '../../test/feed-client.ts';
import { identityApp, password } from '../../test/identity-app.ts';
import { handFeed, listed, standingClock, testMarket } from '../../test/market.ts';
import { signedHeaders } from '../../test/signing.ts';
import { createLocalBus } from '../platform/bus.ts';
import { createMetrics } from '../platform/metrics.ts';
import { type PrivateMessage, tellMissed, tellUser } from '../platform/private-events.ts';
import { LiveFeed, type LiveFeedOptions } from './index.ts';

const quiet = await testDatabase();
/** Where every instrument has prices of its own. */
const busy = await testDatabase();
const weekMs = 7 * 86_400_000;
/** Of each test a week earlier than of the one before, whose prices would be in its future. */
let noon = Date.UTC(2030, 0, 7, 12);

// Timers of market and feed stand still: the tests tick.
beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => vi.useRealTimers());

async function open(catalogue: readonly Instrument[], options: Partial<LiveFeedOptions> = {}, db = quiet) {
  noon -= weekMs;
  const clock = standingClock(noon);
  const hand = handFeed(clock, catalogue);
  const market = await testMarket(db, { clock, catalogue, feeds: [hand] });
  await market.start();
  await market.lead();
  const people = await identityApp(db, clock);
  const { app, bus, identity } = people;
  const feed = new LiveFeed({
    market,
    bus,
    clock,
    authenticate: identity.authenticate,
    keys: identity.keys,
    log: silent,
    metrics: createMetrics(),
    socketsPerAddress: 20,
    origins: ['https://assay.example'],
    ...options,
  });
  await feed.register(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  feed.start();
  onTestFinished(async () => {
    await app.close();
    await market.stop();
  });
  const { port } = app.server.address() as AddressInfo;
  const connect = (socketOptions: ClientOptions = {}) => connectTo(`ws://127.0.0.1:${port}${feedPath}`, socketOptions);
  return { ...people, clock, hand, market, feed, port, connect };
}

const turn = () => new Promise<void>((done) => setImmediate(done));
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await turn();
}

test('the first array is the whole market, later ones only what has changed, each with its last value', async () => {
  const { hand, feed, clock, connect } = await open(listed('BTCUSDT', 'ETHUSDT', 'EURUSD'));
  await hand.quote('BTCUSDT', '64999.5', '65000.5');
  await hand.quote('EURUSD', '1.1', '1.1001');
  feed.tick();
  const client = connect();
  expect(await client.quotes()).toEqual([
    { code: 'BTCUSDT', price: '65000.00', zdf: '0.00', bid: '64999.50', ask: '65000.50', time: new Date(noon).toISOString() },
    { code: 'EURUSD', price: '1.10005', zdf: '0.00', bid: '1.10', ask: '1.1001', time: new Date(noon).toISOString() },
  ]);
  for (const step of [1, 2, 3]) {
    clock.set(noon + step * 50);
    await hand.quote('BTCUSDT', String(65_000 + 10 * step), String(65_000 + 10 * step));
  }
  feed.tick();
  expect(await client.quotes()).toEqual([expect.objectContaining({ code: 'BTCUSDT', price: '65030.00', zdf: '0.04' })]);
  feed.tick();
  await client.expectQuiet();
  await hand.quote('ETHUSDT', '3000', '3001');
  feed.tick();
  expect((await client.quotes()).map(({ code }) => code)).toEqual(['ETHUSDT']);
});

test('a client gets four batches a second, whatever comes in between', async () => {
  const { hand, connect } = await open(listed('BTCUSDT'));
  const client = connect();
  expect(await client.quotes()).toEqual([]);
  for (let quarter = 1; quarter <= 4; quarter += 1) {
    for (let quote = 0; quote < 25; quote += 1) {
      await hand.quote('BTCUSDT', String(65_000 + quarter * 100 + quote), String(65_001 + quarter * 100 + quote));
      vi.advanceTimersByTime(10);
    }
  }
  const batches = [await client.quotes(), await client.quotes(), await client.quotes(), await client.quotes()];
  expect(batches.map((batch) => batch.length)).toEqual([1, 1, 1, 1]);
  await client.expectQuiet();
});

test('a subscription narrows what comes; unknown codes are left out, and all codes are the whole market again', async () => {
  const { hand, feed, connect } = await open(listed('BTCUSDT', 'ETHUSDT', 'EURUSD'));
  for (const code of ['BTCUSDT', 'ETHUSDT', 'EURUSD']) await hand.quote(code, '2', '2');
  feed.tick();
  const client = connect();
  await client.quotes();
  const codes = async () => (await client.quotes()).map(({ code }) => code);
  client.send({ op: 'subscribe', codes: ['ETHUSDT', 'NOSUCH'] });
  expect(await codes()).toEqual(['ETHUSDT']);
  await hand.quote('BTCUSDT', '2.1', '2.1');
  feed.tick();
  await client.expectQuiet();
  await hand.quote('BTCUSDT', '2.2', '2.2');
  await hand.quote('ETHUSDT', '2.2', '2.2');
  feed.tick();
  expect(await codes()).toEqual(['ETHUSDT']);
  client.send({ op: 'subscribe', codes: ['EURUSD', 'ETHUSDT', 'BTCUSDT'] });
  expect(await codes()).toEqual(['BTCUSDT', 'ETHUSDT', 'EURUSD']);
  client.send({ op: 'subscribe', codes: [] });
  expect(await codes()).toEqual([]);
});

test('when a feed freezes or spikes its prices are marked as halted, and no more when it comes back', async () => {
  const { clock, hand, market, feed, connect } = await open(listed('BTCUSDT'));
  await hand.quote('BTCUSDT', '65000', '65001');
  feed.tick();
  const client = connect();
  const halted = async () => (await client.quotes()).map((quote) => quote.halted ?? false);
  expect(await halted()).toEqual([false]);
  clock.set(noon + 10_001);
  market.tick();
  feed.tick();
  expect(await halted()).toEqual([true]);
  await hand.quote('BTCUSDT', '65000', '65001');
  feed.tick();
  expect(await halted()).toEqual([false]);
  await hand.quote('BTCUSDT', '165000', '165001');
  feed.tick();
  expect(await halted()).toEqual([true]);
});

async function twoPeople(names: [string, string]) {
  const server = await open(listed('BTCUSDT'));
  const [first, second] = [await server.register(names[0]), await server.register(names[1])];
  const signIn = async (token: string, virtually: 'YES' | 'NO') => {
    const client = server.connect();
    await client.quotes();
    client.send({ op: 'auth', token, virtually });
    const userId = token === second.token ? second.id : first.id;
    const book = virtually === 'NO' ? 'demo' : 'real';
    expect(await client.event()).toEqual({ event: 'authenticated', data: { userId, book } });
    return client;
  };
  const tell = (message: PrivateMessage) => tellUser(server.bus, message);
  return { ...server, first, second, signIn, tell };
}

test('private events reach the sockets of their user and account, and no other', async () => {
  const { first, second, signIn, tell, connect } = await twoPeople(['adele', 'berta']);
  const demo = await signIn(first.token, 'NO');
  const sameDemo = await signIn(first.token, 'NO');
  const real = await signIn(first.token, 'YES');
  const other = await signIn(second.token, 'NO');
  const visitor = connect();
  await visitor.quotes();
  const userId = first.id;
  tell({ userId, book: 'demo', event: 'order', data: { id: '1' } });
  tell({ userId, book: 'real', event: 'balance', data: { available: '2' } });
  tell({ userId, book: null, event: 'notification', data: { id: '3' } });
  const order = { event: 'order', data: { id: '1' } };
  const balance = { event: 'balance', data: { available: '2' } };
  const notification = { event: 'notification', data: { id: '3' } };
  for (const client of [demo, sameDemo]) expect([await client.event(), await client.event()]).toEqual([order, notification]);
  expect([await real.event(), await real.event()]).toEqual([balance, notification]);
  for (const client of [demo, sameDemo, real, other, visitor]) await client.expectQuiet();

  // The same socket switches to the other account: from then on it gets that one's events only.
  demo.send({ op: 'auth', token: first.token, virtually: 'YES' });
  expect(await demo.event()).toEqual({ event: 'authenticated', data: { userId, book: 'real' } });
  tell({ userId, book: 'demo', event: 'order', data: { id: '4' } });
  await demo.expectQuiet();
});

test('a session that ends loses its private events at once; a token that is none never gets them', async () => {
  const { first, signIn, tell, connect, from, call } = await twoPeople(['clara', 'dora']);
  const one = await signIn(first.token, 'NO');
  const again = await call(login.login, { account: 'clara', password: 'correct horse 1' });
  const two = await signIn(again.token, 'NO');
  await from('192.0.2.1', first.token)(login.logout, {});
  expect(await one.event()).toEqual({ event: 'signedOut', data: null });
  const event = { event: 'order', data: { id: '1' } } as const;
  tell({ userId: first.id, book: 'demo', ...event });
  expect(await two.event()).toEqual(event);
  await one.expectQuiet();
  one.send({ op: 'auth', token: first.token, virtually: 'NO' });
  expect(await one.event()).toEqual({ event: 'signedOut', data: null });
  const stranger = connect();
  await stranger.quotes();
  stranger.send({ op: 'auth', token: 'no such token', virtually: 'NO' });
  expect(await stranger.event()).toEqual({ event: 'signedOut', data: null });
});

test('a session that ends while its sign-in is being checked, or whose end nobody told of, is cut off too', async () => {
  const user = { id: '7', userName: 'eva', sessionId: 's', frozen: false, freezeReason: null };
  let valid = true;
  const checks: (() => void)[] = [];
  const authenticate = () => new Promise<typeof user | undefined>((done) => checks.push(() => done(valid ? user : undefined)));
  const { bus, feed, connect } = await open(listed('BTCUSDT'), { authenticate });
  const client = connect();
  await client.quotes();
  client.send({ op: 'auth', token: 't', virtually: 'NO' });
  await until(() => checks.length === 1);
  bus.publish('private', { userId: '7', book: null, event: 'signedOut', data: { sessionId: 's' } });
  checks[0]?.();
  expect(await client.event()).toEqual({ event: 'signedOut', data: null });

  client.send({ op: 'auth', token: 't', virtually: 'NO' });
  await until(() => checks.length === 2);
  checks[1]?.();
  expect(await client.event()).toEqual({ event: 'authenticated', data: { userId: '7', book: 'demo' } });
  valid = false;
  for (let beat = 0; beat < 3; beat += 1) {
    const answered = new Promise((done) => client.socket.once('ping', done));
    feed.beat();
    await answered;
    await client.expectQuiet();
  }
  await until(() => checks.length === 3);
  checks[2]?.();
  expect(await client.event()).toEqual({ event: 'signedOut', data: null });
});

/** A customer's program: its sign-in message, at the server's present time. */
async function withProgram(userName: string, options: Partial<LiveFeedOptions> = {}) {
  const server = await open(listed('BTCUSDT'), options);
  const { id: userId, token } = await server.register(userName);
  const call = server.from('192.0.2.1', token);
  const terms = { name: 'Robot', right: 'read', book: 'demo', days: 30, password } as const;
  const { key, secret } = await call(userCalls.makeApiKey, terms);
  const sign = (virtually: 'YES' | 'NO' = 'NO', { offMs = 0, with: by = secret ?? '' } = {}) => {
    const time = server.clock.wall() + offMs;
    const headers = signedHeaders({ id: key.id, secret: by }, { target: feedPath, time, virtually });
    return {
      op: 'signedAuth',
      key: key.id,
      time: String(time),
      window: '',
      virtually,
      signature: headers['api-signature'] ?? '',
    } as const;
  };
  const client = server.connect();
  await client.quotes();
  return { ...server, userId, call, key, sign, client };
}

test('a program signs in by its key and is told its own events by number; a number is left out for what was lost', async () => {
  const losses: (() => void)[] = [];
  const bus = createLocalBus(silent);
  const heeding = {
    ...bus,
    subscribe: <M>(topic: string, handler: (message: M) => void, onLoss?: () => void) => {
      if (onLoss !== undefined) losses.push(onLoss);
      return bus.subscribe(topic, handler);
    },
  };
  const { client, sign, userId } = await withProgram('pauline', { bus: heeding });
  client.send(sign());
  expect(await client.event()).toEqual({ event: 'authenticated', data: { userId, book: 'demo' }, seq: 0 });
  const tell = (id: string) => tellUser(bus, { userId, book: 'demo', event: 'order', data: { id } });
  tell('1');
  tell('2');
  expect([await client.event(), await client.event()]).toEqual([
    { event: 'order', data: { id: '1' }, seq: 1 },
    { event: 'order', data: { id: '2' }, seq: 2 },
  ]);
  for (const onLoss of losses) onLoss();
  tell('3');
  expect(await client.event()).toEqual({ event: 'order', data: { id: '3' }, seq: 4 });
  // A twin that heeds no loss goes on counting, and the program would go on without knowing.
  tell('4');
  expect(await client.event()).toMatchObject({ seq: 5 });
  // Signed in anew it begins anew.
  client.send(sign());
  expect(await client.event()).toMatchObject({ event: 'authenticated', seq: 0 });
});

test('of what nobody could tell a page hears as after a reconnect, and a program by its numbers', async () => {
  const { first, second, signIn, bus } = await twoPeople(['rosa', 'sally']);
  const [page, other] = [await signIn(first.token, 'NO'), await signIn(second.token, 'NO')];
  tellMissed(bus, first.id);
  expect(await page.event()).toEqual({ event: 'authenticated', data: { userId: first.id, book: 'demo' } });
  await other.expectQuiet();
  const program = await withProgram('tessa');
  const { client, userId } = program;
  client.send(program.sign());
  expect(await client.event()).toMatchObject({ event: 'authenticated', seq: 0 });
  tellMissed(program.bus, userId);
  expect(await client.event()).toEqual({ event: 'authenticated', data: { userId, book: 'demo' }, seq: 2 });
});

test('what is signed wrongly, too late or for the other account signs no program in, and a revoked key ends its socket', async () => {
  const { client, sign, userId, call, key, bus } = await withProgram('quentin');
  const attempts = [
    [sign('NO', { with: 'another secret' }), '11380'],
    [sign('NO', { offMs: -5001 }), '11381'],
    [{ ...sign('NO'), virtually: 'YES' }, '11380'],
    [sign('YES'), '11384'],
  ] as const;
  for (const [message, code] of attempts) {
    client.send(message);
    expect(await client.event()).toMatchObject({ event: 'error', data: { code } });
    if (code !== '11381') expect(await client.event()).toEqual({ event: 'signedOut', data: null });
  }
  tellUser(bus, { userId, book: 'demo', event: 'order', data: { id: '1' } });
  await client.expectQuiet();
  client.send(sign());
  expect(await client.event()).toMatchObject({ event: 'authenticated' });
  await call(userCalls.revokeApiKey, { id: key.id, password });
  expect(await client.event()).toEqual({ event: 'signedOut', data: null });
  tellUser(bus, { userId, book: 'demo', event: 'order', data: { id: '2' } });
  await client.expectQuiet();
});

/** One client that never reads beside one that does, while everything changes all the time. */
async function withSleeper(options: Partial<LiveFeedOptions>) {
  const server = await open(instruments, options, busy);
  const { clock, hand, feed, connect } = server;
  let step = 0;
  const change = async () => {
    clock.set(noon + step * 250);
    const quoteOf = (code: string) => ({ code, bid: 100_000 + step, ask: 100_002 + step, time: clock.now(), volume: 0 });
    await Promise.all(instruments.map(({ code }) => hand.raw(quoteOf(code))));
    feed.tick();
    step += 1;
  };
  await change();
  // Compressed, the system would take in hundreds of batches.
  const [sleeper, reader] = [connect({ perMessageDeflate: false }), connect({ perMessageDeflate: false })];
  await Promise.all([sleeper.quotes(), reader.quotes()]);
  sleeper.socket.pause();
  let most = 0;
  // The system takes in some megabytes for the sleeper; three more come after that.
  for (let left = 50; left > 0; left -= most > 0 ? 1 : 0) {
    await change();
    expect(await reader.quotes()).toHaveLength(instruments.length);
    most = Math.max(most, feed.backlogBytes());
  }
  return { ...server, sleeper, most };
}

test('a socket that never reads keeps less than a megabyte, delays nobody, and gets the latest when it reads on', async () => {
  const { clock, feed, sleeper, most } = await withSleeper({});
  expect(most).toBeLessThan(1024 * 1024);
  sleeper.socket.resume();
  await until(() => feed.backlogBytes() === 0);
  feed.tick();
  const last = new Date(clock.now()).toISOString();
  const latest = new Map<string, string>();
  while (latest.size < instruments.length || [...latest.values()].some((time) => time !== last)) {
    for (const { code, time } of await sleeper.quotes()) latest.set(code, time);
  }
  await sleeper.expectQuiet();
});

test('the broken twin, which sends on to who does not read, keeps more than a megabyte', async () => {
  const { most } = await withSleeper({ backlog: { lagBytesMax: Infinity, backlogBytesMax: Infinity } });
  expect(most).toBeGreaterThan(1024 * 1024);
});

test('private events that nobody reads end the connection at a megabyte', async () => {
  const { first, signIn, tell, feed } = await twoPeople(['frida', 'greta']);
  const client = await signIn(first.token, 'NO');
  client.socket.pause();
  const data = { text: 'x'.repeat(100_000) };
  let most = 0;
  for (let event = 0; event < 200; event += 1) {
    tell({ userId: first.id, book: 'demo', event: 'chat', data });
    most = Math.max(most, feed.backlogBytes());
    await turn();
  }
  expect(most).toBeLessThanOrEqual(1024 * 1024);
  feed.beat();
  await until(() => feed.backlogBytes() === 0);
  client.socket.resume();
  expect([1006, 1013]).toContain(await client.closed);
});

test('who does not answer a ping is gone at the next', async () => {
  const { feed, connect } = await open(listed('BTCUSDT'));
  const dead = connect({ autoPong: false });
  const alive = connect();
  await Promise.all([dead.quotes(), alive.quotes()]);
  const pinged = Promise.all([dead, alive].map(({ socket }) => new Promise((done) => socket.once('ping', done))));
  feed.beat();
  await pinged;
  await alive.expectQuiet();
  feed.beat();
  expect(await dead.closed).toBe(1006);
  await alive.expectQuiet();
});

test('floods, riddles and heavy messages end the connection; a single mistake is only answered', async () => {
  const { connect } = await open(listed('BTCUSDT'));
  const fresh = async () => {
    const client = connect();
    await client.quotes();
    return client;
  };
  const careless = await fresh();
  careless.socket.send('{"op":"subscribe","codes":"all"}');
  expect(await careless.event()).toEqual({ event: 'error', data: { code: '400' } });
  await careless.expectQuiet();

  const riddler = await fresh();
  for (const text of ['{', '[]', 'null', '{"op":"nothing"}', '{"op":"ping","more":1}', '5']) riddler.socket.send(text);
  expect(await riddler.closed).toBe(1008);

  const binary = await fresh();
  binary.socket.send(Buffer.from('{"op":"ping"}'));
  expect(await binary.event()).toMatchObject({ event: 'error' });

  const flooder = await fresh();
  for (let message = 0; message < 100; message += 1) flooder.send({ op: 'ping' });
  expect(await flooder.closed).toBe(1008);

  const pinger = await fresh();
  for (let message = 0; message < 100; message += 1) pinger.socket.ping();
  expect(await pinger.closed).toBe(1008);

  const heavy = await fresh();
  heavy.socket.send('x'.repeat(40_000));
  expect(await heavy.closed).toBe(1009);
});

test("a page of another site can't connect; our own, an allowed one and programs can", async () => {
  const { port, connect } = await open(listed('BTCUSDT'));
  for (const origin of ['https://evil.example', 'null', `http://127.0.0.1:${port + 1}`, 'https://assay.example.evil.example']) {
    expect(await connect({ origin }).refused, origin).toBe(403);
  }
  // A name that its site has made to point here, as the page and the request both say.
  const pointed = { origin: `http://evil.example:${port}`, headers: { host: `evil.example:${port}` } };
  expect(await connect(pointed).refused).toBe(403);
  for (const origin of [`http://127.0.0.1:${port}`, 'https://assay.example']) {
    expect(await connect({ origin }).quotes()).toEqual([]);
  }
  const here = { origin: `http://localhost:${port}`, headers: { host: `localhost:${port}` } };
  expect(await connect(here).quotes()).toEqual([]);
  expect(await connect().quotes()).toEqual([]);
});

test('one address has so many sockets and no more, until one of them closes', async () => {
  const { connect } = await open(listed('BTCUSDT'), { socketsPerAddress: 2 });
  const [one, two] = [connect(), connect()];
  await Promise.all([one.quotes(), two.quotes()]);
  expect(await connect().refused).toBe(429);
  one.socket.close();
  await one.closed;
  expect(await connect().quotes()).toEqual([]);
});

test('the addresses of one IPv6 network count as one', async () => {
  const { connect } = await open(listed('BTCUSDT'), { socketsPerAddress: 1 });
  const from = (address: string) => connect({ headers: { 'X-Forwarded-For': address } });
  await from('2001:db8:1:2::1').quotes();
  expect(await from('2001:db8:1:2::2').refused).toBe(429);
  expect(await from('2001:db8:1:3::1').quotes()).toEqual([]);
});

test('one network signs in a hundred times in ten seconds, over all its sockets', async () => {
  const { connect } = await open(listed('BTCUSDT'));
  const answers: string[] = [];
  for (const socket of [connect(), connect()]) {
    await socket.quotes();
    // One by one: of several at once only the last is answered.
    for (let number = 0; number < 55; number += 1) {
      socket.send({ op: 'auth', token: 'nobody', virtually: 'NO' });
      answers.push((await socket.event()).event);
    }
  }
  expect(answers.filter((event) => event === 'signedOut')).toHaveLength(100);
  expect(answers.slice(100)).toEqual(Array.from({ length: 10 }, () => 'error'));
});

test('a stop tells every client to come back', async () => {
  const { feed, connect } = await open(listed('BTCUSDT'));
  const client = connect();
  await client.quotes();
  await feed.stop();
  expect(await client.closed).toBe(1001);
});
