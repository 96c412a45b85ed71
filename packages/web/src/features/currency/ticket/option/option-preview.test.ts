import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { optionPeriods } from '@assay/domain/options/periods.ts';
import { describe, expect, it } from 'vitest';
import {
  type OptionForm,
  type OptionSituation,
  firstPeriod,
  isClosedAtExpiry,
  largestStake,
  previewOption,
} from './option-preview.ts';

// Friday 19 January 2024, 20:58 UTC: New York's shares trade for two more minutes, bitcoin always.
const fridayEvening = Date.UTC(2024, 0, 19, 20, 58);
const bitcoin: OptionSituation = {
  instrument: { assetClass: 'crypto', hours: 'always', priceScale: 2 },
  feed: 'simulated',
  periods: optionPeriods({ assetClass: 'crypto' }),
  offered: true,
  quote: { code: 'BTCUSDT', bid: 3_999_800, ask: 4_000_200, time: fridayEvening, volume: 0 },
  tradable: true,
  pricesAllowed: true,
  now: fridayEvening,
};
const share: OptionSituation = {
  ...bitcoin,
  instrument: { assetClass: 'stock', hours: 'usEquity', priceScale: 2 },
  periods: optionPeriods({ assetClass: 'stock' }),
};
const form: OptionForm = { direction: 'up', amount: '100', periodId: '1min' };
const wealth = amount(1_000_000_000n);

describe('the option ticket', () => {
  it('shows what may be won and what returns before the option is bought', () => {
    // 80% of 100
    const { decision, blocked } = previewOption(form, bitcoin, wealth);
    expect(blocked).toBeNull();
    expect(decision && formatAmount(decision.profitIfWon, usdt)).toBe('80');
    expect(decision && formatAmount(decision.expectedReturn, usdt)).toBe('180');
    expect(decision?.terms.expiresAt).toBe(fridayEvening + 60_000);
    expect(decision?.terms.strike).toBe(4_000_000);
  });

  it.each([
    ['nothing entered', { amount: '' }, 'missing'],
    ['a stake below the smallest', { amount: '4.99' }, '10016'],
    ['a stake above the largest', { amount: '5001' }, '10016'],
    ['more than the balance', { amount: '1500' }, '10011'],
    ['a period that is not offered', { periodId: '7min' }, '10017'],
  ] as const)('names %s', (_, change, blocked) => {
    expect(previewOption({ ...form, ...change }, bitcoin, wealth).blocked).toBe(blocked);
  });

  it('keeps showing the figures of a stake that the balance cannot carry', () => {
    expect(previewOption({ ...form, amount: '1500' }, bitcoin, wealth).decision?.terms.stake).toBe(1_500_000_000n);
  });

  it('sells nothing that would expire while the market rests', () => {
    expect(isClosedAtExpiry('1min', share)).toBe(false);
    expect(isClosedAtExpiry('5min', share)).toBe(true);
    expect(previewOption({ ...form, periodId: '5min' }, share, wealth).blocked).toBe('closedAtExpiry');
    expect(firstPeriod({ ...share, now: fridayEvening + 90_000 })).toBe('1week');
  });

  it('offers as the largest stake what balance and period allow, in whole cents', () => {
    const [period] = bitcoin.periods;
    if (period === undefined) throw new Error('no periods');
    expect(largestStake(period, amount(123_456_789n))).toBe('123.45');
    expect(largestStake(period, amount(9_000_000_000n))).toBe('5000');
    expect(largestStake(period, amount(4_000_000n))).toBe('');
  });
});
