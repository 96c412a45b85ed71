import type { PlanStatus } from '@assay/contract/vocabulary/statuses.ts';
import { type Amount, least, minus, nothing, parseAmount, sum } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { type Refused, refused } from '../positions/refused.ts';
import { incomesDue } from './schedule.ts';
import { type PlanTerms, incomeOf, incomeToCome } from './terms.ts';

/** A plan as far as its rules look at it. */
export interface PlanState {
  readonly terms: PlanTerms;
  readonly status: PlanStatus;
  /** Epoch milliseconds; null while it waits and when it never opened. */
  readonly openedAt: number | null;
}

/** What leaving a plan means in money. `forfeited` and `returned` are the principal, to the last unit. */
export interface Exit {
  /** The status that it leads to. */
  readonly status: 'closed' | 'expired';
  /** Incomes that have fallen due; the customer keeps the payments, the principal is reduced by as much. */
  readonly incomeDays: number;
  readonly received: Amount;
  readonly penalty: Amount;
  readonly forfeited: Amount;
  readonly returned: Amount;
  /** What the treasury gets back of the income that it has set aside. */
  readonly incomeNotPaid: Amount;
}

/**
 * Decides leaving a plan now: returned = max(0, principal − penalty − income received). A plan that still waits is refunded
 * whole. With `seenReturn`, the amount that the customer was shown, it is refused when another would return.
 *
 * Refusals: 11008 it has matured, is left already or has ended; 11018 on `seenReturn`, for example when an income has
 * fallen due since the amount was shown.
 */
export function decideExit(plan: PlanState, now: number, seenReturn?: string): Exit | Refused {
  const exit = exitAt(plan, now);
  if (exit === undefined) return refused('11008');
  if (seenReturn !== undefined && parseAmount(seenReturn, usdt) !== exit.returned) return refused('11018', 'seenReturn');
  return exit;
}

function exitAt({ terms, status, openedAt }: PlanState, now: number): Exit | undefined {
  if (status === 'waiting') return leaving(terms, 'expired', 0, nothing);
  if (status !== 'inIncome' || openedAt === null) return undefined;
  const due = incomesDue(openedAt, terms.days, now);
  return due === terms.days ? undefined : leaving(terms, 'closed', due, terms.penalty);
}

function leaving(terms: PlanTerms, status: Exit['status'], incomeDays: number, penalty: Amount): Exit {
  const received = incomeOf(terms, incomeDays);
  const forfeited = least(sum(penalty, received), terms.principal);
  const returned = minus(terms.principal, forfeited);
  return { status, incomeDays, received, penalty, forfeited, returned, incomeNotPaid: incomeToCome(terms, incomeDays) };
}
