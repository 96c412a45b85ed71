import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { type PlanRow, returnedOf } from '@assay/domain/plans/plan.ts';
import type { PlanChange } from '@assay/domain/plans/plan.ts';
import type { NewNotification } from '../notifications/index.ts';
import { wireId } from './row.ts';

const facts = (row: PlanRow) => ({ orderId: wireId(row.id), product: row.product });
const money = (value: bigint) => formatAmount(amount(value), usdt);

/** The result of a step of a plan: incomes that are paid together are announced once, when the last of them fell due. */
export function noticesOf({ before, row, incomes }: PlanChange): NewNotification[] {
  const { userId, book, dailyIncome } = row;
  const income = money(dailyIncome * BigInt(incomes.length));
  const last = incomes.at(-1);
  const paid: NewNotification[] =
    last === undefined ? [] : [{ kind: 'planIncome', userId, book, values: { ...facts(row), income }, at: last.at }];
  return before?.endedAt === null && row.endedAt !== null ? [...paid, ...endNotices(row, row.endedAt.getTime())] : paid;
}

/** How a plan has ended, by its status. */
function endNotices(row: PlanRow, at: number): NewNotification[] {
  const { userId, book } = row;
  const to = { userId, book, at };
  const principal = money(row.principal);
  if (row.status === 'profitDivided') {
    const income = money(row.dailyIncome * BigInt(row.incomeDays));
    return [{ ...to, kind: 'planMatured', values: { ...facts(row), principal, income } }];
  }
  if (row.status === 'closedSuccessfully') {
    return [{ ...to, kind: 'planExited', values: { ...facts(row), returned: money(returnedOf(row) ?? 0n) } }];
  }
  return row.status === 'expired' ? [{ ...to, kind: 'planExpired', values: { ...facts(row), principal } }] : [];
}
