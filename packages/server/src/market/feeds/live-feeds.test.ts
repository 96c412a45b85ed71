import type { AddressInfo } from 'node:net';
import { instrumentOf } from '@assay/domain/market/catalogue.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { createFeed } from './create-feed.ts';
import type { Feed } from './feed.ts';

const now = 1_795_132_800_000;
const timing = { backoffMs: 10, backoffMsMax: 40, silenceMsMax: 5_000 };
const key = 'a-secret-of-the-vendor';

function known(...codes: string[]): Instrument[] {
  return codes.flatMap((code) => instrumentOf(code) ?? []);
}

/** Takes what comes in order, or waits for it: tests wait for events, never for time. */
class Inbox<Item> {
  readonly #items: Item[] = [];
  readonly #waiting: ((item: Item) => void)[] = [];

  readonly put = (item: Item): void => {
    const taker = this.#waiting.shift();
    if (taker === undefined) this.#items.push(item);
    else taker(item);
  };

  take(): Promise<Item> {
    const item = this.#items.shift();
    return item === undefined ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve(item);
  }
}

let server: WebSocketServer;
let url: string;
let sockets: Inbox<WebSocket>;
let commands: Inbox<unknown>;
let quotes: Inbox<Quote>;
let logged: string[];
let feed: Feed;
/** What our own clock shows. */
let time: number;

const keep = async (quote: Quote) => {
  quotes.put(quote);
  return true;
};
const write = (fields: object, message: string) => void logged.push(`${message} ${JSON.stringify(fields)}`);
const log = { info: write, warn: write };

beforeEach(async () => {
  [sockets, commands, quotes, logged] = [new Inbox(), new Inbox(), new Inbox(), []];
  time = now;
  server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await new Promise((resolve) => server.once('listening', resolve));
  server.on('connection', (socket) => {
    socket.on('message', (data) => commands.put(JSON.parse(Buffer.isBuffer(data) ? data.toString() : '')));
    sockets.put(socket);
  });
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/stream`;
});

afterEach(async () => {
  vi.useRealTimers();
  await feed.stop();
  for (const socket of server.clients) socket.terminate();
  await new Promise((resolve) => server.close(resolve));
});

const say = (socket: WebSocket, message: unknown) =>
  socket.send(typeof message === 'string' ? message : JSON.stringify(message));

describe('the exchange', () => {
  async function connect(codes: string[] = ['BTCUSDT', 'MIOTAUSDT'], more: object = {}): Promise<WebSocket> {
    feed = await createFeed({
      adapter: 'exchange',
      instruments: known(...codes),
      url,
      now: () => time,
      log,
      timing: { ...timing, ...more },
    });
    await feed.start(keep);
    return sockets.take();
  }
  const ticker = (b: string, a: string, s = 'BTCUSDT') => ({ stream: 'x', data: { u: 1, s, b, B: '1', a, A: '2' } });
  const trade = (q: string, s = 'BTCUSDT', made = now) => ({
    stream: 'x',
    data: { e: 'aggTrade', E: made, s, p: '87500.10', q, m: true },
  });

  it('subscribes to best prices and trades of its coins, by the exchange’s own symbols', async () => {
    await connect();
    expect(feed.kind).toBe('live');
    expect([...feed.codes]).toEqual(['BTCUSDT', 'MIOTAUSDT']);
    expect(await commands.take()).toEqual({
      method: 'SUBSCRIBE',
      params: ['btcusdt@bookTicker', 'btcusdt@aggTrade', 'iotausdt@bookTicker', 'iotausdt@aggTrade'],
      id: 1,
    });
  });

  it('turns them into quotes, with what was traded since the last one', async () => {
    const socket = await connect();
    say(socket, { result: null, id: 1 });
    say(socket, trade('0.5'));
    say(socket, trade('0.25'));
    say(socket, ticker('87500.10', '87500.20'));
    say(socket, ticker('87500.20', '87500.30'));
    expect(await quotes.take()).toEqual({ code: 'BTCUSDT', bid: 8_750_010, ask: 8_750_020, time: now, volume: 0.75 });
    expect(await quotes.take()).toEqual({ code: 'BTCUSDT', bid: 8_750_020, ask: 8_750_030, time: now, volume: 0 });
    say(socket, ticker('0.0853', '0.0854', 'IOTAUSDT'));
    expect(await quotes.take()).toMatchObject({ code: 'MIOTAUSDT', bid: 85_300, ask: 85_400 });
  });

  it('gives a quote the time at which it was made, and proves to be in time by what it brings', async () => {
    const socket = await connect();
    expect(feed.provedMsAgo?.()).toBe(Infinity);
    say(socket, trade('1', 'BTCUSDT', now));
    say(socket, ticker('87500.10', '87500.20'));
    expect((await quotes.take()).time).toBe(now);
    expect(feed.provedMsAgo?.()).toBe(0);
    // Nothing came for 0.9 seconds, and then what was made 1.4 seconds ago.
    time = now + 2_000;
    expect(feed.provedMsAgo?.()).toBe(2_000);
    say(socket, trade('1', 'BTCUSDT', now + 600));
    say(socket, ticker('87510.10', '87510.20'));
    expect((await quotes.take()).time).toBe(now + 600);
    expect(feed.provedMsAgo?.()).toBe(2_000);
    say(socket, trade('1', 'BTCUSDT', now + 1_500));
    say(socket, ticker('87511.10', '87511.20'));
    expect((await quotes.take()).time).toBe(now + 1_500);
    expect(feed.provedMsAgo?.()).toBe(0);
  });

  it('rounds finer prices away from each other, and passes nonsense on to the sanity rules', async () => {
    const socket = await connect();
    say(socket, ticker('87500.109', '87500.101'));
    expect(await quotes.take()).toMatchObject({ bid: 8_750_010, ask: 8_750_011 });
    say(socket, ticker('NaN', '1e5'));
    expect(await quotes.take()).toMatchObject({ bid: Number.NaN, ask: Number.NaN });
  });

  it('survives what it does not understand', async () => {
    const socket = await connect();
    for (const strange of [
      '{',
      '[]',
      'null',
      '{"data":{"s":1}}',
      JSON.stringify(ticker('1', '2', 'OTHER')),
      JSON.stringify(trade('x')),
    ]) {
      say(socket, strange);
    }
    say(socket, ticker('87500.10', '87500.20'));
    expect(await quotes.take()).toMatchObject({ bid: 8_750_010, volume: 0 });
  });

  it('comes back after a break and subscribes again', async () => {
    const socket = await connect();
    await commands.take();
    socket.terminate();
    const again = await sockets.take();
    expect(await commands.take()).toMatchObject({ method: 'SUBSCRIBE' });
    say(again, ticker('87500.10', '87500.20'));
    expect(await quotes.take()).toMatchObject({ bid: 8_750_010 });
    expect(logged[0]).toMatch(/^price source disconnected \{"host":"127\.0\.0\.1:\d+","code":1006,"waitMs":\d+\}$/);
  });

  it('waits longer after each failure, with a jitter between half and the whole', async () => {
    (await connect()).terminate();
    for (let failure = 1; failure < 5; failure += 1) (await sockets.take()).terminate();
    await sockets.take();
    const waits = logged.map((line) => Number(/"waitMs":(\d+)/.exec(line)?.[1]));
    const wholes = [10, 20, 40, 40, 40];
    expect(waits).toHaveLength(5);
    waits.forEach((wait, index) => {
      const whole = wholes[index] ?? 0;
      expect(wait).toBeGreaterThanOrEqual(whole / 2);
      expect(wait).toBeLessThanOrEqual(whole);
    });
  });

  it('gives up on a connection that is silent, and pings so that a quiet market is not taken for it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const first = await connect(['BTCUSDT'], { silenceMsMax: 200 });
    await commands.take();
    for (let ping = 0; ping < 4; ping += 1) {
      const pinged = new Promise((resolve) => first.once('ping', resolve));
      vi.advanceTimersByTime(100);
      await pinged;
      // Its answer is heard in one of the next turns.
      for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(logged).toEqual([]);
    // From here on the source neither reads nor answers.
    first.pause();
    const closed = new Promise((resolve) => first.once('close', resolve));
    vi.advanceTimersByTime(300);
    await sockets.take();
    expect(logged).toHaveLength(1);
    first.resume();
    await closed;
  });

  it('is silent once stopped', async () => {
    const socket = await connect();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await feed.stop();
    await closed;
    expect(logged).toEqual([]);
  });
});

describe('the vendor', () => {
  async function connect(): Promise<WebSocket> {
    feed = await createFeed({
      adapter: 'vendor',
      instruments: known('AAPL', 'EURUSD'),
      url,
      key,
      now: () => time,
      log,
      timing,
    });
    await feed.start(keep);
    return sockets.take();
  }

  it('signs in with the key, subscribes once admitted, and brings quotes with the vendor’s time', async () => {
    const socket = await connect();
    expect(await commands.take()).toEqual({ op: 'auth', key });
    say(socket, { type: 'authenticated' });
    expect(await commands.take()).toEqual({ op: 'subscribe', symbols: ['AAPL', 'EURUSD'] });
    say(socket, { type: 'heartbeat' });
    say(socket, { type: 'quote', symbol: 'AAPL', bid: '271.90', ask: '271.92', time: now - 5, volume: '120' });
    say(socket, { type: 'quote', symbol: 'NOPE', bid: '1', ask: '2', time: now });
    say(socket, { type: 'quote', symbol: 'EURUSD', bid: '1.17451', ask: '1.17453', time: now });
    expect(await quotes.take()).toEqual({ code: 'AAPL', bid: 2_719_000, ask: 2_719_200, time: now - 5, volume: 120 });
    expect(await quotes.take()).toEqual({ code: 'EURUSD', bid: 1_174_510, ask: 1_174_530, time: now, volume: 0 });
  });

  it('proves by quotes and heartbeats that nothing is late', async () => {
    const socket = await connect();
    const quote = (made: number) => say(socket, { type: 'quote', symbol: 'AAPL', bid: '271.90', ask: '271.92', time: made });
    quote(now);
    await quotes.take();
    time = now + 2_500;
    expect(feed.provedMsAgo?.()).toBe(2_500);
    say(socket, { type: 'heartbeat', time });
    quote(time);
    await quotes.take();
    expect(feed.provedMsAgo?.()).toBe(0);
    time = now + 9_000;
    quote(now + 5_000);
    await quotes.take();
    expect(feed.provedMsAgo?.()).toBe(6_500);
  });

  it('tries a refused key ever more seldom, and writes it nowhere', async () => {
    const turnAway = (socket: WebSocket) => {
      say(socket, { type: 'refused', reason: `bad key ${key}` });
      socket.close();
    };
    turnAway(await connect());
    turnAway(await sockets.take());
    turnAway(await sockets.take());
    await sockets.take();
    const waits = logged.flatMap((line) => /"waitMs":(\d+)/.exec(line)?.[1] ?? []).map(Number);
    expect(waits).toHaveLength(3);
    expect(waits[2]).toBeGreaterThanOrEqual(20);
    expect(logged.filter((line) => line.startsWith('the vendor refused the key'))).toHaveLength(3);
    expect(logged.join()).not.toContain(key);
  });
});
