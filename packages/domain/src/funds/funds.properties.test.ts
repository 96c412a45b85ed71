import { base58 } from '@scure/base';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { amount, formatAmount } from '../money/amount.ts';
import { assetOf } from '../money/assets.ts';
import { type Fixed, fixed, one } from '../money/fixed.ts';
import { parseAddress } from './address.ts';
import { decideWithdrawal, withdrawalFee } from './decide-withdrawal.ts';
import { parseHash } from './hash.ts';

const amounts = fc.bigInt({ min: 1n, max: 10n ** 18n }).map(amount);
/** A smallest fee, and a largest. */
const bounds = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.bigInt({ min: 0n, max: 10n ** 12n }))
  .map(([min, more]) => [min, min + more] as const);
const rates = fc.bigInt({ min: 0n, max: 9999n }).map((units) => fixed(units, 4));
const costing = (rate: Fixed, min = 0n, max: bigint | null = null) => ({
  rate,
  min: amount(min),
  max: max === null ? null : amount(max),
});
const assets = fc.constantFrom(...['USDT', 'BTC', 'ETH'].map(assetOf));

it('a fee and what arrives are the amount, and the fee is short of the exact one by less than a unit', () => {
  fc.assert(
    fc.property(amounts, rates, assets, (whole, rate, asset) => {
      const { fee, actual } = withdrawalFee(whole, costing(rate), asset);
      expect(fee + actual).toBe(whole);
      const exactly = whole * rate.units;
      expect(fee * 10_000n >= exactly && (fee - 1n) * 10_000n < exactly).toBe(true);
    }),
  );
});

it('two parts of a withdrawal never cost less than the whole', () => {
  fc.assert(
    fc.property(amounts, amounts, rates, bounds, assets, (first, second, rate, [min, max], asset) => {
      const terms = costing(rate, min, max);
      const parts = withdrawalFee(first, terms, asset).fee + withdrawalFee(second, terms, asset).fee;
      expect(parts >= withdrawalFee(amount(first + second), terms, asset).fee).toBe(true);
    }),
  );
});

it('a fee lies within its bounds, and between them it is the share', () => {
  fc.assert(
    fc.property(amounts, rates, bounds, assets, (whole, rate, [min, max], asset) => {
      const { fee, actual } = withdrawalFee(whole, costing(rate, min, max), asset);
      const share = withdrawalFee(whole, costing(rate), asset).fee;
      expect(fee + actual).toBe(whole);
      expect(fee >= min && fee <= max).toBe(true);
      if (fee !== min && fee !== max) expect(fee).toBe(share);
    }),
  );
});

it('what is decided lies within every limit', () => {
  fc.assert(
    fc.property(amounts, amounts, amounts, rates, assets, (whole, dayUsed, limit, rate, asset) => {
      const used = { limit, used: dayUsed };
      const decision = decideWithdrawal(
        { amount: formatAmount(whole, asset) },
        {
          asset,
          minimum: amount(1n),
          fee: costing(rate),
          price: one,
          day: used,
          month: used,
          now: 1,
          holdUntil: 0,
          usableFrom: 0,
        },
      );
      if ('refused' in decision) return;
      expect(decision.value + dayUsed <= limit && decision.actual > 0n && decision.fee >= 0n).toBe(true);
    }),
  );
});

it('one wrong character of an address is always noticed', () => {
  const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
  fc.assert(
    fc.property(fc.nat(address.length - 1), fc.constantFrom(...letters.split('')), (place, letter) => {
      const typed = address.slice(0, place) + letter + address.slice(place + 1);
      expect(parseAddress('tron', typed)).toBe(typed === address ? address : undefined);
    }),
  );
});

it('no text at all makes a reader throw', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.uint8Array({ maxLength: 60 }).map((bytes) => base58.encode(bytes)),
  );
  fc.assert(
    fc.property(fc.constantFrom('bitcoin', 'ethereum', 'tron'), texts, (chain, text) => {
      expect([parseAddress(chain, text), parseAddress(chain, `bc1${text}`), parseHash(chain, text)]).toBeDefined();
    }),
  );
});
