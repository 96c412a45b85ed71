import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { aggregateBars, type Bar, extendBar } from '@assay/domain/market/candles.ts';
import { instrumentOf } from '@assay/domain/market/catalogue.ts';
import { mid, type Quote } from '@assay/domain/market/quote.ts';
import { checkQuote, initialSanity, sanityRules, type SanityState } from '@assay/domain/market/sanity.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ReplayFeed, replayFeed, type ReplayOptions } from './replay-feed.ts';

const minute = 60_000;
const start = Date.parse('2014-05-01T00:00Z');
const quiet = { info: () => undefined, warn: () => undefined };
const header = 'time_ms,open,high,low,close,volume';

/** One-minute bars built from quotes as a market does, in order of time. */
function barsOf(quotes: readonly Quote[]): Bar[] {
  const bars: Bar[] = [];
  for (const quote of quotes) {
    const before = bars.at(-1);
    const bar = extendBar(before, '1m', mid(quote), quote.time, quote.volume);
    if (before?.time === bar.time) bars.pop();
    bars.push(bar);
  }
  return bars;
}

describe('a replay', () => {
  let directory: string;
  let emitted: Quote[];
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'replay-'));
    emitted = [];
    vi.useFakeTimers({ now: Date.parse('2026-11-18T16:00Z') });
  });
  afterEach(() => {
    vi.useRealTimers();
    rmSync(directory, { recursive: true });
  });

  /** Writes a file of bars that begin at the given minutes of a day and hover about 600. */
  function record(name: string, dayStart: number, minutes: readonly number[]): void {
    const rows = minutes.map((at) => `${dayStart + at * minute},600,601,599,600.5,10`);
    writeFileSync(join(directory, name), `${[header, ...rows].join('\n')}\n`);
  }

  async function open(options: Partial<ReplayOptions> = {}): Promise<ReplayFeed> {
    const feed = await replayFeed({ path: directory, speed: 0, now: Date.now, log: quiet, ...options });
    await feed.start(async (quote, counts) => {
      counts?.();
      // While a quote is handled the clock shows its time.
      expect(feed.clock()).toBe(quote.time);
      emitted.push(quote);
      return true;
    });
    return feed;
  }

  it('is its own clock: advanced by hand it emits everything up to that time, in order over all instruments', async () => {
    record('stock-AAPL-20140501.csv', start, [0, 1, 2]);
    record('stock-IBM-20140501.csv', start, [1]);
    const feed = await open();
    expect([feed.kind, [...feed.codes], feed.clock()]).toEqual(['replay', ['AAPL', 'IBM'], start]);
    expect(emitted).toHaveLength(1);
    await feed.advanceTo(start + minute + 20_000);
    expect(feed.clock()).toBe(start + minute + 20_000);
    expect(emitted.map(({ code, time }) => `${code} ${(time - start) / 1000}`)).toEqual([
      'AAPL 0',
      'AAPL 15',
      'AAPL 30',
      'AAPL 45',
      'AAPL 60',
      'IBM 60',
      'AAPL 75',
      'IBM 75',
    ]);
    expect(feed.ended()).toBe(false);
    await feed.advanceTo(start + 10 * minute);
    expect(feed.ended()).toBe(true);
    expect(emitted).toHaveLength(16);
  });

  it('plays at its speed: at 60 a minute in a second', async () => {
    record(
      'stock-AAPL-20140501.csv',
      start,
      Array.from({ length: 60 }, (_, at) => at),
    );
    const feed = await open({ speed: 60 });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(feed.clock()).toBe(start + 10 * minute);
    expect(emitted).toHaveLength(41);
    await feed.stop();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(emitted).toHaveLength(41);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('jumps over hours without any bar, but not over minutes', async () => {
    record('stock-AAPL-20140501.csv', start, [0, 10, 600]);
    const feed = await open({ speed: 60 });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(emitted).toHaveLength(4);
    expect(feed.clock()).toBe(start + 5 * minute);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(feed.clock()).toBeGreaterThanOrEqual(start + 600 * minute);
    expect(emitted.slice(4, 9).map(({ time }) => (time - start) / minute)).toEqual([10, 10.25, 10.5, 10.75, 600]);
    await feed.stop();
  });

  it('ends: the clock stops when the last price has become stale', async () => {
    record('stock-AAPL-20140501.csv', start, [0]);
    const feed = await open({ speed: 60 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(feed.clock()).toBe(start + 6 * minute);
    expect(feed.clock() - (emitted.at(-1)?.time ?? 0)).toBeGreaterThan(180_000);
    expect(vi.getTimerCount()).toBe(0);
    await feed.advanceTo(Infinity);
    expect(feed.clock()).toBe(start + 6 * minute);
  });

  it('goes on after a restart with the next quote, without repeating one', async () => {
    record('stock-AAPL-20140501.csv', start, [0, 1, 2]);
    const first = await open();
    await first.advanceTo(start + minute + 45_000);
    await first.stop();
    const before = emitted.length;
    const second = await open({ from: first.clock() });
    await second.advanceTo(start + 3 * minute);
    expect(before).toBe(8);
    expect(barsOf(emitted)).toEqual(second.range.files[0]?.bars);
  });

  it('begins anew when asked to go on outside of its range', async () => {
    record('stock-AAPL-20140501.csv', start, [0]);
    expect((await open({ from: start + 86_400_000 })).clock()).toBe(start);
  });

  it('takes one range of days: the one with most files, or that of a day', async () => {
    record('stock-AAPL-20140501.csv', start, [0]);
    record('stock-IBM-20140501.csv', start, [0]);
    record('stock-IBM-20131004.csv', Date.parse('2013-10-04'), [5]);
    expect((await open()).range.from).toBe('2014-05-01');
    expect((await open({ day: '2013-10-04' })).clock()).toBe(Date.parse('2013-10-04T00:05Z'));
    expect((await open({ path: join(directory, 'stock-IBM-20131004.csv') })).range.from).toBe('2013-10-04');
  });

  it.each([
    ['nothing there', 'missing', 'missing: cannot be read (ENOENT)'],
    ['an empty directory', '', 'there are no .csv files to replay'],
  ])('says in one sentence what is wrong: %s', async (_, name, message) => {
    await expect(open({ path: join(directory, name) })).rejects.toThrow(message);
  });

  it('names file and line of a bad bar, and the day that is not recorded', async () => {
    writeFileSync(join(directory, 'stock-AAPL-20140501.csv'), `${header}\n${start},600,599,599,600,1\n`);
    await expect(open()).rejects.toThrow('stock-AAPL-20140501.csv, line 2: high is below open or close');
    await expect(open({ day: '2020-01-01' })).rejects.toThrow('no recorded day near 2020-01-01');
  });
});

const dataPath = fileURLToPath(new URL('../../../../../../shared/data/market/', import.meta.url));
const recorded = existsSync(dataPath) ? readdirSync(dataPath).filter((name) => name.endsWith('.csv')) : [];

/** Bars of a recorded file, computed from its text alone. */
function barsOfText(text: string, priceScale: number): Bar[] {
  const rows = text.trim().split('\n').slice(1);
  return rows.map((row) => {
    const [time = 0, open = 0, high = 0, low = 0, close = 0, volume = 0] = row.split(',').map(Number);
    const ticks = (price: number) => Math.round(price * 10 ** priceScale);
    return { time, open: ticks(open), high: ticks(high), low: ticks(low), close: ticks(close), volume };
  });
}

describe.runIf(recorded.length > 0)('recorded days', () => {
  it.each(['2013-10-04', '2014-05-01', '2014-06-05', '2018-04-04', '2026-01-01'])(
    'of the range of %s: candles of the quotes that pass the sanity rules are exactly the bars of the files',
    async (day) => {
      const feed = await replayFeed({ path: dataPath, day, speed: 0, now: Date.now, log: quiet });
      const states = new Map<string, SanityState>();
      const quotes = new Map([...feed.codes].map((code) => [code, new Array<Quote>()]));
      await feed.start(async (quote, counts) => {
        counts?.();
        const instrument = instrumentOf(quote.code);
        if (instrument === undefined) throw new Error(quote.code);
        const rules = sanityRules(instrument, 'replay');
        const checked = checkQuote(states.get(quote.code) ?? initialSanity(), quote, rules, feed.clock());
        states.set(quote.code, checked.state);
        if (checked.verdict.outcome === 'accepted') quotes.get(quote.code)?.push(quote);
        return true;
      });
      await feed.advanceTo(Infinity);
      expect(feed.ended()).toBe(true);
      for (const [code, accepted] of quotes) {
        const files = feed.range.files.filter((file) => file.instrument.code === code);
        const expected = files.flatMap(({ fileName, instrument }) =>
          barsOfText(readFileSync(join(dataPath, fileName), 'utf8'), instrument.priceScale),
        );
        const rebuilt = barsOf(accepted);
        expect(rebuilt).toEqual(expected);
        expect(aggregateBars(rebuilt, '1h')).toEqual(aggregateBars(expected, '1h'));
      }
    },
  );

  it('are all covered by those ranges', () => {
    const days = new Set(recorded.map((name) => name.slice(-12, -4)));
    expect([...days].toSorted()).toEqual([
      '20131004',
      '20131007',
      '20131008',
      '20140501',
      '20140502',
      '20140605',
      '20140606',
      '20180404',
      '20180405',
      '20180406',
      '20260101',
    ]);
  });
});

it.runIf(recorded.length === 0)('recorded days are not on this machine: ../shared/data/market is absent', () => {
  expect(recorded).toEqual([]);
});
