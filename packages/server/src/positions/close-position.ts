import type { Position } from '@assay/contract/endpoints/order.ts';
import type { Transaction } from '../platform/database.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import { announce } from './announce.ts';
import { bookClosing } from './book-closing.ts';
import { cancelOrder } from './cancel-order.ts';
import { chargeDue } from './charge-financing.ts';
import type { PositionsContext, Owner } from './context.ts';
import { lockOwn } from './row.ts';

/**
 * Closes a position at the market, or withdraws an order that awaits opening. Withdrawing is always allowed, closing only
 * while the instrument trades. Refusals: 404 not yours, 11008 already ended, 10015 not tradable.
 */
export async function closePosition(
  context: PositionsContext,
  tx: Transaction,
  owner: Owner,
  id: string,
): Promise<Position | Refusal> {
  const { market } = context;
  const row = await lockOwn(tx, owner, id);
  if (row === undefined) return refuse('404', { id: '404' });
  if (row.status === 'awaiting') return cancelOrder(context, tx, row, 'cancelled');
  if (row.status !== 'open') return refuse('11008');
  const quote = market.quote(row.code);
  if (quote === undefined || !market.tradable(row.code)) return refuse('10015');
  const closed = await bookClosing(context, tx, await chargeDue(context, tx, row), quote, 'manual');
  return announce(context, tx, closed.row, closed.available);
}
