import type { Borrower } from '@assay/domain/loans/decide-loan.ts';
import { readOffer } from '@assay/domain/loans/terms.ts';
import { nothing } from '@assay/domain/money/amount.ts';
import { expect, test } from 'vitest';
import { money, previewLoan } from './preview.ts';

const offer = readOffer({ id: 'loan-30', days: 30, dailyRate: '0.001', freeDays: 7, amountMin: '100', amountMax: '10000' });
const limits = { openMax: 2, totalMax: money('5000') };
const verified: Borrower = { kycStatus: 'verified', pending: false, open: 0, overdue: false, outstanding: nothing };

function previewed(amount: string, borrower: Partial<Borrower> = {}, termId = offer.id) {
  return previewLoan({ termId, amount }, { offers: [offer], limits, borrower: { ...verified, ...borrower } });
}

test('a loan of 1,000 for 30 days at 0.1% with 7 free days is shown to cost 23', () => {
  expect(previewed('1000')).toMatchObject({ blocker: null, decision: { totalInterest: money('23') } });
});

test.each([
  ['no amount', '', {}, 'amount'],
  ['an amount below the range', '99', {}, 'range'],
  ['an amount above the range', '10001', {}, 'range'],
  ['a request that waits', '1000', { pending: true }, 'pending'],
  ['a loan past its due date', '1000', { open: 1, overdue: true }, 'overdue'],
  ['more than one customer may owe', '1000', { outstanding: money('4500') }, 'limit'],
] as const)('%s is named', (_, amount, borrower, blocker) => {
  expect(previewed(amount, borrower).blocker).toBe(blocker);
});

test('a term that is gone is named, and what cannot be asked for just now is worked out all the same', () => {
  expect(previewed('1000', {}, 'loan-gone').blocker).toBe('term');
  expect(previewed('1000', { pending: true }).decision).toMatchObject({ repaymentAmount: money('1023') });
});
