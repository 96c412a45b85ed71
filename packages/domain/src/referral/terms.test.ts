import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type Amount, amount, formatAmount, nothing, parseAmount, sum } from '../money/amount.ts';
import { assetOf, usdt } from '../money/assets.ts';
import { fixed, formatFixed, one, toFixed } from '../money/fixed.ts';
import { dayOf, lastRewardedDay, maskedName, readInviteTerms, rewardOn, startOfDay } from './terms.ts';

const rate = toFixed('0.2');
const fees = (text: string, asset = usdt): Amount => parseAmount(text, asset) ?? nothing;

describe('the reward on fees, at 20%', () => {
  it('is 2 USDT on fees of 10', () => {
    expect(formatAmount(rewardOn(fees('10'), usdt, rate), usdt)).toBe('2');
  });

  it('is in the coin of the fees: 0.000002 BTC on 0.00001', () => {
    const btc = assetOf('BTC');
    expect(formatAmount(rewardOn(fees('0.00001', btc), btc, rate), btc)).toBe('0.000002');
  });

  it('is rounded down: 0.000001 USDT on 0.000009, nothing on 0.000004', () => {
    expect(formatAmount(rewardOn(fees('0.000009'), usdt, rate), usdt)).toBe('0.000001');
    expect(rewardOn(fees('0.000004'), usdt, rate)).toBe(nothing);
  });
});

describe('the terms', () => {
  it('are a share up to all of the fees and whole days up to ten years', () => {
    const terms = readInviteTerms('0.2', '365');
    expect(terms && [formatFixed(terms.rate), terms.days]).toEqual(['0.2', 365]);
    expect(readInviteTerms('1', '3650')).toBeDefined();
    expect(readInviteTerms('0', '1')).toBeDefined();
  });

  it.for([
    ['-0.1', '365'],
    ['1.01', '365'],
    ['0.2000001', '365'],
    ['20%', '365'],
    ['', '365'],
    ['0.2', '0'],
    ['0.2', '3651'],
    ['0.2', '1.5'],
    ['0.2', '-1'],
    ['0.2', ''],
  ] as const)('a rate of %j for %j days makes no sense', ([share, days]) => {
    expect(readInviteTerms(share, days)).toBeUndefined();
  });

  it('count the day of the registration and 365 whole days after it', () => {
    const registered = Date.UTC(2030, 0, 7, 23, 59);
    const last = lastRewardedDay(registered, { rate, days: 365 });
    expect(startOfDay(dayOf(registered))).toBe(Date.UTC(2030, 0, 7));
    expect(startOfDay(last)).toBe(Date.UTC(2031, 0, 7));
  });
});

test('a friend is shown by two letters and the last', () => {
  expect(maskedName('alice_99')).toBe('al***9');
  expect(maskedName('anna')).toBe('an***a');
});

const units = fc.bigInt({ min: 0n, max: 10n ** 24n }).map(amount);
const share = fc.bigInt({ min: 0n, max: 1_000_000n }).map((value) => fixed(value, 6));

test('a reward is never more than the fees, and less than a smallest unit below the exact share', () => {
  fc.assert(
    fc.property(units, share, (paid, part) => {
      const reward = rewardOn(paid, usdt, part);
      expect(reward >= 0n && reward <= paid).toBe(true);
      const exact = paid * part.units;
      expect(reward * 1_000_000n <= exact && exact < (reward + 1n) * 1_000_000n).toBe(true);
    }),
  );
});

test('fees reckoned in parts never earn more than reckoned at once, and all of them at a rate of 1', () => {
  fc.assert(
    fc.property(fc.array(units, { maxLength: 10 }), share, (parts, part) => {
      const apart = sum(...parts.map((paid) => rewardOn(paid, usdt, part)));
      expect(apart <= rewardOn(sum(...parts), usdt, part)).toBe(true);
      expect(sum(...parts.map((paid) => rewardOn(paid, usdt, one)))).toBe(sum(...parts));
    }),
  );
});
