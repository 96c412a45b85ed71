import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Ticks } from '../market/quote.ts';
import { amount } from '../money/amount.ts';
import { fixed } from '../money/fixed.ts';
import { type Ratio, inverse, ratio } from '../money/ratio.ts';
import { liquidates, liquidationPrice } from '../positions/liquidation.ts';
import { type TriggerReason, reaches, settle } from '../positions/settle.ts';
import { isWorse } from '../positions/stops.ts';
import type { Target } from '../positions/targets/targets.ts';
import { type Side, type Terms, openingAt } from '../positions/terms.ts';
import { limitAfter, stopsAfter, targetsAfter } from './adjust-contract.ts';
import { decideDividend } from './dividend.ts';
import { comparedWithStrike, levelAfter, splitAgain, unsplit } from './split.ts';

const side = fc.constantFrom<Side>('long', 'short');
const part = fc.bigInt({ min: 1n, max: 30n });
const split = fc.tuple(part, part).map(([to, from]) => ratio(to, from));
const price = fc.integer({ min: 1000, max: 1_000_000 });
/** A level lies within some ticks of the price that is looked at: elsewhere any rounding would do. */
const near = fc.integer({ min: -40, max: 40 });

const opened = fc
  .record({
    side,
    leverage: fc.integer({ min: 1, max: 20 }),
    lots: fc.bigInt({ min: 1n, max: 1_000_000n }).map((units) => fixed(units, 2)),
    priceScale: fc.integer({ min: 0, max: 5 }),
    conversion: fc.constantFrom(fixed(1n, 0), fixed(6_512_345n, 9)),
    feeRate: fc.bigInt({ min: 0n, max: 299n }).map((units) => fixed(units, 5)),
    open: price,
  })
  .map(({ open, ...each }) => {
    const rates = { maintenanceRate: fixed(1n, 2), financingRate: fixed(2n, 4) };
    const terms: Terms = { ...each, ...rates, lotSize: fixed(1n, 0), quantity: each.lots, splits: unsplit };
    const { margin, maintenance } = openingAt(terms, open);
    return { terms, cover: { openPrice: open, margin, maintenance } };
  });

const after = (terms: Terms, by: Ratio): Terms => ({ ...terms, splits: splitAgain(terms.splits, by, true) });
/** Two prices that mean the same before and after a split, whatever it is. */
const sameWorth = (units: number, { to, from }: Ratio): { before: Ticks; now: Ticks } => ({
  before: units * Number(to),
  now: units * Number(from),
});

describe('for every split', () => {
  it('a contract is settled at the new price as it was at the old one, to the unit', () => {
    fc.assert(
      fc.property(opened, split, price, ({ terms, cover }, by, units) => {
        const { before, now } = sameWorth(units, by);
        const was = settle(terms, cover, before);
        expect({ ...settle(after(terms, by), cover, now), closePrice: before }).toEqual(was);
        expect(liquidates(after(terms, by), cover, now)).toBe(liquidates(terms, cover, before));
      }),
      { numRuns: 500 },
    );
  });

  it('and its reverse nothing is left: whoever holds a contract has gained and lost nothing', () => {
    fc.assert(
      fc.property(opened, split, price, ({ terms, cover }, by, close) => {
        expect(settle(after(after(terms, by), inverse(by)), cover, close)).toEqual(settle(terms, cover, close));
      }),
    );
  });

  /** A price of today has a place in the old units where the split leaves one: there, both must say the same. */
  const stopsMeanTheSame = (adjusted: typeof stopsAfter) =>
    fc.property(opened, split, price, fc.tuple(near, near, near), ({ terms, cover }, by, units, [first, second, third]) => {
      const at = sameWorth(units, by);
      const [stopLoss, takeProfit, distance] = [at.before + first, at.before + second, 50 + third];
      const best = terms.side === 'long' ? takeProfit : stopLoss;
      const stops = { stopLoss, takeProfit, trailing: { distance, best } };
      const now = { terms: after(terms, by), cover, stops: adjusted(terms.side, stops, by) };
      const reasons: TriggerReason[] = ['liquidation', 'stopLoss', 'trailingStop', 'takeProfit'];
      return reasons.every((reason) => reaches(now, reason, at.now) === reaches({ terms, cover, stops }, reason, at.before));
    });

  it('stops are reached by exactly the prices that would have reached them; rounded to the nearest tick they are not', () => {
    fc.assert(stopsMeanTheSame(stopsAfter), { numRuns: 500 });
    const nearest = (level: Ticks | null, { to, from }: Ratio) =>
      level === null ? null : Math.max(1, Math.round((level * Number(from)) / Number(to)));
    const rounded: typeof stopsAfter = (of, stops, by) => ({
      ...stopsAfter(of, stops, by),
      stopLoss: nearest(stops.stopLoss, by),
      takeProfit: nearest(stops.takeProfit, by),
    });
    expect(fc.check(stopsMeanTheSame(rounded), { seed: 1, numRuns: 500 }).failed).toBe(true);
  });

  /** Ticks from the first level to each target, and from the last of them to the take-profit, which there may be. */
  const apart = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 });
  const beyond = fc.option(fc.integer({ min: 1, max: 4 }));

  const targetsAreSound = (adjusted: typeof targetsAfter) =>
    fc.property(side, split, price, apart, beyond, fc.integer({ min: 0, max: 20 }), (of, by, first, gaps, more, ticks) => {
      const sign = of === 'long' ? 1 : -1;
      const { before, now } = sameWorth(first, by);
      const levels = gaps.map((_, place) => before + sign * gaps.slice(0, place + 1).reduce((sum, gap) => sum + gap, 0));
      const takeProfit = more === null ? null : (levels.at(-1) ?? 0) + sign * more;
      const stops = stopsAfter(of, { stopLoss: null, takeProfit, trailing: null }, by);
      const moved = adjusted(
        of,
        levels.map((level, place) => ({ price: level, lots: `0.${place + 1}` })),
        stops.takeProfit,
        by,
      );
      const prices = moved.map((target) => target.price);
      const all = stops.takeProfit === null ? prices : [...prices, stops.takeProfit];
      const isApart = all.every((one, place) => place === 0 || sign * one > sign * (all[place - 1] ?? 0));
      // At a price that has a place in both units as many lots have been taken, the take-profit taking all of them.
      const at = [before + sign * Number(by.to) * ticks, now + sign * Number(by.from) * ticks] as const;
      const tenths = (targets: readonly Target[], last: Ticks | null, reached: Ticks) =>
        last !== null && sign * reached >= sign * last
          ? Infinity
          : targets
              .filter((target) => sign * reached >= sign * target.price)
              .reduce((sum, { lots }) => sum + Math.round(Number(lots) * 10), 0);
      const was = levels.map((level, place) => ({ price: level, lots: `0.${place + 1}` }));
      return isApart && tenths(moved, stops.takeProfit, at[1]) === tenths(was, takeProfit, at[0]);
    });

  it('targets are reached by exactly the prices that would have reached them, no two of them on a tick; moved one by one they are not', () => {
    fc.assert(targetsAreSound(targetsAfter), { numRuns: 500 });
    const oneByOne: typeof targetsAfter = (of, targets, _, by) =>
      targets.map((target) => ({ ...target, price: levelAfter(target.price, by, of === 'long' ? 'above' : 'below') ?? 1 }));
    expect(fc.check(targetsAreSound(oneByOne), { seed: 1, numRuns: 500 }).failed).toBe(true);
  });

  it('a limit fills at exactly the prices that would have filled it', () => {
    fc.assert(
      fc.property(side, split, price, near, (of, by, units, ticks) => {
        const at = sameWorth(units, by);
        const limit = at.before + ticks;
        const now = limitAfter(of, limit, by);
        const fills = (level: Ticks | null, one: Ticks) =>
          level !== null && !isWorse(of === 'long' ? 'short' : 'long', one, level);
        expect(fills(now, at.now)).toBe(fills(limit, at.before));
      }),
    );
  });

  it('an option is decided as its strike says, and a liquidation price is the first tick that liquidates', () => {
    fc.assert(
      fc.property(opened, split, price, near, ({ terms, cover }, by, units, ticks) => {
        const at = sameWorth(units, by);
        const strike = at.before + ticks;
        expect(comparedWithStrike(at.now, strike, by)).toBe(Math.sign(at.before - strike));
        const now = after(terms, by);
        const first = liquidationPrice(now, cover);
        if (first === null) return;
        expect(liquidates(now, cover, first)).toBe(true);
        expect(liquidates(now, cover, terms.side === 'long' ? first + 1 : first - 1)).toBe(false);
      }),
    );
  });

  it('what a long receives as dividend a short owes, to one micro-USDT', () => {
    fc.assert(
      fc.property(opened, split, fc.bigInt({ min: 1n, max: 10_000n }), ({ terms }, by, cents) => {
        const rich = { available: amount(10n ** 30n), margin: amount(0n) };
        const of = (one: Side) => decideDividend({ ...after(terms, by), side: one }, fixed(cents, 2), rich);
        const difference = of('long').received - of('short').charged;
        expect(difference === 0n || difference === 1n).toBe(true);
      }),
    );
  });

  it('a level moves to a tick that neither side of it has passed', () => {
    fc.assert(
      fc.property(price, split, (level, by) => {
        const exact = (level * Number(by.from)) / Number(by.to);
        expect((levelAfter(level, by, 'above') ?? 0) - exact).toBeLessThan(1);
        expect(exact - (levelAfter(level, by, 'below') ?? 0)).toBeLessThan(1);
      }),
    );
  });
});
