import { draftOf, withPosting } from '@assay/domain/dealing/draft.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { mayBecome } from '@assay/domain/spot/statuses.ts';
import { paidAsset } from '@assay/domain/spot/terms.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import type { Desk, Draft } from './draft.ts';
import { type SpotRow, termsOf } from './row.ts';

/** Withdraws an unfilled order; always allowed, also while nothing trades. Refusals: 404 not yours, 11008 already ended. */
export function cancel(desk: Desk, row: SpotRow | undefined): Draft | Refusal {
  if (row === undefined) return refuse('404', { id: '404' });
  return mayBecome(row.status, 'cancelled') ? withdraw(desk, row) : refuse('11008');
}

/** Gives back all that an order holds. */
export function withdraw({ view: { now } }: Desk, row: SpotRow): Draft {
  const recipe = recipes.spotCancelled({ userId: row.userId, asset: paidAsset(termsOf(row)), held: amount(row.hold) });
  const withdrawn: SpotRow = { ...row, status: 'cancelled', hold: 0n, endedAt: new Date(now) };
  return { ...withPosting(draftOf(row), now, recipe), row: withdrawn, basis: null };
}
