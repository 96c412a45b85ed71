import { type Amount, amount, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import type { Transaction } from '../platform/database.ts';
import { type PlansContext, book } from './context.ts';
import { type PlanRow, returnedOf, wireId } from './row.ts';

const facts = (row: PlanRow) => ({ orderId: wireId(row.id), product: row.product });
const money = (value: bigint) => formatAmount(amount(value), usdt);

/** Of incomes that are paid together it is told once. `at` is when the last of them fell due. */
export function tellIncome({ notify }: PlansContext, tx: Transaction, row: PlanRow, income: Amount, at: number): void {
  const values = { ...facts(row), income: formatAmount(income, usdt) };
  notify(tx, { kind: 'planIncome', userId: row.userId, book, values, at });
}

/** How a plan has ended, by its status. */
export function tellEnd({ notify }: PlansContext, tx: Transaction, row: PlanRow, at: number): void {
  const to = { userId: row.userId, book, at } as const;
  const principal = money(row.principal);
  if (row.status === 'profitDivided') {
    const income = money(row.dailyIncome * BigInt(row.incomeDays));
    notify(tx, { ...to, kind: 'planMatured', values: { ...facts(row), principal, income } });
  }
  if (row.status === 'closedSuccessfully') {
    notify(tx, { ...to, kind: 'planExited', values: { ...facts(row), returned: money(returnedOf(row) ?? 0n) } });
  }
  if (row.status === 'expired') notify(tx, { ...to, kind: 'planExpired', values: { ...facts(row), principal } });
}
