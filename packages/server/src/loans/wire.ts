import type { Loan } from '@assay/contract/endpoints/loans.ts';
import { type LoanDebt, type Owed, dueAt, owedAt, startedDays } from '@assay/domain/loans/debt.ts';
import { schedule } from '@assay/domain/loans/schedule.ts';
import { isOwed } from '@assay/domain/loans/statuses.ts';
import { interestPerDay, interestToTerm, repaymentAmount } from '@assay/domain/loans/terms.ts';
import { amount, formatAmount, minus, nothing } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import type { LoanEventRow } from './events.ts';
import { type LoanRow, debtOf, termsOf, wireId } from './row.ts';

const money = (value: bigint) => formatAmount(amount(value), usdt);

/** A loan as the wire shows it, as of a moment of the business clock. */
export function toWire(row: LoanRow, events: readonly LoanEventRow[], now: number): Loan {
  const terms = termsOf(row);
  const debt = debtOf(row);
  return {
    id: wireId(row.id),
    loanNo: row.loanNo,
    amount: money(terms.principal),
    days: row.days,
    dailyRate: formatFixed(terms.dailyRate),
    freeDays: row.freeDays,
    totalInterest: money(interestToTerm(terms)),
    repaymentDate: debt === null ? null : new Date(dueAt(debt)).toISOString(),
    repaymentAmount: money(repaymentAmount(terms)),
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    paidOutAt: row.paidOutAt?.toISOString() ?? null,
    principalPaid: debt === null ? '0' : money(minus(terms.principal, debt.outstanding)),
    interestPaid: money(row.interestPaid),
    ...(debt !== null && isOwed(row.status) ? living(debt, now) : settled),
    overdue: row.status === 'expired',
    agreementVersion: row.agreementVersion,
    agreementLanguage: row.language,
    history: historyOf(events),
  };
}

function historyOf(events: readonly LoanEventRow[]): Loan['history'] {
  return events.map(({ kind, at, reason, interest, principal }) => ({
    status: kind,
    time: at.toISOString(),
    reason,
    interest: interest === null ? null : money(interest),
    principal: principal === null ? null : money(principal),
  }));
}

type Living = Pick<Loan, 'owed' | 'interestPerDay' | 'day' | 'daysLeft' | 'schedule'>;

const settled: Living = {
  owed: owedText({ principal: nothing, interest: nothing, total: nothing }),
  interestPerDay: '0',
  day: 0,
  daysLeft: 0,
  schedule: [],
};

function living(debt: LoanDebt, now: number): Living {
  const day = startedDays(debt, now);
  return {
    owed: owedText(owedAt(debt, now)),
    interestPerDay: money(interestPerDay(debt.outstanding, debt.terms)),
    day,
    daysLeft: debt.terms.days - day,
    schedule: schedule(debt, now).map(({ day: number, until, ...owed }) => ({
      ...owedText(owed),
      day: number,
      until: new Date(until).toISOString(),
    })),
  };
}

function owedText({ principal, interest, total }: Owed): Loan['owed'] {
  return { principal: money(principal), interest: money(interest), total: money(total) };
}
