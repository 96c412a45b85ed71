import { languages } from '@assay/contract/vocabulary/languages.ts';
import { describe, expect, it } from 'vitest';
import { amount } from '../money/amount.ts';
import { formatFixed, toFixed } from '../money/fixed.ts';
import { loanOffers } from './catalogue.ts';
import { type LoanTerms, repaymentAmount } from './terms.ts';
import { yearlyCost } from './yearly-cost.ts';

const terms = (more: Partial<LoanTerms> = {}): LoanTerms => ({
  principal: amount(1_000_000_000n),
  days: 30,
  dailyRate: toFixed('0.001'),
  freeDays: 5,
  ...more,
});
const written = (loan: LoanTerms) => [formatFixed(yearlyCost(loan, 'de')), formatFixed(yearlyCost(loan, 'ja'))];

describe('what a loan costs in a year', () => {
  it.each([
    // 1.025 to the power of 365 ÷ 30, less one; 25 ÷ 1,000 × 365 ÷ 30
    [terms(), '0.3504', '0.3042'],
    // 1.365, since it is a year; no power and no part of it
    [terms({ days: 365, freeDays: 0 }), '0.365', '0.365'],
    // 1.005 to the power of 365 ÷ 7, less one; 5 ÷ 1,000 × 365 ÷ 7
    [terms({ days: 7, freeDays: 2 }), '0.297', '0.2607'],
    // 1.73 to the power of 1 ÷ 2, less one, for two years
    [terms({ days: 730, freeDays: 0 }), '0.3153', '0.365'],
    // 1.01 to the power of 365, less one: far beyond where the search begins
    [terms({ days: 1, dailyRate: toFixed('0.01'), freeDays: 0 }), '36.7834', '3.65'],
    [terms({ freeDays: 30 }), '0', '0'],
  ] as const)('is written as the law of each language wants it: %#', (loan, compound, simple) => {
    expect(written(loan)).toEqual([compound, simple]);
  });

  it('is the nearest hundredth of a percent of what powers of broken numbers say, for all that is offered', () => {
    for (const offer of loanOffers)
      for (const principal of [offer.amountMin, 333_333_333n, offer.amountMax]) {
        const loan = { ...offer, principal: amount(principal) };
        const growth = Number(repaymentAmount(loan)) / Number(principal);
        expect(Number(written(loan)[0])).toBeCloseTo(growth ** (365 / offer.days) - 1, 4);
        expect(Number(written(loan)[1])).toBeCloseTo(((growth - 1) * 365) / offer.days, 4);
      }
  });

  it('is written in every language', () => {
    const simple = languages.filter((language) => formatFixed(yearlyCost(terms(), language)) === '0.3042');
    const compound = languages.filter((language) => formatFixed(yearlyCost(terms(), language)) === '0.3504');
    expect(simple.toSorted()).toEqual(['ja', 'ko']);
    expect(compound).toHaveLength(languages.length - 2);
  });
});
