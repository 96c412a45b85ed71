import { once } from 'node:events';
import { type IncomingMessage, request as ask } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { constants, inflateRawSync } from 'node:zlib';
import { feedPath, feedProtocol } from '@assay/contract/paths.ts';
import { instruments } from '@assay/domain/market/catalogue.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { ClientOptions } from 'ws';
import { silent, testDatabase } from '../../test/database.ts';
import { connectTo } from '../../test/feed-client.ts';
import { handFeed, listed, standingClock, testMarket } from '../../test/market.ts';
import { createLocalBus } from '../platform/bus.ts';
import { createFastify } from '../platform/fastify.ts';
import { createMetrics } from '../platform/metrics.ts';
import { FeedClient } from './client.ts';
import { LiveFeed, type LiveFeedOptions } from './index.ts';
import { Message, Reading } from './message.ts';
import { QuoteLines } from './quote-lines.ts';
import { Allowance, Subscription, Subscriptions } from './subscription.ts';

const db = await testDatabase();
const weekMs = 7 * 86_400_000;
let noon = Date.UTC(2030, 0, 7, 12);

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => vi.useRealTimers());

async function open(
  catalogue: readonly Instrument[],
  authenticate: LiveFeedOptions['authenticate'] = () => Promise.resolve(undefined),
) {
  noon -= weekMs;
  const clock = standingClock(noon);
  const hand = handFeed(clock, catalogue);
  const market = await testMarket(db, { clock, catalogue, feeds: [hand] });
  await market.start();
  await market.lead();
  const metrics = createMetrics();
  const app = await createFastify({ log: silent, metrics, live: false, trustProxy: undefined });
  const bus = createLocalBus(silent);
  const feed = new LiveFeed({ market, bus, clock, authenticate, log: silent, metrics, socketsPerAddress: 20, origins: [] });
  await feed.register(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  feed.start();
  onTestFinished(async () => {
    await app.close();
    await market.stop();
  });
  const address = `ws://127.0.0.1:${(app.server.address() as AddressInfo).port}${feedPath}`;
  const connect = (options: ClientOptions = {}, protocol?: string) => {
    const client = connectTo(address, options, protocol);
    let wire: Socket | undefined;
    client.socket.once('upgrade', (response) => (wire = response.socket));
    return { ...client, bytesRead: () => wire?.bytesRead ?? 0 };
  };
  let step = 0;
  /** Moves some of the market, and lets the feed publish it. */
  const move = async (moves: (place: number) => boolean = () => true) => {
    step += 1;
    clock.set(noon + step * 250);
    const quotes = catalogue
      .filter((_, place) => moves(place))
      .map(({ code }, place) => {
        const bid = 100_000 + ((step * 7 + place * 13) % 997);
        return { code, bid, ask: bid + 2, time: clock.now(), volume: 0 };
      });
    await Promise.all(quotes.map((quote) => hand.raw(quote)));
    feed.tick();
  };
  return { market, hand, feed, address, connect, move };
}

const plainly = { perMessageDeflate: false };

test('sessions are asked about again a few at a time, however many listen, and each once a minute', async () => {
  const user = { id: '7', userName: 'eva', sessionId: 's', frozen: false, freezeReason: null };
  const checks: (() => void)[] = [];
  let holds = false;
  const authenticate = () =>
    holds ? new Promise<typeof user>((done) => checks.push(() => done(user))) : Promise.resolve(user);
  const { feed, connect } = await open(listed('BTCUSDT'), authenticate);
  const clients = Array.from({ length: 15 }, () => connect());
  for (const client of clients) {
    await client.quotes();
    client.send({ op: 'auth', token: 't', virtually: 'NO' });
    await client.event();
  }
  holds = true;
  for (let beat = 0; beat < 3; beat += 1) {
    const answered = clients.map(({ socket }) => new Promise((done) => socket.once('ping', done)));
    feed.beat();
    await Promise.all(answered);
    await clients[0]?.expectQuiet();
  }
  expect(checks).toHaveLength(4);
  for (let asked = 0; asked < clients.length; asked += 1) {
    await vi.waitFor(() => expect(checks.length).toBeGreaterThan(asked));
    expect(checks.length - asked).toBeLessThanOrEqual(4);
    checks[asked]?.();
  }
  await clients[0]?.expectQuiet();
  expect(checks).toHaveLength(clients.length);
});

test('who asks for quotes gets the newest alone before, then those it has asked for, and from then on what changes of them', async () => {
  const { feed, hand, connect } = await open(listed('BTCUSDT', 'ETHUSDT'));
  const early = connect({}, feedProtocol);
  expect(await early.quotes()).toEqual([]);
  await hand.quote('BTCUSDT', '1', '1');
  await hand.quote('ETHUSDT', '2', '2');
  feed.tick();
  const client = connect({}, feedProtocol);
  expect((await client.quotes()).map(({ code }) => code)).toEqual(['ETHUSDT']);
  await client.expectQuiet();
  expect(client.socket.protocol).toBe(feedProtocol);
  await hand.quote('BTCUSDT', '1.1', '1.1');
  feed.tick();
  await client.expectQuiet();
  // A client without prices still needs the time; one that has excluded all codes is not sent what it excluded.
  const other = connect();
  await other.quotes();
  other.send({ op: 'subscribe', codes: [] });
  expect(await other.quotes()).toEqual([]);
  feed.beat();
  await other.expectQuiet();
  expect((await client.quotes()).map(({ code, price }) => [code, price])).toEqual([['BTCUSDT', '1.10']]);
  client.send({ op: 'subscribe', codes: ['ETHUSDT'] });
  expect((await client.quotes()).map(({ code }) => code)).toEqual(['ETHUSDT']);
  await hand.quote('ETHUSDT', '2.1', '2.1');
  await hand.quote('BTCUSDT', '1.2', '1.2');
  feed.tick();
  expect((await client.quotes()).map(({ code, price }) => [code, price])).toEqual([['ETHUSDT', '2.10']]);
  // A client of a market that stands still stays current too: the next beat after a silent one sends the newest of all.
  feed.beat();
  await client.expectQuiet();
  feed.beat();
  expect((await client.quotes()).map(({ code, price }) => [code, price])).toEqual([['BTCUSDT', '1.20']]);
});

test.each([
  ['Chrome', 'permessage-deflate; client_max_window_bits', 'client_max_window_bits=9'],
  ['Firefox and Safari, which let nobody limit them', 'permessage-deflate', undefined],
  ['who would remember more', 'permessage-deflate; client_max_window_bits=12', 'client_max_window_bits=9'],
  ['who remembers less anyhow', 'permessage-deflate; client_max_window_bits=8', 'client_max_window_bits=8'],
] as const)('prices travel compressed to %s', async (_, offer, limit) => {
  const { feed, address } = await open(instruments.slice(0, 20));
  feed.tick();
  const key = Buffer.alloc(16).toString('base64');
  const handshake = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13', 'sec-websocket-key': key };
  const asked = ask(address.replace('ws', 'http'), { headers: { ...handshake, 'sec-websocket-extensions': offer } });
  asked.end();
  const [answer, socket] = (await once(asked, 'upgrade')) as [IncomingMessage, Socket];
  onTestFinished(() => void socket.destroy());
  const agreed = answer.headers['sec-websocket-extensions'] ?? '';
  expect(agreed.split('; ')[0]).toBe('permessage-deflate');
  expect(agreed.split('; ').find((one) => one.startsWith('client_max'))).toBe(limit);
});

test('who reads with many is told in few bytes, however many long lists of their own some have asked for', async () => {
  const { market, move } = await open(instruments);
  const lines = new QuoteLines(market);
  onTestFinished(() => lines.stop());
  const subscriptions = new Subscriptions(lines);
  const own = Array.from({ length: 12 }, (_, place) =>
    subscriptions.take(instruments.map(({ code }) => code).toSpliced(place, 1)),
  );
  const [shared] = [subscriptions.take(null), subscriptions.take(null)];
  await move();
  const changed = lines.refresh();
  subscriptions.begin(changed);
  const told = own.map((one) => one.batch(changed));
  expect(told.filter((message) => message?.isCompressed === false).length).toBeGreaterThan(0);
  expect(shared?.batch(changed)?.isCompressed).toBe(true);
  // What one alone reads is not kept for it.
  expect(own[0]?.batch(changed)).toBeUndefined();
});

test('compressed or not, early or late, narrowed meanwhile or not, each hears the same words', async () => {
  const { connect, move } = await open(instruments.slice(0, 120));
  await move();
  const plain = connect(plainly);
  const early = connect();
  const told = { plain: await plain.quotes(), early: await early.quotes() };
  expect(early.socket.extensions).toBe('permessage-deflate');
  expect(plain.socket.extensions).toBe('');
  expect(told.early).toEqual(told.plain);
  const some = (step: number) => (place: number) => (place + step) % 3 !== 0;
  let late: ReturnType<typeof connect> | undefined;
  for (let step = 0; step < 12; step += 1) {
    if (step === 4) {
      late = connect();
      await late.quotes();
    }
    if (step === 7) {
      early.send({ op: 'subscribe', codes: ['BTCUSDT'] });
      await early.quotes();
      early.send({ op: 'subscribe', codes: instruments.map(({ code }) => code) });
      await early.quotes();
    }
    // What is private, and a batch too short to be compressed, leave what a reader remembers as it was.
    if (step === 9) {
      await early.expectQuiet();
      await move((place) => place === 5);
      for (const client of [plain, early, late]) expect(await client?.quotes()).toHaveLength(1);
    }
    await move(some(step));
    const words = await plain.quotes();
    expect(words).toHaveLength(80);
    expect(await early.quotes()).toEqual(words);
    if (late !== undefined) expect(await late.quotes()).toEqual(words);
  }
});

/** A socket that buffers as much as the test says, and the reader at its other end. */
function socketOfOurs(subscription: Subscription) {
  const wire = { writableLength: 0, frames: [] as Buffer[], write: (frame: Buffer) => void wire.frames.push(frame) };
  const socket = { readyState: 1, OPEN: 1, extensions: 'permessage-deflate' };
  const request = { ip: '192.0.2.1', raw: { socket: wire } };
  const backlog = { lagBytesMax: 0, backlogBytesMax: 1024 * 1024 };
  // Of both it uses these fields alone.
  const client = new FeedClient(1, socket as never, request as never, subscription, backlog);
  let read = Buffer.alloc(0);
  const texts = () =>
    wire.frames.splice(0).map((frame) => {
      const [first = 0, length = 0] = frame;
      const content = frame.subarray(length < 126 ? 2 : length === 126 ? 4 : 10);
      if ((first & 0x40) === 0) return content.toString();
      const whole = Buffer.concat([content, Buffer.from([0, 0, 0xff, 0xff])]);
      const dictionary = read.subarray(-32 * 1024);
      const options = { finishFlush: constants.Z_SYNC_FLUSH, ...(dictionary.length > 0 && { dictionary }) };
      const text = inflateRawSync(whole, options);
      read = Buffer.concat([read, text]);
      return text.toString();
    });
  return { client, wire, texts };
}

test('one that does not read is told the newest of all it missed, once, and reads on with the others', async () => {
  const { market, move } = await open(instruments.slice(0, 60));
  const lines = new QuoteLines(market);
  onTestFinished(() => lines.stop());
  const subscriptions = new Subscriptions(lines);
  const [subscription] = [subscriptions.take(null), subscriptions.take(null)];
  const [sleeper, reader] = [socketOfOurs(subscription), socketOfOurs(subscription)];
  const tell = async (moves?: (place: number) => boolean) => {
    await move(moves);
    const changed = lines.refresh();
    subscriptions.begin(changed);
    for (const { client } of [sleeper, reader]) client.sendChanges(lines, changed);
  };
  for (const { client } of [sleeper, reader]) client.sendSnapshot();
  for (let step = 0; step < 4; step += 1) await tell();
  expect(sleeper.texts()).toEqual(reader.texts());
  sleeper.wire.writableLength = 1;
  for (let step = 0; step < 5; step += 1) await tell((place) => place < 30 + step);
  expect(sleeper.texts()).toEqual([]);
  expect(reader.texts()).toHaveLength(5);
  sleeper.wire.writableLength = 0;
  await tell((place) => place === 50);
  const [missed = '[]', ...others] = sleeper.texts();
  expect(others).toEqual([]);
  const codes = (JSON.parse(missed) as { code: string }[]).map(({ code }) => code);
  expect(codes.toSorted()).toEqual(
    [...instruments.slice(0, 34), ...instruments.slice(50, 51)].map(({ code }) => code).toSorted(),
  );
  reader.texts();
  for (let step = 0; step < 4; step += 1) await tell();
  expect(sleeper.texts()).toEqual(reader.texts());
});

test('the market costs who says nothing a fifth of its words, and who asks for nothing next to nothing', async () => {
  const { connect, move } = await open(instruments);
  await move();
  const [plain, whole, none] = [connect(plainly), connect(), connect({}, feedProtocol)];
  await Promise.all([plain.quotes(), whole.quotes(), none.quotes()]);
  const clients = [plain, whole, none];
  const before = clients.map((client) => client.bytesRead());
  for (let step = 0; step < 20; step += 1) {
    await move((place) => place % 5 === step % 5);
    await Promise.all([plain.quotes(), whole.quotes()]);
  }
  await none.expectQuiet();
  const [words = 0, bytes = 0, silence = 0] = clients.map((client, place) => client.bytesRead() - (before[place] ?? 0));
  expect(words).toBeGreaterThan(20 * 111 * 100);
  expect(bytes).toBeLessThan(words / 5);
  expect(silence).toBeLessThan(100);
});

test('all who read the same are written the same bytes, made once; beyond what a tick allows they are plain', async () => {
  const { market, move } = await open(instruments.slice(0, 40));
  const lines = new QuoteLines(market);
  onTestFinished(() => lines.stop());
  await move();
  const changed = lines.refresh();
  const subscription = new Subscription(lines, new Allowance(), null);
  subscription.readers = 2;
  const message = subscription.batch(changed);
  const frames = [1, 2].map(() => message?.deflatedFor(new Reading()));
  expect(frames[0]).toBe(frames[1]);
  expect(message?.isCompressed).toBe(true);
  const spent = new Allowance();
  expect(spent.takes(512 * 1024)).toBe(true);
  expect(new Subscription(lines, spent, null).batch(changed)?.isCompressed).toBe(false);
  spent.renew();
  expect(new Subscription(lines, spent, null).batch(changed)?.isCompressed).toBe(true);
});

test('the broken twin, which takes any reader for one who has read on, tells what nobody can read', async () => {
  const [one, two, three] = [`[${'"price":"78998.36",'.repeat(40)}]`, '["zdf"]', `[${'"price":"78998.36",'.repeat(41)}]`];
  const third = new Message(three, { isCompressed: true, place: 3, before: [one, two] });
  const [fresh, faithful] = [new Reading(), new Reading()];
  for (const place of [1, 2]) faithful.read(place);
  expect(third.deflatedFor(fresh)).not.toEqual(third.deflatedFor(faithful));
  const gap = new Reading();
  for (const place of [0, 1]) gap.read(place);
  expect(third.deflatedFor(gap)).toBe(third.deflatedFor(new Reading()));
});
