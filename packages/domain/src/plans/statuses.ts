import type { PlanStatus } from '@assay/contract/vocabulary/statuses.ts';

/**
 * Every change of status that exists; anything else is refused with 11008. `closed` is a plan whose owner has asked to
 * leave, `closedSuccessfully` one that has paid out what it then owed. `expired` never opened and was refunded.
 */
const changes: Readonly<Record<PlanStatus, readonly PlanStatus[]>> = {
  waiting: ['inIncome', 'expired'],
  inIncome: ['profitDivided', 'closed'],
  closed: ['closedSuccessfully'],
  profitDivided: [],
  closedSuccessfully: [],
  expired: [],
};

export function mayBecome(from: PlanStatus, to: PlanStatus): boolean {
  return changes[from].includes(to);
}

/** False once all is paid out and nothing can happen any more. */
export function isAlive(status: PlanStatus): boolean {
  return changes[status].length > 0;
}
