import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount, nothing } from '../money/amount.ts';
import { fixed } from '../money/fixed.ts';
import { ratio, same } from '../money/ratio.ts';
import { splitAgain, unsplit } from '../splits/split.ts';
import { decideFill } from './decide-fill.ts';
import { liquidates, liquidationPrice } from './liquidation.ts';
import { type OpenPosition, losingTrigger, settle, triggerAt } from './settle.ts';
import { type Side, type Terms, openingAt, profitAt } from './terms.ts';
import { priceForProfit } from './ticket.ts';

const side = fc.constantFrom<Side>('long', 'short');

/** Terms over five price scales, fractional lots, all fee rates below 0.3%, and conversions like those of JPY or EUR. */
const terms: fc.Arbitrary<Terms> = fc
  .record({
    side,
    leverage: fc.integer({ min: 1, max: 30 }),
    lots: fc.bigInt({ min: 1n, max: 1_000_000n }).map((units) => fixed(units, 2)),
    lotSize: fc.constantFrom(fixed(1n, 0), fixed(100_000n, 0), fixed(1n, 3)),
    priceScale: fc.integer({ min: 0, max: 5 }),
    conversion: fc.constantFrom(fixed(1n, 0), fixed(6_512_345n, 9), fixed(10_873n, 4)),
    feeRate: fc.bigInt({ min: 0n, max: 299n }).map((units) => fixed(units, 5)),
    maintenanceRate: fc.bigInt({ min: 0n, max: 100n }).map((units) => fixed(units, 4)),
    financingRate: fc.constant(fixed(1n, 4)),
    splits: fc.constantFrom(unsplit, splitAgain(unsplit, ratio(7n, 1n), false), splitAgain(unsplit, ratio(1n, 3n), false)),
  })
  .map((each) => ({ ...each, quantity: fixed(each.lots.units * each.lotSize.units, each.lots.scale + each.lotSize.scale) }));

const price = fc.integer({ min: 1000, max: 10_000_000 });

/** Opened after the splits that its order waited over, and before one more. */
const opened = fc.tuple(terms, price, fc.constantFrom(same, ratio(4n, 1n), ratio(3n, 2n))).map(([each, open, split]) => {
  const { margin, maintenance } = openingAt(each, open);
  const splits = splitAgain(each.splits, split, true);
  return { terms: { ...each, splits }, cover: { openPrice: open, margin, maintenance } };
});

describe('for every contract', () => {
  it('the liquidation price is the first tick that satisfies the condition', () => {
    fc.assert(
      fc.property(opened, ({ terms: each, cover }) => {
        // No price liquidates a long that even a price of one tick does not.
        const first = liquidationPrice(each, cover) ?? 0;
        const before = each.side === 'long' ? first + 1 : first - 1;
        expect(first === 0 || liquidates(each, cover, first)).toBe(true);
        expect(liquidates(each, cover, before)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('closing anywhere never costs more than the margin, pays nothing negative and loses no unit', () => {
    fc.assert(
      fc.property(opened, price, ({ terms: each, cover }, close) => {
        const end = settle(each, cover, close);
        for (const part of [end.gain, end.loss, end.fee, end.returned, end.gap]) expect(part >= 0n).toBe(true);
        expect(end.loss <= cover.margin).toBe(true);
        // The fee comes out of the margin where there is a loss, otherwise out of margin and gain together.
        const lost = end.profit < 0n;
        expect(end.returned + (lost ? end.loss + end.fee : 0n)).toBe(cover.margin);
        expect(end.returned + end.gain - (lost ? 0n : end.fee) >= 0n).toBe(true);
        expect(end.profit - end.gap).toBe(profitAt(each, cover.openPrice, close));
      }),
      { numRuns: 500 },
    );
  });

  it('a quote at or beyond the losing trigger closes it, one before it does not', () => {
    const stops = fc.option(fc.integer({ min: 1, max: 10_000_000 }), { nil: null });
    fc.assert(
      fc.property(opened, stops, ({ terms: each, cover }, stopLoss) => {
        const position: OpenPosition = { terms: each, cover, stops: { stopLoss, takeProfit: null, trailing: null } };
        const trigger = losingTrigger(position);
        if (trigger === null) return;
        const at = (ticks: number) => triggerAt(position, { code: 'X', bid: ticks, ask: ticks, time: 0, volume: 0 });
        expect(at(trigger)).not.toBeNull();
        expect(at(each.side === 'long' ? trigger + 1 : trigger - 1)).toBeNull();
      }),
      { numRuns: 500 },
    );
  });

  it('a fill spends exactly what was held, whatever the price and the conversion have become', () => {
    fc.assert(
      fc.property(terms, price, price, fc.bigInt({ min: 1n, max: 20_000n }), (each, limit, at, conversion) => {
        const { margin, fee } = openingAt(each, limit);
        const hold = amount(margin + fee);
        const order = {
          terms: each,
          limit,
          trigger: null,
          hold,
          trailingBps: null,
          stops: { stopLoss: null, takeProfit: null, trailing: null },
        };
        const fill = decideFill(order, { code: 'X', bid: at, ask: at, time: 0, volume: 0 }, fixed(conversion, 4), nothing);
        if (fill?.kind !== 'fill') return;
        expect(fill.opening.margin + fill.opening.fee + fill.released).toBe(hold);
        expect(fill.opening.margin > 0n && fill.released >= 0n).toBe(true);
        expect(each.side === 'long' ? at <= order.limit : at >= order.limit).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('the price for a wanted profit gives at least that profit, and one tick less does not', () => {
    fc.assert(
      fc.property(opened, fc.bigInt({ min: -1_000_000n, max: 1_000_000n }), ({ terms: each, cover }, wanted) => {
        const target = priceForProfit(each, cover.openPrice, amount(wanted));
        if (target === null) return;
        expect(profitAt(each, cover.openPrice, target) >= wanted).toBe(true);
        const before = each.side === 'long' ? target - 1 : target + 1;
        expect(profitAt(each, cover.openPrice, before) < wanted).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
