import { base58 } from '@scure/base';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { amount, formatAmount } from '../money/amount.ts';
import { assetOf } from '../money/assets.ts';
import { fixed, one } from '../money/fixed.ts';
import { parseAddress } from './address.ts';
import { decideWithdrawal, withdrawalFee } from './decide-withdrawal.ts';
import { parseHash } from './hash.ts';

const amounts = fc.bigInt({ min: 1n, max: 10n ** 18n }).map(amount);
const rates = fc.bigInt({ min: 0n, max: 9999n }).map((units) => fixed(units, 4));
const assets = fc.constantFrom(...['USDT', 'BTC', 'ETH'].map(assetOf));

it('a fee and what arrives are the amount, and the fee is short of the exact one by less than a unit', () => {
  fc.assert(
    fc.property(amounts, rates, assets, (whole, rate, asset) => {
      const { fee, actual } = withdrawalFee(whole, rate, asset);
      expect(fee + actual).toBe(whole);
      const exactly = whole * rate.units;
      expect(fee * 10_000n >= exactly && (fee - 1n) * 10_000n < exactly).toBe(true);
    }),
  );
});

it('two parts of a withdrawal never cost less than the whole', () => {
  fc.assert(
    fc.property(amounts, amounts, rates, assets, (first, second, rate, asset) => {
      const parts = withdrawalFee(first, rate, asset).fee + withdrawalFee(second, rate, asset).fee;
      expect(parts >= withdrawalFee(amount(first + second), rate, asset).fee).toBe(true);
    }),
  );
});

it('what is decided lies within every limit', () => {
  fc.assert(
    fc.property(amounts, amounts, amounts, rates, assets, (whole, dayUsed, limit, rate, asset) => {
      const used = { limit, used: dayUsed };
      const decision = decideWithdrawal(
        { amount: formatAmount(whole, asset) },
        { asset, minimum: amount(1n), feeRate: rate, price: one, day: used, month: used, now: 1, holdUntil: 0, usableFrom: 0 },
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
