import { feed as limits } from '@assay/contract/vocabulary/limits.ts';
import { describe, expect, test, vi } from 'vitest';
import { FeedClient, type LineEvents } from './feed-client.ts';

const quote = (code: string, price: string) => ({
  code,
  price,
  zdf: '0.10',
  bid: price,
  ask: price,
  time: '2026-01-05T00:00:00.000Z',
});

/** A client with a clock, a network and timers that move only when the test says so. */
function setup(identity: { token: string; virtually: 'YES' | 'NO' } | null = null, saysFarewell = true) {
  let now = 1_000_000;
  let timers: { at: number; run: () => void }[] = [];
  const lines: { events: LineEvents; sent: unknown[] }[] = [];
  const drawing: (() => void)[] = [];
  const times: string[] = [];
  const who = { identity };
  const client = new FeedClient({
    now: () => now,
    random: () => 1,
    quoted: (time) => void times.push(time),
    beforeDrawn: (run) => void drawing.push(run),
    identity: () => who.identity,
    later: (milliseconds, run) => {
      const timer = { at: now + milliseconds, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    connect: (events) => {
      const line = { events, sent: [] as unknown[] };
      lines.push(line);
      return { send: (text) => line.sent.push(JSON.parse(text)), close: () => (saysFarewell ? events.closed() : undefined) };
    },
  });
  const isDue = ({ at }: { at: number }) => at <= now;
  client.start();
  return {
    client,
    times,
    lines,
    who,
    /** The newest line. */
    line() {
      const line = lines.at(-1);
      if (line === undefined) throw new Error('no line was opened');
      return line;
    },
    push(message: unknown) {
      this.line().events.received(typeof message === 'string' ? message : JSON.stringify(message));
    },
    /** The page draws what it has heard. */
    draw() {
      for (const run of drawing.splice(0)) run();
    },
    /** Time passes, second by second, as the page's own check sees it. */
    pass(milliseconds: number) {
      const end = now + milliseconds;
      while (now < end) {
        now = Math.min(now + 1_000, end);
        const due = new Set(timers.filter(isDue));
        timers = timers.filter((timer) => !due.has(timer));
        for (const timer of due) timer.run();
        client.check();
      }
    },
    now: () => now,
  };
}

describe('what comes in', () => {
  test('only arrays are quotes; what is not an array changes no price', () => {
    const feed = setup();
    feed.line().events.opened();
    feed.client.onQuote('BTCUSDT', () => undefined);
    feed.push([quote('BTCUSDT', '100')]);
    feed.push({ code: 'BTCUSDT', price: '1', zdf: '0' });
    feed.push('not json');
    feed.push([null, 7, { code: 'BTCUSDT' }]);
    expect(feed.client.quoteOf('BTCUSDT')?.price).toBe('100');
  });

  test('a quote wakes the row that shows it and no other', () => {
    const feed = setup();
    feed.line().events.opened();
    const [bitcoin, ether] = [vi.fn<() => void>(), vi.fn<() => void>()];
    feed.client.onQuote('BTCUSDT', bitcoin);
    const stop = feed.client.onQuote('ETHUSDT', ether);
    feed.push([quote('BTCUSDT', '100')]);
    feed.draw();
    expect([bitcoin.mock.calls.length, ether.mock.calls.length]).toEqual([1, 0]);
    feed.push([quote('ETHUSDT', '7')]);
    stop();
    feed.draw();
    feed.push([quote('ETHUSDT', '8')]);
    feed.draw();
    expect(ether).not.toHaveBeenCalled();
  });

  test('of all that comes between two pictures a row hears once, and reads the newest', () => {
    const feed = setup();
    feed.line().events.opened();
    const prices: unknown[] = [];
    feed.client.onQuote('BTCUSDT', () => prices.push(feed.client.quoteOf('BTCUSDT')?.price));
    for (const price of ['100', '101', '102']) feed.push([quote('BTCUSDT', price)]);
    expect(prices).toEqual([]);
    feed.draw();
    feed.draw();
    feed.push([quote('BTCUSDT', '103')]);
    feed.draw();
    expect(prices).toEqual(['102', '103']);
  });

  test('a price that nobody looks at any more is forgotten, and one that nobody has asked for is not kept', () => {
    const feed = setup();
    feed.line().events.opened();
    const stop = feed.client.onQuote('BTCUSDT', () => undefined);
    feed.pass(1_000);
    feed.push([quote('BTCUSDT', '100'), quote('NOBODYS', '1')]);
    expect(feed.client.quoteOf('NOBODYS')).toBeUndefined();
    stop();
    // A listener right after, such as another page of the same instrument, still finds it.
    expect(feed.client.quoteOf('BTCUSDT')?.price).toBe('100');
    feed.pass(1_000);
    feed.client.onQuote('BTCUSDT', () => undefined);
    expect(feed.client.quoteOf('BTCUSDT')).toBeUndefined();
  });

  test('the time is that of the newest quote; a first one of a market that has closed does not set it back', () => {
    const feed = setup();
    const stop = ['AAPL', 'EURUSD'].map((code) => feed.client.onQuote(code, () => undefined));
    feed.line().events.opened();
    const at = (code: string, time: string) => ({ ...quote(code, '1'), time });
    feed.push([at('BTCUSDT', '2026-01-05T12:00:00.000Z')]);
    feed.push([at('AAPL', '2026-01-02T21:00:00.000Z')]);
    expect(feed.times).toEqual(['2026-01-05T12:00:00.000Z']);
    feed.push([at('AAPL', '2026-01-05T14:30:00.000Z'), at('EURUSD', '2026-01-05T14:31:00.000Z')]);
    expect(feed.times.at(-1)).toBe('2026-01-05T14:31:00.000Z');
    // Nor does it when it is asked for again, such as with another row, after hours in which others went on.
    feed.push([at('BTCUSDT', '2026-01-06T09:00:00.000Z')]);
    feed.push([at('AAPL', '2026-01-05T21:00:00.000Z'), at('EURUSD', '2026-01-05T22:00:00.000Z')]);
    expect(feed.times.at(-1)).toBe('2026-01-06T09:00:00.000Z');
    // A new line begins anew.
    feed.line().events.closed();
    feed.pass(1_000);
    feed.line().events.opened();
    feed.push([at('AAPL', '2026-01-05T14:29:00.000Z')]);
    expect(feed.times.at(-1)).toBe('2026-01-05T14:29:00.000Z');
    // The newest of all still carries it, where no price is shown and where the shown ones do not move.
    for (const end of stop) end();
    feed.line().events.closed();
    feed.pass(1_000);
    feed.line().events.opened();
    feed.push([at('BTCUSDT', '2026-01-05T14:35:00.000Z')]);
    feed.push([at('ETHUSDT', '2026-01-05T14:36:00.000Z')]);
    expect(feed.times.slice(-2)).toEqual(['2026-01-05T14:35:00.000Z', '2026-01-05T14:36:00.000Z']);
  });

  test('an event reaches who listens for its kind', () => {
    const feed = setup();
    feed.line().events.opened();
    const heard = vi.fn<(data: unknown) => void>();
    const stop = feed.client.onEvent('order', heard);
    feed.push({ event: 'order', data: { id: '1' } });
    feed.push({ event: 'balance', data: {} });
    stop();
    feed.push({ event: 'order', data: { id: '2' } });
    expect(heard.mock.calls).toEqual([[{ id: '1' }]]);
  });
});

describe('what goes out', () => {
  test('it subscribes to what is looked at, the rows of one drawing together', () => {
    const feed = setup();
    feed.line().events.opened();
    feed.client.onQuote('ETHUSDT', () => undefined);
    const stop = feed.client.onQuote('BTCUSDT', () => undefined);
    feed.pass(1_000);
    stop();
    feed.pass(1_000);
    expect(feed.line().sent).toEqual([
      { op: 'subscribe', codes: ['BTCUSDT', 'ETHUSDT'] },
      { op: 'subscribe', codes: ['ETHUSDT'] },
    ]);
  });

  test('of a line that was opened before it came it knows what was asked for', () => {
    const feed = setup();
    feed.client.onQuote('BTCUSDT', () => undefined);
    feed.line().events.opened(['BTCUSDT']);
    feed.pass(1_000);
    expect(feed.line().sent).toEqual([]);
    feed.line().events.closed();
    feed.pass(1_000);
    feed.client.onQuote('ETHUSDT', () => undefined);
    feed.line().events.opened(['BTCUSDT']);
    expect(feed.line().sent).toEqual([{ op: 'subscribe', codes: ['BTCUSDT', 'ETHUSDT'] }]);
    feed.line().events.closed();
    feed.pass(1_000);
    feed.line().events.opened();
    expect(feed.line().sent).toEqual([{ op: 'subscribe', codes: ['BTCUSDT', 'ETHUSDT'] }]);
  });

  test('while rows come and go it says so five times a second, and at once on a new line', () => {
    const feed = setup();
    feed.line().events.opened();
    const codes = Array.from({ length: 20 }, (_, place) => `A${place}`);
    for (const code of codes) {
      feed.client.onQuote(code, () => undefined);
      feed.pass(50);
    }
    feed.pass(1_000);
    expect(feed.line().sent.length).toBeLessThanOrEqual(6);
    expect(feed.line().sent.at(-1)).toEqual({ op: 'subscribe', codes: codes.toSorted() });
    feed.line().events.closed();
    feed.pass(1_000);
    feed.line().events.opened();
    expect(feed.line().sent).toEqual([{ op: 'subscribe', codes: codes.toSorted() }]);
  });

  test('it signs in on every line it opens, with the account of that moment', () => {
    const feed = setup({ token: 't', virtually: 'NO' });
    feed.line().events.opened();
    feed.who.identity = { token: 't', virtually: 'YES' };
    feed.client.identityChanged();
    feed.line().events.closed();
    feed.pass(1_000);
    feed.line().events.opened();
    expect(feed.lines.map(({ sent }) => sent.filter((command) => JSON.stringify(command).includes('auth')))).toEqual([
      [
        { op: 'auth', token: 't', virtually: 'NO' },
        { op: 'auth', token: 't', virtually: 'YES' },
      ],
      [{ op: 'auth', token: 't', virtually: 'YES' }],
    ]);
  });

  test('signing out takes a new line, because the old one keeps its rights', () => {
    const feed = setup({ token: 't', virtually: 'NO' });
    feed.line().events.opened();
    feed.who.identity = null;
    feed.client.identityChanged();
    feed.pass(1_000);
    feed.line().events.opened();
    feed.pass(1_000);
    expect(feed.lines).toHaveLength(2);
    expect(JSON.stringify(feed.line().sent)).not.toContain('auth');
  });
});

describe('a line that fails', () => {
  test('a quiet market stays live as long as pings are answered', () => {
    const feed = setup();
    feed.line().events.opened();
    feed.push([quote('A', '1')]);
    for (let round = 0; round < 10; round += 1) {
      feed.pass(6_000);
      feed.push({ event: 'pong', data: null });
    }
    expect(feed.client.state.state).toBe('live');
    expect(feed.line().sent.length).toBeGreaterThanOrEqual(10);
    expect(feed.lines).toHaveLength(1);
  });

  test('after ten silent seconds prices are delayed since the last word, and live again with the next', () => {
    const feed = setup();
    feed.line().events.opened();
    feed.push([quote('A', '1')]);
    const last = feed.now();
    feed.pass(limits.delayedAfterMs);
    expect(feed.client.state.state).toBe('live');
    feed.pass(1_000);
    expect(feed.client.state).toEqual({ state: 'delayed', freshAt: last });
    feed.push([]);
    expect(feed.client.state).toEqual({ state: 'live', freshAt: null });
  });

  test('a line that is silent for twenty seconds is given up for a new one', () => {
    const feed = setup();
    feed.line().events.opened();
    feed.pass(2 * limits.delayedAfterMs + 2_000);
    expect(feed.lines.length).toBeGreaterThan(1);
  });

  test('a line whose other end is gone is given up without its farewell, and what it still says is not heard', () => {
    const feed = setup(null, false);
    feed.client.onQuote('A', () => undefined);
    feed.line().events.opened();
    feed.push([quote('A', '1')]);
    const [gone] = feed.lines;
    feed.pass(2 * limits.delayedAfterMs + 2_000);
    expect(feed.lines).toHaveLength(2);
    feed.line().events.opened();
    feed.push([quote('A', '2')]);
    gone?.events.received(JSON.stringify([quote('A', '3')]));
    gone?.events.closed();
    feed.pass(1_000);
    expect([feed.lines.length, feed.client.state.state, feed.client.quoteOf('A')?.price]).toEqual([2, 'live', '2']);
  });

  test('a line that never opens is given up for a new one', () => {
    const feed = setup(null, false);
    feed.pass(2 * limits.delayedAfterMs + 2_000);
    expect(feed.lines).toHaveLength(2);
    const [first] = feed.lines;
    first?.events.opened();
    feed.line().events.opened();
    feed.push([quote('A', '1')]);
    expect(feed.client.state.state).toBe('live');
  });

  test('without any line prices become delayed, and stay so through every attempt', () => {
    const feed = setup();
    feed.line().events.opened();
    feed.push([quote('A', '1')]);
    feed.line().events.closed();
    expect(feed.client.state.state).toBe('offline');
    const seen = new Set<string>();
    feed.pass(11_000);
    for (let attempt = 0; attempt < 4; attempt += 1) {
      feed.line().events.closed();
      feed.pass(16_000);
      seen.add(feed.client.state.state);
    }
    expect([...seen]).toEqual(['delayed']);
  });

  test('attempts come ever later, up to fifteen seconds, and at once when the device is back on the network', () => {
    const feed = setup();
    const waits: number[] = [];
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const opened = feed.lines.length;
      const from = feed.now();
      feed.line().events.closed();
      while (feed.lines.length === opened) feed.pass(500);
      waits.push(feed.now() - from);
    }
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
    const opened = feed.lines.length;
    feed.line().events.closed();
    feed.client.retryNow();
    expect(feed.lines).toHaveLength(opened + 1);
    // The attempt that was planned, for fifteen seconds later at most, is called off.
    feed.pass(15_000);
    expect(feed.lines).toHaveLength(opened + 1);
  });
});
