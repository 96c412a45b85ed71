import { expect, it } from 'vitest';
import { loanOffers } from '../loans/catalogue.ts';
import { readOffer as readLoan } from '../loans/terms.ts';
import { formatAmount, parseAmount } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { toFixed } from '../money/fixed.ts';
import { paysBorrowers, soundPeriods, spendableOnPlans } from './against-loans.ts';
import { planListings } from './catalogue.ts';

const loan = (days: number, dailyRate: string, freeDays: number) =>
  readLoan({ id: 'loan', days, dailyRate, freeDays, amountMin: '100', amountMax: '50000' });
const period = (days: number, dailyYield: string) => ({ days, dailyYield: toFixed(dailyYield) });

it('the loan that paid a borrower 5,400 for 2,595: 0.03% a day after 7 free days, a plan of 0.06%', () => {
  expect(paysBorrowers(period(180, '0.0006'), loan(180, '0.0003', 7))).toBe(true);
});

it.each([
  // Held as long as the plan: 30 days, of which 25 cost 0.1%, are 2.5% for the 3% that the plan pays.
  [period(30, '0.001'), loan(180, '0.001', 5), true],
  [period(30, '0.0008'), loan(180, '0.001', 5), false],
  // A plan that pays exactly what it costs is not sold either.
  [period(30, '0.0009'), loan(180, '0.00108', 5), true],
  // A loan that ends before the plan is taken to its own term.
  [period(365, '0.0007'), loan(7, '0.0012', 2), false],
  [period(365, '0.00086'), loan(7, '0.0012', 2), true],
  // Free for as long as the plan runs: every yield is a gift.
  [period(7, '0.000001'), loan(30, '0.05', 7), true],
])('%o with %o pays borrowers: %s', (plan, offer, pays) => {
  expect(paysBorrowers(plan, offer)).toBe(pays);
  expect(soundPeriods([plan], [offer])).toHaveLength(pays ? 0 : 1);
});

it('no plan that a sandbox sells pays what one of its loans costs', () => {
  const periods = planListings.flatMap(({ product }) => product.periods);
  expect(soundPeriods(periods, loanOffers)).toEqual(periods);
});

it('what may be bound is what is there beyond what is owed', () => {
  const usd = (text: string) => parseAmount(text, usdt) ?? expect.unreachable();
  const spendable = (available: string, owed: string) => formatAmount(spendableOnPlans(usd(available), usd(owed)), usdt);
  expect([spendable('1500', '1000'), spendable('1000', '1000'), spendable('400', '1000')]).toEqual(['500', '0', '0']);
});
