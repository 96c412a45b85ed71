import { loanStatuses } from '@assay/contract/vocabulary/loans.ts';
import { describe, expect, it } from 'vitest';
import { type Amount, amount, formatAmount } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { formatFixed, toFixed } from '../money/fixed.ts';
import { loanOffers } from './catalogue.ts';
import { type LoanDebt, accruedUntil, dueAt, owedAt, paidOut, startedDays } from './debt.ts';
import { type Borrower, type LoanSituation, decideLoan } from './decide-loan.ts';
import { type Repayment, decideRepayment } from './decide-repayment.ts';
import { milestones, nextLookAt, schedule } from './schedule.ts';
import { isOwed, mayBecome } from './statuses.ts';
import { interestPerDay, interestToTerm, readOffer, repaymentAmount, yearlyRate } from './terms.ts';

const day = 86_400_000;
const opened = Date.parse('2030-01-07T12:00:00Z');
const usd = (text: string): Amount => amount(BigInt(Math.round(Number(text) * 1_000_000)));
const text = (value: bigint) => formatAmount(amount(value), usdt);

/** 0.1% a day over 30 days, the first 7 free, from 100 to 10,000. */
const offer = readOffer({ id: 'loan-30', days: 30, dailyRate: '0.001', freeDays: 7, amountMin: '100', amountMax: '10000' });
const terms = (principal = '1000') => ({ principal: usd(principal), days: 30, dailyRate: toFixed('0.001'), freeDays: 7 });
/** Within the day of that number, some hours after it began. */
const during = (dayNumber: number) => opened + (dayNumber - 1) * day + day / 3;

const verified: Borrower = { kycStatus: 'verified', pending: false, open: 0, overdue: false, outstanding: usd('0') };
const limits = { openMax: 2, totalMax: usd('5000') };

function decided(request: { amount?: string; seenRepayment?: string } = {}, situation: Partial<LoanSituation> = {}) {
  return decideLoan({ amount: '1000', ...request }, { offer, limits, borrower: verified, ...situation });
}

const refusalOf = (...asked: Parameters<typeof decided>) => {
  const decision = decided(...asked);
  return 'refused' in decision ? [decision.refused, decision.field] : undefined;
};

function repaid(debt: LoanDebt, now: number, asked?: string): Repayment {
  const decision = decideRepayment({ status: 'repaying', debt }, now, { amount: asked });
  if ('refused' in decision) throw new Error(`refused with ${decision.refused}`);
  return decision;
}

describe('asking for a loan', () => {
  it('1,000 for 30 days at 0.1% with 7 free days costs 23 and gives back 1,023', () => {
    // 1,000 × 0.001 × (30 − 7) = 23
    const decision = decided();
    if ('refused' in decision) throw new Error(decision.refused);
    expect([decision.totalInterest, decision.repaymentAmount].map(text)).toEqual(['23', '1023']);
    expect(text(interestPerDay(usd('1000'), offer))).toBe('1');
    expect(formatFixed(yearlyRate(offer))).toBe('0.365');
  });

  it('rounds the interest up, once: 333.333333 costs 7.666667', () => {
    // 333.333333 × 0.001 × 23 = 7.666666659
    expect(text(interestToTerm(terms('333.333333')))).toBe('7.666667');
  });

  it('costs nothing when all days are free', () => {
    expect(interestToTerm({ ...terms(), freeDays: 30 })).toBe(0n);
    expect(interestToTerm({ ...terms(), freeDays: 31 })).toBe(0n);
  });

  it('refuses in the order in which a person can do something about it', () => {
    expect(refusalOf({}, { offer: undefined })).toEqual(['10023', 'termId']);
    expect(refusalOf({}, { borrower: { ...verified, kycStatus: 'notVerified' } })).toEqual(['10022', null]);
    expect(refusalOf({}, { borrower: { ...verified, kycStatus: 'pendingReview' } })).toEqual(['10019', null]);
    expect(refusalOf({}, { borrower: { ...verified, kycStatus: 'failed' } })).toEqual(['10019', null]);
    for (const wrong of ['99.999999', '10000.000001', '1000.0000001', '', 'abc']) {
      expect(refusalOf({ amount: wrong }), wrong).toEqual(['11065', 'amount']);
    }
    expect(refusalOf({ seenRepayment: '1022' })).toEqual(['11060', 'seenRepayment']);
    expect(refusalOf({ seenRepayment: '1023.00' })).toBeUndefined();
    expect(refusalOf({}, { borrower: { ...verified, pending: true } })).toEqual(['11062', null]);
    expect(refusalOf({}, { borrower: { ...verified, overdue: true, open: 1 } })).toEqual(['11067', null]);
    expect(refusalOf({}, { borrower: { ...verified, open: 2 } })).toEqual(['11063', 'amount']);
    expect(refusalOf({}, { borrower: { ...verified, open: 1, outstanding: usd('4000.000001') } })).toEqual(['11063', 'amount']);
    expect(refusalOf({}, { borrower: { ...verified, open: 1, outstanding: usd('4000') } })).toBeUndefined();
  });

  it('a visitor who is not known yet is shown what any loan costs', () => {
    expect(decideLoan({ amount: '1000' }, { offer })).toMatchObject({ totalInterest: usd('23') });
  });
});

describe('interest', () => {
  const debt = paidOut(terms(), opened);

  it('counts a day as soon as it has begun, and none of the free ones', () => {
    expect([opened - 1, opened, opened + day - 1, opened + day].map((now) => startedDays(debt, now))).toEqual([0, 1, 1, 2]);
    expect(text(owedAt(debt, opened + 7 * day - 1).interest)).toBe('0');
    // The eighth day begins, and with it the first one that costs.
    expect(text(owedAt(debt, opened + 7 * day).interest)).toBe('1');
    expect(text(owedAt(debt, during(10)).interest)).toBe('3');
  });

  it('stops at the due date', () => {
    expect(dueAt(debt)).toBe(Date.parse('2030-02-06T12:00:00Z'));
    for (const late of [-1, 0, day, 400 * day]) expect(text(owedAt(debt, dueAt(debt) + late).interest)).toBe('23');
  });

  it('never falls because a clock is behind another', () => {
    const later = accruedUntil(debt, during(20));
    expect(owedAt(later, during(10))).toEqual(owedAt(debt, during(20)));
  });
});

describe('repaying', () => {
  const debt = paidOut(terms(), opened);

  it('the whole on day 10 costs three days of interest', () => {
    const { interest, principal, status, rest } = repaid(debt, during(10));
    expect([interest, principal, rest].map(text)).toEqual(['3', '1000', '0']);
    expect(status).toBe('repaid');
  });

  it('in part pays the interest first, and only what is left of the principal costs further', () => {
    // Day 10: 3 of interest, so 403 pay 400 of the principal. Days 11 to 30 cost 0.60 each.
    const first = repaid(debt, during(10), '403');
    expect([first.interest, first.principal, first.rest].map(text)).toEqual(['3', '400', '600']);
    expect(first.status).toBe('repaying');
    expect(text(owedAt(first.after, during(11)).interest)).toBe('0.6');
    const last = repaid(first.after, dueAt(debt));
    expect([last.interest, last.principal].map(text)).toEqual(['12', '600']);
  });

  it('less than the interest pays interest alone', () => {
    // 15 days of interest by day 22.
    const { interest, principal, after, rest } = repaid(debt, during(22), '10');
    expect([interest, principal, rest].map(text)).toEqual(['10', '0', '1005']);
    expect(text(owedAt(after, during(22)).interest)).toBe('5');
  });

  it('twice on one day costs the day once', () => {
    const first = repaid(debt, during(10), '503');
    const second = repaid(first.after, during(10));
    expect([second.interest, second.principal].map(text)).toEqual(['0', '500']);
  });

  it('is possible after the loan has expired, at what was owed on the due date', () => {
    const decision = decideRepayment({ status: 'expired', debt }, dueAt(debt) + 9 * day, {});
    expect(decision).toMatchObject({ interest: usd('23'), principal: usd('1000'), status: 'repaid' });
    expect(decideRepayment({ status: 'expired', debt }, dueAt(debt) + day, { amount: '10' })).toMatchObject({
      status: 'expired',
    });
  });

  it('is refused when nothing is owed, when the figure has changed, and for more than is owed or available', () => {
    const ask = (request: Parameters<typeof decideRepayment>[2], available?: Amount) => {
      const decision = decideRepayment({ status: 'repaying', debt }, during(10), request, available);
      return 'refused' in decision ? decision.refused : 'ok';
    };
    for (const status of ['pendingReview', 'repaid', 'rejected', 'cancelled'] as const) {
      expect(decideRepayment({ status, debt }, during(10), {})).toMatchObject({ refused: '11066' });
    }
    expect(decideRepayment({ status: 'repaying', debt: null }, opened, {})).toMatchObject({ refused: '11066' });
    expect(ask({ seenOwed: '1002' })).toBe('11061');
    expect(ask({ seenOwed: '1003' })).toBe('ok');
    expect(ask({ amount: '1003.000001' })).toBe('10016');
    expect(ask({ amount: '0' })).toBe('10016');
    // A part is a hundredth of the principal at least; what is left may be less.
    expect(ask({ amount: '9.999999' })).toBe('10016');
    expect(ask({ amount: '10' })).toBe('ok');
    expect(repaid(repaid(debt, during(1), '999.5').after, during(1)).principal).toBe(usd('0.5'));
    expect(ask({ amount: '-1' })).toBe('10016');
    expect(ask({ amount: '1003' }, usd('1002.999999'))).toBe('10011');
  });
});

describe('the course of a loan', () => {
  const debt = paidOut(terms(), opened);

  it('is shown by telling days, among them the last free one and the due date', () => {
    const rows = schedule(debt, opened).map(({ day: number, interest, total }) => [number, text(interest), text(total)]);
    expect(rows).toEqual([
      [1, '0', '1000'],
      [3, '0', '1000'],
      [7, '0', '1000'],
      [14, '7', '1007'],
      [30, '23', '1023'],
    ]);
    expect(schedule(debt, during(12)).map((row) => row.day)).toEqual([12, 14, 30]);
    expect(schedule(debt, dueAt(debt) + day).map((row) => [row.day, row.until])).toEqual([[30, dueAt(debt)]]);
  });

  it('is looked at three days and one day before the due date, then daily', () => {
    const due = dueAt(debt);
    expect(milestones(debt)).toEqual([due - 3 * day, due - day, due]);
    expect([opened, due - 3 * day, due - 1, due, due + 1, due + day].map((now) => nextLookAt(debt, now))).toEqual([
      due - 3 * day,
      due - day,
      due,
      due + day,
      due + day,
      due + 2 * day,
    ]);
    const short = paidOut({ ...terms(), days: 1 }, opened);
    expect(milestones(short)).toEqual([opened + day]);
  });

  it('change only as the table says', () => {
    const changes = loanStatuses.flatMap((from) =>
      loanStatuses.filter((to) => mayBecome(from, to)).map((to) => `${from} → ${to}`),
    );
    expect(changes).toEqual([
      'pendingReview → repaying',
      'pendingReview → rejected',
      'pendingReview → cancelled',
      'repaying → repaid',
      'repaying → expired',
      'expired → repaid',
    ]);
    expect(loanStatuses.filter(isOwed)).toEqual(['repaying', 'expired']);
  });
});

it('what the sandbox lends has a few free days in each term, and a range', () => {
  expect(loanOffers.map(({ days, freeDays }) => [days, freeDays])).toEqual([
    [7, 2],
    [30, 5],
    [90, 5],
    [180, 5],
  ]);
  for (const { amountMin, amountMax } of loanOffers) expect(amountMin < amountMax).toBe(true);
  expect(text(repaymentAmount({ ...terms(), dailyRate: toFixed('0.0004') }))).toBe('1009.2');
});
