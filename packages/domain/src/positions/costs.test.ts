import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount, nothing } from '../money/amount.ts';
import { fixed, one, toFixed } from '../money/fixed.ts';
import { ratio } from '../money/ratio.ts';
import { splitAgain, unsplit } from '../splits/split.ts';
import { type Holding, breakEvenPrice, financingADay, holdingOf, holdingOfLots, resultAt } from './costs.ts';
import { type Side, type Terms, openingAt } from './terms.ts';

/** Half a bitcoin at 78,218.40, 20 times, a fee of 0.05 %, 0.01 % a night. */
const bitcoin = (side: Side): Terms => ({
  side,
  leverage: 20,
  lots: toFixed('0.5'),
  lotSize: one,
  quantity: toFixed('0.5'),
  priceScale: 2,
  conversion: one,
  feeRate: toFixed('0.0005'),
  maintenanceRate: toFixed('0.005'),
  financingRate: toFixed('0.0001'),
  splits: unsplit,
});
const held = (side: Side): Holding => holdingOf(bitcoin(side), openingAt(bitcoin(side), 7_821_840));

describe('the costs of a contract', () => {
  it('make a stop 318.40 away cost 198.23: 159.20 of price, 19.5546 to open and 19.475 to close', () => {
    // 0.5 × 78,218.40 × 0.0005 = 19.5546; 0.5 × 77,900 × 0.0005 = 19.475.
    expect(resultAt(held('long'), 7_790_000)).toEqual({
      gross: -159_200_000n,
      openFee: 19_554_600n,
      closeFee: 19_475_000n,
      financing: 0n,
      net: -198_229_600n,
    });
  });

  it('make closing at the opening price a loss of both fees', () => {
    expect(resultAt(held('long'), 7_821_840).net).toBe(-39_109_200n);
  });

  it('have two nights in them: each 0.5 × 78,218.40 × 0.0001 = 3.91092', () => {
    const position = held('long');
    expect(financingADay(position)).toBe(3_910_920n);
    const later = { ...position, paid: { ...position.paid, financing: amount(7_821_840n) } };
    // +50 of price, − 19.5546 − 19.5796 − 7.82184.
    expect(resultAt(later, 7_831_840).net).toBe(50_000_000n - 19_554_600n - 19_579_600n - 7_821_840n);
  });

  it('move the break-even price to 78,296.66 for a long: there the fees are earned, a tick before they are not', () => {
    // (39,109.2 + 19.5546) / (0.5 × 0.9995) = 78,296.6574…
    expect(breakEvenPrice(held('long'))).toBe(7_829_666);
    expect(resultAt(held('long'), 7_829_666).net >= 0n).toBe(true);
    expect(resultAt(held('long'), 7_829_665).net < 0n).toBe(true);
  });

  it('and to 78,140.22 for a short', () => {
    // (39,109.2 − 19.5546) / (0.5 × 1.0005) = 78,140.2206…
    expect(breakEvenPrice(held('short'))).toBe(7_814_022);
    expect(resultAt(held('short'), 7_814_022).net >= 0n).toBe(true);
    expect(resultAt(held('short'), 7_814_023).net < 0n).toBe(true);
  });

  it('are earned nowhere by a short whose costs are more than it is worth', () => {
    const position = held('short');
    expect(breakEvenPrice({ ...position, paid: { openFee: nothing, financing: amount(39_200_000_000n) } })).toBeNull();
  });

  it('never take more than the margin with the fee of opening: the closing fee ends where the margin does', () => {
    const { cover, paid } = held('long');
    // 1,955.46 of margin; at 70,000 the price alone has lost 4,109.2.
    const { net, closeFee } = resultAt(held('long'), 7_000_000);
    expect(closeFee).toBe(0n);
    expect(net).toBe(-cover.margin - paid.openFee);
  });
});

describe('a share of a contract', () => {
  it('of two fifths leaves what closing them would: 80 of price, 7.82184 of the opening fee, 7.86184 to close', () => {
    const share = holdingOfLots(held('long'), toFixed('0.2'), toFixed('0.5'));
    // 0.2 × 400; 0.4 × 19.5546; 0.2 × 78,618.40 × 0.0005.
    expect(resultAt(share, 7_861_840)).toMatchObject({ gross: 80_000_000n, openFee: 7_821_840n, closeFee: 7_861_840n });
    expect(share.cover.margin).toBe(782_184_000n);
    expect(holdingOfLots(held('long'), toFixed('0.50'), toFixed('0.5'))).toEqual(held('long'));
  });
});

describe('for every contract', () => {
  const holdings = fc
    .record({
      side: fc.constantFrom<Side>('long', 'short'),
      units: fc.bigInt({ min: 1n, max: 1_000_000n }),
      scale: fc.integer({ min: 0, max: 5 }),
      conversion: fc.constantFrom(one, fixed(6_512_345n, 9), fixed(10_873n, 4)),
      fee: fc.bigInt({ min: 0n, max: 299n }),
      splits: fc.constantFrom(unsplit, splitAgain(unsplit, ratio(7n, 1n), true), splitAgain(unsplit, ratio(1n, 3n), true)),
      open: fc.integer({ min: 1000, max: 10_000_000 }),
      financing: fc.bigInt({ min: -1000n, max: 1_000_000n }),
    })
    .map(({ side, units, scale, conversion, fee, splits, open, financing }): Holding => {
      const quantity = fixed(units, 2);
      const ordered = { ...bitcoin(side), quantity, priceScale: scale, conversion, feeRate: fixed(fee, 5), leverage: 1 };
      const { cover, paid } = holdingOf(ordered, openingAt(ordered, open));
      return { terms: { ...ordered, splits }, cover, paid: { ...paid, financing: amount(financing) } };
    });

  it('nothing is lost at the break-even price, and a tick before it no more than rounding is won', () => {
    fc.assert(
      fc.property(holdings, (holding) => {
        const price = breakEvenPrice(holding);
        // Costs beyond the whole margin are capped by it on closing.
        if (price === null || holding.paid.financing + holding.paid.openFee < 0n) return;
        expect(resultAt(holding, price).net >= 0n).toBe(true);
        const before = resultAt(holding, holding.terms.side === 'long' ? price - 1 : price + 1);
        expect(before.net <= 2n).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('the net and the costs add up to the profit, to the unit', () => {
    fc.assert(
      fc.property(holdings, fc.integer({ min: 1, max: 10_000_000 }), (holding, price) => {
        const { gross, openFee, closeFee, financing, net } = resultAt(holding, price);
        expect(net + openFee + closeFee + financing).toBe(gross);
      }),
    );
  });
});
