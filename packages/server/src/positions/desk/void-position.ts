import type { PositionRow } from '@assay/domain/positions/position.ts';
import type { Transaction } from '../../platform/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { type ContractCommand, due } from '../commands.ts';
import type { PositionsContext } from '../context.ts';
import { columns } from '../row.ts';

/** How long an instrument must have been without a price before a position on it can be given back. */
export const voidableAfterMs = 72 * 3_600_000;

/** An order that a split or dividend could not be brought to yet, while its instrument waits for that. */
export const isLeftBehind = "exists (select from action_faults f where f.product = 'contracts' and f.order_id = positions.id)";

/**
 * The order, locked, if it can be voided now. Refused with 11142: not open and suspended for 72 hours, nor left behind by a split or
 * dividend, when it may wait for its price as well.
 */
export async function lockVoidable(
  context: PositionsContext,
  tx: Transaction,
  orderNo: string,
): Promise<PositionRow | Refusal> {
  const [row] = await tx.query<PositionRow & { leftBehind: boolean }>(
    `select ${columns}, ${isLeftBehind} as "leftBehind" from positions where order_no = $1 for update`,
    [orderNo],
  );
  if (row?.leftBehind === true && (row.status === 'open' || row.status === 'awaiting')) return row;
  const since = row && context.market.suspendedSince(row.code);
  const long = since !== undefined && context.clock.now() - since >= voidableAfterMs;
  return row?.status === 'open' && long ? row : refuse('11142');
}

/** Gives a locked position back, with every fee that it has paid: see `giveBack`. One that waits is withdrawn. */
export async function voidPosition({ dealer }: PositionsContext, tx: Transaction, row: PositionRow): Promise<void> {
  const { id, userId, book } = row;
  const command: ContractCommand = { ...due({ userId, book }, 'real', id), kind: 'void' };
  await dealer.within(tx, command);
}
