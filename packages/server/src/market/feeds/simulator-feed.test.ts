import { instrumentOf, instruments } from '@assay/domain/market/catalogue.ts';
import { isOpen } from '@assay/domain/market/hours.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import { checkQuote, initialSanity, sanityRules } from '@assay/domain/market/sanity.ts';
import { createSimulator } from '@assay/domain/market/simulator.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { simulatorFeed } from './simulator-feed.ts';

const seed = 7;
/** A Wednesday, in trading hours of every market, and the Saturday after it. */
const wednesday = Date.parse('2026-11-18T16:00:00.300Z');
const saturday = Date.parse('2026-11-21T16:00:00.300Z');

describe('the simulator in real time', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  /** Everything emitted by a feed that starts at a moment and runs for so many seconds. */
  async function run(from: number, seconds: number): Promise<Quote[]> {
    vi.setSystemTime(from);
    const quotes: Quote[] = [];
    const feed = simulatorFeed({ instruments, seed, now: Date.now });
    await feed.start(async (quote) => {
      quotes.push(quote);
      return true;
    });
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    await feed.stop();
    expect(vi.getTimerCount()).toBe(0);
    return quotes;
  }

  it('prices every instrument at once, then keeps each alive without quoting all of them in every step', async () => {
    const quotes = await run(wednesday, 20);
    expect(new Set(quotes.slice(0, instruments.length).map((quote) => quote.code)).size).toBe(instruments.length);
    for (const one of instruments) {
      const times = quotes.filter((quote) => quote.code === one.code).map((quote) => quote.time);
      const silences = times.slice(1).map((time, index) => time - (times[index] ?? 0));
      expect(Math.max(...silences), one.id).toBeLessThanOrEqual(4_000);
      expect(Math.min(...silences), one.id).toBeGreaterThanOrEqual(500);
    }
    const steps = Map.groupBy(quotes.slice(instruments.length), (quote) => quote.time);
    for (const [, spoken] of steps) expect(spoken.length).toBeLessThan(instruments.length * 0.6);
  });

  it('makes quotes that the sanity rules believe', async () => {
    const rules = sanityRules({ assetClass: 'crypto', hours: 'always' }, 'simulated');
    let state = initialSanity();
    for (const quote of (await run(wednesday, 60)).filter(({ code }) => code === 'ZILUSDT')) {
      const checked = checkQuote(state, quote, rules, quote.time);
      expect(checked.verdict).toEqual({ outcome: 'accepted' });
      state = checked.state;
    }
  });

  it('shows the last price of a closed market once, and does not quote it further', async () => {
    const quotes = await run(saturday, 10);
    const apple = quotes.filter((quote) => quote.code === 'AAPL');
    expect(apple).toHaveLength(1);
    // Friday 16:00 in New York.
    expect(new Date(apple[0]?.time ?? 0).toISOString()).toBe('2026-11-20T20:59:59.999Z');
    for (const { code, time } of quotes) expect(isOpen(instrumentOf(code)?.hours ?? 'always', time), code).toBe(true);
  });

  it('goes on with the same prices after a restart', async () => {
    const simulator = createSimulator(seed);
    for (const quote of [...(await run(wednesday, 3)), ...(await run(wednesday + 5_000, 3))]) {
      const instrument = instrumentOf(quote.code);
      if (instrument === undefined) throw new Error(quote.code);
      const { bid, ask } = simulator.quoteAt(instrument, quote.time, 0);
      expect([quote.bid, quote.ask]).toEqual([bid, ask]);
    }
  });

  it('refuses a step that is too long or too short', () => {
    expect(() => simulatorFeed({ instruments, seed, now: Date.now, stepMs: 100 })).toThrow('250 to 1000 ms');
  });
});
