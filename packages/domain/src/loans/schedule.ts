import { dayMs } from '../plans/schedule.ts';
import { type LoanDebt, type Owed, dueAt, owedAt, startedDays } from './debt.ts';

/** What settles the loan in full by the end of one of its days, if nothing is paid before. */
export interface ScheduledDay extends Owed {
  readonly day: number;
  /** The end of that day, epoch milliseconds. */
  readonly until: number;
}

const tellingDays = [1, 3, 7, 14, 30, 60, 90, 120, 180, 270];

/** Sample days of a loan from now on: some on the way, the last free one, and the due date. */
export function schedule(debt: LoanDebt, now: number): ScheduledDay[] {
  const { days, freeDays } = debt.terms;
  const today = startedDays(debt, now);
  const told = new Set([...tellingDays, freeDays, today, days]);
  return [...told]
    .filter((day) => day >= Math.max(1, today) && day <= days)
    .toSorted((a, b) => a - b)
    .map((day) => {
      const until = debt.paidOutAt + day * dayMs;
      return { day, until, ...owedAt(debt, until - 1) };
    });
}

/** Days before the due date on which the borrower is reminded. */
const remindedDaysBefore = [3, 1] as const;

/** The moments at which something happens to a loan by itself, in order: reminders, then the due date. */
export function milestones(debt: Pick<LoanDebt, 'terms' | 'paidOutAt'>): readonly number[] {
  const due = dueAt(debt);
  return [...remindedDaysBefore.map((days) => due - days * dayMs).filter((at) => at > debt.paidOutAt), due];
}

/**
 * When the leader has to check an open loan next: at its next milestone, and after the due date once a day, in case the balance
 * has come to suffice.
 */
export function nextLookAt(debt: Pick<LoanDebt, 'terms' | 'paidOutAt'>, now: number): number {
  const coming = milestones(debt).find((at) => at > now);
  return coming ?? dueAt(debt) + (Math.floor((now - dueAt(debt)) / dayMs) + 1) * dayMs;
}
