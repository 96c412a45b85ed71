import { amount } from '@assay/domain/money/amount.ts';
import { recipes } from '../../ledger/index.ts';
import type { Transaction } from '../../platform/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { announce } from '../announce.ts';
import { chargeDue } from '../charge-financing.ts';
import type { PositionsContext } from '../context.ts';
import { postFor } from '../outcome.ts';
import { type PositionRow, columns, marginLeft } from '../row.ts';

/** How long an instrument must have been without a price before a position on it can be given back. */
export const voidableAfterMs = 72 * 3_600_000;

/** The order, locked, if it can be voided now. Refused with 11142: not open, or not suspended for 72 hours. */
export async function lockVoidable(
  context: PositionsContext,
  tx: Transaction,
  orderNo: string,
): Promise<PositionRow | Refusal> {
  const [row] = await tx.query<PositionRow>(`select ${columns} from positions where order_no = $1 for update`, [orderNo]);
  const since = row && context.market.suspendedSince(row.code);
  const long = since !== undefined && context.clock.now() - since >= voidableAfterMs;
  return row?.status === 'open' && long ? row : refuse('11142');
}

/**
 * Gives a locked position back: its margin, and every fee that it has paid. No price is involved, so there is neither profit
 * nor loss; financing that fell due while it was open stays paid.
 */
export async function voidPosition(context: PositionsContext, tx: Transaction, locked: PositionRow): Promise<void> {
  const row = await chargeDue(context, tx, locked);
  const now = context.clock.now();
  const recipe = recipes.contractVoided({ userId: row.userId, margin: marginLeft(row), fees: amount(row.openFee) });
  const available = await postFor(tx, row, now, recipe);
  const [ended] = await tx.query<PositionRow>(
    `update positions set status = 'cancelled', close_reason = 'void', closed_at = $2 where id = $1 returning ${columns}`,
    [row.id, new Date(now)],
  );
  if (ended === undefined) throw new Error(`position ${row.id} was locked and is gone`);
  announce(context, tx, ended, available);
}
