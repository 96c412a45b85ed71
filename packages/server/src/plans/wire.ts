import type { SmartOrder } from '@assay/contract/endpoints/order-shapes.ts';
import { type Amount, formatAmount, nothing } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { decideExit } from '@assay/domain/plans/decide-exit.ts';
import { type PlanRow, returnedOf, stateOf } from '@assay/domain/plans/plan.ts';
import { incomeAt, incomesDue } from '@assay/domain/plans/schedule.ts';
import { incomeOf } from '@assay/domain/plans/terms.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import { wireId } from './row.ts';

/** A plan as the wire shows it, as of a moment of the business clock. */
export function toWire(row: PlanRow, now: number): SmartOrder {
  const { terms } = stateOf(row);
  const opensAt = row.opensAt.getTime();
  const pays = row.status === 'waiting' || row.status === 'inIncome';
  return {
    id: wireId(row.id),
    orderNo: row.orderNo,
    productId: row.productId,
    product: row.product,
    days: row.days,
    amount: formatAmount(terms.principal, usdt),
    dailyYield: formatFixed(terms.dailyYield),
    runTime: runTime(row, now),
    nextIncomeAt: pays ? new Date(incomeAt(opensAt, row.incomeDays + 1)).toISOString() : null,
    cumulativeIncome: formatAmount(incomeOf(terms, row.incomeDays), usdt),
    incomeDays: row.incomeDays,
    accruesFrom: row.status === 'expired' ? null : row.opensAt.toISOString(),
    penalty: formatAmount(terms.penalty, usdt),
    returnedIfExitedNow: formatAmount(returnedIfExited(row, now), usdt),
    status: row.status,
  };
}

/** Whole days in income: by now, or until it was left. */
function runTime(row: PlanRow, now: number): number {
  const { openedAt } = stateOf(row);
  return openedAt === null ? 0 : incomesDue(openedAt, row.days, row.exitAskedAt?.getTime() ?? now);
}

function returnedIfExited(row: PlanRow, now: number): Amount {
  const exit = decideExit(stateOf(row), now);
  return isRefused(exit) ? (returnedOf(row) ?? nothing) : exit.returned;
}
