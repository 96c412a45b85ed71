import { draftOf, withPosting } from '../dealing/draft.ts';
import { spotCancelled } from '../ledger/recipes/spot.ts';
import { amount } from '../money/amount.ts';
import { type Refused, refused } from '../positions/refused.ts';
import { type SpotDesk, type SpotDraft, type SpotRow, termsOf } from './order.ts';
import { mayBecome } from './statuses.ts';
import { paidAsset } from './terms.ts';

/** Withdraws an unfilled order; always allowed, also while nothing trades. Refusals: 404 not yours, 11008 already ended. */
export function cancelOrder(desk: SpotDesk, row: SpotRow | undefined): SpotDraft | Refused {
  if (row === undefined) return refused('404', 'id');
  return mayBecome(row.status, 'cancelled') ? withdrawOrder(desk, row) : refused('11008');
}

/** Gives back all that an order holds. */
export function withdrawOrder({ view: { now } }: SpotDesk, row: SpotRow): SpotDraft {
  const recipe = spotCancelled({ userId: row.userId, asset: paidAsset(termsOf(row)), held: amount(row.hold) });
  const withdrawn: SpotRow = { ...row, status: 'cancelled', hold: 0n, endedAt: new Date(now) };
  return { ...withPosting(draftOf(row), now, recipe), row: withdrawn, basis: null };
}
