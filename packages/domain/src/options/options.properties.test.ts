import { assetClasses, timeUnits } from '@assay/contract/vocabulary/markets.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasPassed } from '../market/passed.ts';
import { type Quote, lastQuoteAt } from '../market/quote.ts';
import { amount } from '../money/amount.ts';
import { fixed } from '../money/fixed.ts';
import { same } from '../money/ratio.ts';
import type { Direction, OptionTerms } from './decide-buy.ts';
import { expiryOf, optionPeriods, readPeriod } from './periods.ts';
import { settleOption } from './settle.ts';

const start = Date.UTC(2028, 0, 1);
const expiry = start + 60_000;

const terms: fc.Arbitrary<OptionTerms> = fc.record({
  direction: fc.constantFrom<Direction>('up', 'down'),
  stake: fc.bigInt({ min: 1n, max: 10_000_000_000n }).map(amount),
  payoutRate: fc.bigInt({ min: 1n, max: 9999n }).map((units) => fixed(units, 4)),
  strike: fc.integer({ min: 2, max: 50 }),
  priceScale: fc.integer({ min: 0, max: 8 }),
  openedAt: fc.constant(start),
  expiresAt: fc.constant(expiry),
  staleAfterMs: fc.constantFrom(10_000, 60_000, 180_000),
  split: fc.constant(same),
});

const quote: fc.Arbitrary<Quote> = fc
  .record({ bid: fc.integer({ min: 1, max: 50 }), spread: fc.integer({ min: 0, max: 3 }), time: fc.nat(expiry - start) })
  .map(({ bid, spread, time }) => ({ code: 'X', bid, ask: bid + spread, time: start + time, volume: 0 }));

describe('for every option', () => {
  it('the stake goes one of three ways: doubled at most, lost, or back to the unit', () => {
    fc.assert(
      fc.property(terms, fc.option(quote, { nil: undefined }), (each, last) => {
        const { outcome, profit, returned } = settleOption(each, last);
        if (outcome === 'won') expect(profit >= 0n && profit < each.stake && returned === each.stake + profit).toBe(true);
        if (outcome === 'lost') expect([profit, returned]).toEqual([-each.stake, 0n]);
        if (outcome === 'tie' || outcome === 'void') expect([profit, returned]).toEqual([0n, each.stake]);
      }),
    );
  });

  it('whoever bet the other way has the other result, and the house never pays both', () => {
    fc.assert(
      fc.property(terms, quote, (each, last) => {
        const own = settleOption(each, last);
        const other = settleOption({ ...each, direction: each.direction === 'up' ? 'down' : 'up' }, last);
        const opposite = { won: 'lost', lost: 'won', tie: 'tie', void: 'void' } as const;
        expect(other.outcome).toBe(opposite[own.outcome]);
        expect(own.profit + other.profit <= 0n).toBe(true);
      }),
    );
  });

  it('quotes from after expiry change nothing, however many there are', () => {
    const recorded = fc.array(quote, { maxLength: 20 }).map((quotes) => quotes.toSorted((a, b) => a.time - b.time));
    fc.assert(
      fc.property(terms, recorded, fc.array(quote, { maxLength: 20 }), (each, before, after) => {
        const later = after.map((one, index) => ({ ...one, time: expiry + 1 + index }));
        const alone = settleOption(each, lastQuoteAt(before, expiry));
        expect(settleOption(each, lastQuoteAt([...before, ...later], expiry))).toEqual(alone);
      }),
    );
  });

  it('whatever is held or missing, it waits for expiry and never longer than a minute after it', () => {
    const moment = fc.option(fc.integer({ min: start, max: expiry + 100_000 }), { nil: undefined });
    fc.assert(
      fc.property(moment, moment, fc.integer({ min: start, max: expiry + 200_000 }), (quotedAt, heldSince, now) => {
        const settleable = hasPassed({ expiresAt: expiry, now, quotedAt, heldSince });
        if (now < expiry) expect(settleable).toBe(false);
        if (now >= expiry + 60_000) expect(settleable).toBe(true);
      }),
    );
  });
});

describe('for every period', () => {
  const moment = fc.integer({ min: start, max: Date.UTC(2040, 0, 1) });

  it('a later purchase never expires earlier, and a month lasts 28 to 31 days', () => {
    fc.assert(
      fc.property(fc.constantFrom(...timeUnits), fc.integer({ min: 1, max: 24 }), moment, moment, (unit, count, a, b) => {
        const [first, second] = a < b ? [a, b] : [b, a];
        expect(expiryOf({ count, unit }, first)).toBeLessThanOrEqual(expiryOf({ count, unit }, second));
        const days = (expiryOf({ count: 1, unit: 'month' }, first) - first) / 86_400_000;
        expect(days >= 28 && days <= 31).toBe(true);
      }),
    );
  });

  it('what the wire says of it reads back as the same', () => {
    for (const assetClass of assetClasses) {
      for (const period of optionPeriods({ assetClass })) {
        const { payoutRate, stakeMin, stakeMax, ...rest } = period;
        const text = {
          payoutRate: `${Number(payoutRate.units) / 10 ** payoutRate.scale}`,
          stakeMin: `${stakeMin / 1_000_000n}`,
          stakeMax: `${stakeMax / 1_000_000n}`,
        };
        expect(readPeriod({ ...rest, ...text })).toEqual(period);
      }
    }
  });
});
