import fc from 'fast-check';
import { expect, it } from 'vitest';
import { amount } from '../money/amount.ts';
import { assetOf } from '../money/assets.ts';
import { fixed, toFixed } from '../money/fixed.ts';
import { breakEvenSale } from './break-even.ts';
import { type SpotTerms, dealAt } from './terms.ts';

const terms: SpotTerms = {
  side: 'buy',
  base: assetOf('COIN'),
  quantity: amount(200_000_000n),
  priceScale: 2,
  feeRate: toFixed('0.001'),
};

it('two coins at 100 with 0.1% of fee either way are sold without a loss from 100.21 on', () => {
  // 200 / (1.998 × 0.999) = 100.2003…
  expect(breakEvenSale(terms, dealAt(terms, 10_000))).toBe(10_021);
  expect(breakEvenSale({ ...terms, side: 'sell' }, dealAt(terms, 10_000))).toBeNull();
});

it('selling at the break-even price brings back what was paid, and a tick lower no more than rounding above it', () => {
  const prices = fc.integer({ min: 1, max: 10_000_000 });
  const coins = fc.bigInt({ min: 1_000n, max: 10_000_000_000n });
  fc.assert(
    fc.property(prices, coins, fc.bigInt({ min: 0n, max: 299n }), (price, quantity, fee) => {
      const bought = { ...terms, quantity: amount(quantity), feeRate: fixed(fee, 5) };
      const deal = dealAt(bought, price);
      const from = breakEvenSale(bought, deal);
      if (from === null) return;
      const sold = (at: number) => dealAt({ ...bought, side: 'sell', quantity: deal.net }, at).net;
      expect(sold(from) >= deal.paid).toBe(true);
      expect(from <= 1 || sold(from - 1) <= deal.paid + 2n).toBe(true);
    }),
  );
});
