import type { FeedQuote } from '@assay/contract/feed.ts';
import { quotedCodesMax } from '@assay/contract/vocabulary/limits.ts';
import { expect, test, vi } from 'vitest';
import { Lines } from './lines.ts';

const minute = 60_000;
const noon = Date.UTC(2026, 0, 5, 12);

const quoteOf = (code: string, price: string, atMs: number, splits?: number): FeedQuote => ({
  code,
  price,
  zdf: '0.00',
  bid: price,
  ask: price,
  time: new Date(atMs).toISOString(),
  ...(splits !== undefined && { splits }),
});

/** Lines with a clock, a feed and a server that the test controls. */
function setup() {
  let now = 1_000_000;
  let timers: { at: number; run: () => void }[] = [];
  const quotes = new Map<string, FeedQuote>();
  const rows = new Map<string, Set<() => void>>();
  const asked: (readonly string[])[] = [];
  const server = { fails: false, hundred: [1, 2, 3] as readonly number[] };
  const lines = new Lines({
    fetch: async (codes) => {
      asked.push(codes);
      if (server.fails) throw new Error('no answer');
      return codes.map((code) => ({ code, hundred: server.hundred }));
    },
    quoteOf: (code) => quotes.get(code),
    onQuote: (code, listener) => {
      const listeners = rows.get(code) ?? new Set();
      rows.set(code, listeners.add(listener));
      return () => listeners.delete(listener);
    },
    now: () => now,
    later: (milliseconds, run) => {
      const timer = { at: now + milliseconds, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  });
  const isDue = ({ at }: { at: number }) => at <= now;
  const pass = async (milliseconds: number) => {
    const end = now + milliseconds;
    while (now < end) {
      now = Math.min(now + 20, end);
      const due = new Set(timers.filter(isDue));
      timers = timers.filter((timer) => !due.has(timer));
      for (const { run } of due) run();
      await Promise.resolve();
      await Promise.resolve();
      await Promise.resolve();
    }
  };
  const tell = (quote: FeedQuote) => {
    quotes.set(quote.code, quote);
    for (const listener of rows.get(quote.code) ?? []) listener();
  };
  return { lines, asked, server, pass, tell, rows };
}

test('rows that come together are asked for together, once; who comes to what is known waits for nothing', async () => {
  const { lines, asked, pass } = setup();
  const heard = vi.fn<() => void>();
  lines.listen('A', heard);
  lines.listen('B', heard);
  expect(lines.pointsOf('A')).toBeUndefined();
  await pass(200);
  expect(asked).toEqual([['A', 'B']]);
  expect(heard).toHaveBeenCalledTimes(2);
  expect(lines.pointsOf('A')).toEqual([1, 2, 3]);
  lines.listen('A', () => undefined);
  lines.take([{ code: 'C', hundred: [7, 8] }, { code: 'D' }]);
  lines.listen('C', () => undefined);
  expect([lines.pointsOf('C'), lines.pointsOf('D')]).toEqual([[7, 8], undefined]);
  await pass(500);
  expect(asked).toHaveLength(1);
});

test('what is scrolled past is not asked for, and of very many not more at once than a call takes', async () => {
  const { lines, asked, pass } = setup();
  lines.listen('GONE', () => undefined)();
  for (let place = 0; place < quotedCodesMax + 20; place += 1) lines.listen(`A${place}`, () => undefined);
  await pass(400);
  expect(asked.map((codes) => codes.length)).toEqual([quotedCodesMax, 20]);
  expect(asked.flat()).not.toContain('GONE');
});

test('a line is asked for again each minute that it is looked at, also after an answer that did not come', async () => {
  const { lines, asked, server, pass } = setup();
  server.fails = true;
  const end = lines.listen('A', () => undefined);
  await pass(200);
  expect(lines.pointsOf('A')).toBeUndefined();
  server.fails = false;
  await pass(minute);
  expect(lines.pointsOf('A')).toEqual([1, 2, 3]);
  await pass(minute);
  expect(asked).toHaveLength(3);
  end();
  await pass(5 * minute);
  expect(asked).toHaveLength(3);
  // On return the old line is shown, and the new one is fetched at once.
  lines.listen('A', () => undefined);
  await pass(200);
  expect(asked).toHaveLength(4);
});

test('the feed moves its end and begins its points, and the list stays the same where nothing has changed', async () => {
  const { lines, tell, pass } = setup();
  const heard = vi.fn<() => void>();
  lines.listen('A', heard);
  await pass(200);
  heard.mockClear();
  tell(quoteOf('A', '4', noon));
  const points = lines.pointsOf('A');
  expect(points).toEqual([1, 2, 4]);
  tell(quoteOf('A', '4', noon + minute));
  expect(lines.pointsOf('A')).toBe(points);
  expect(heard).toHaveBeenCalledTimes(1);
  tell(quoteOf('A', '5', noon + 15 * minute));
  expect(lines.pointsOf('A')).toEqual([1, 2, 4, 5]);
});

test('after a split it is asked for in units of now, and not continued by a price in others', async () => {
  const { lines, asked, server, tell, pass } = setup();
  lines.listen('A', () => undefined);
  await pass(200);
  tell(quoteOf('A', '3', noon));
  server.hundred = [0.25, 0.5, 0.75];
  tell(quoteOf('A', '0.7', noon + minute, 1));
  expect(lines.pointsOf('A')).toEqual([1, 2, 3]);
  await pass(100);
  expect(asked).toHaveLength(2);
  expect(lines.pointsOf('A')).toEqual([0.25, 0.5, 0.7]);
});

test('nobody listens to the feed for a row that is gone', () => {
  const { lines, rows } = setup();
  const [one, other] = [lines.listen('A', () => undefined), lines.listen('A', () => undefined)];
  one();
  expect(rows.get('A')?.size).toBe(1);
  other();
  expect(rows.get('A')?.size).toBe(0);
});
