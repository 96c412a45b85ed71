import { type Amount, amount, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import type { NewNotification } from '../notifications/index.ts';
import { type PlanRow, returnedOf, wireId } from './row.ts';

const facts = (row: PlanRow) => ({ orderId: wireId(row.id), product: row.product });
const money = (value: bigint) => formatAmount(amount(value), usdt);

/** Of incomes that are paid together it is told once. `at` is when the last of them fell due. */
export function incomeNotice(row: PlanRow, income: Amount, at: number): NewNotification {
  const { userId, book } = row;
  return { kind: 'planIncome', userId, book, values: { ...facts(row), income: formatAmount(income, usdt) }, at };
}

/** How a plan has ended, by its status; none for one that runs on. */
export function endNotices(row: PlanRow, at: number): NewNotification[] {
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
