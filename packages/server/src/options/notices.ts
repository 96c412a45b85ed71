import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import type { Ratio } from '@assay/domain/money/ratio.ts';
import type { OptionRow } from '@assay/domain/options/option.ts';
import type { NewNotification } from '../notifications/index.ts';
import { wireId } from './row.ts';

/** A split that it has lived through. */
export function splitNotices({ userId, book, id, code }: OptionRow, { to, from }: Ratio, at: number): NewNotification[] {
  const values = { orderId: wireId(id), code, oldUnits: String(from), newUnits: String(to) };
  return [{ kind: 'shareSplit', userId, book, at, values }];
}

/** How an option was settled; none for one that is open, or whose demo account was reset. */
export function settledNotices(row: OptionRow): NewNotification[] {
  const { userId, book, code, direction, status: outcome, settledAt } = row;
  if (outcome === 'open' || settledAt === null || row.voidReason === 'reset') return [];
  const stake = formatAmount(amount(row.stake), usdt);
  const profit = formatAmount(amount(row.profit ?? 0n), usdt);
  const values = { orderId: wireId(row.id), code, direction, stake, outcome, profit };
  return [{ kind: 'optionSettled', userId, book, at: settledAt.getTime(), values }];
}
