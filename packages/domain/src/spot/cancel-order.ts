import { draftOf, withPosting } from '../dealing/draft.ts';
import { spotCancelled } from '../ledger/recipes/spot.ts';
import { amount } from '../money/amount.ts';
import { type Refused, refused } from '../positions/refused.ts';
import { type SpotDesk, type SpotDraft, type SpotRow, termsOf } from './order.ts';
import { mayBecome } from './statuses.ts';
import { paidAsset } from './terms.ts';

/** Withdraws an unfilled order; always allowed, also while nothing trades. Refusals: 404 not yours, 11008 already ended. */
export function cancelOrder(
  { view }: SpotDesk,
  row: SpotRow | undefined,
  reason: 'cancelled' | 'reset' = 'cancelled',
): SpotDraft | Refused {
  if (row === undefined) return refused('404', 'id');
  return mayBecome(row.status, 'cancelled') ? withdrawOrder(row, reason, view.now) : refused('11008');
}

/** An expired order. It ended at its time, whenever it is processed. */
export function expireOrder(row: SpotRow): SpotDraft {
  if (row.expiresAt === null) throw new Error(`spot order ${row.id} has no end`);
  return withdrawOrder(row, 'expired', row.expiresAt.getTime());
}

/** Gives back all that an order holds. */
export function withdrawOrder(row: SpotRow, reason: 'cancelled' | 'reset' | 'expired' | 'stopped', at: number): SpotDraft {
  const recipe = spotCancelled({ userId: row.userId, asset: paidAsset(termsOf(row)), held: amount(row.hold) });
  const withdrawn: SpotRow = { ...row, status: 'cancelled', hold: 0n, reason, endedAt: new Date(at) };
  return { ...withPosting(draftOf(row), at, recipe), row: withdrawn, basis: null };
}
