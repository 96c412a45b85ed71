import type { Loan } from '@assay/contract/endpoints/loans.ts';
import { mayBecome } from '@assay/domain/loans/statuses.ts';
import type { Transaction } from '../platform/database.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import type { LoansContext } from './context.ts';
import { record } from './events.ts';
import { announce } from './outcome.ts';
import { change, lockOwn } from './row.ts';

/** Takes a request back, also one that the first operator has approved. Refusals: 404 not yours, 11066 it is decided. */
export async function cancelLoan(context: LoansContext, tx: Transaction, userId: string, id: string): Promise<Loan | Refusal> {
  const row = await lockOwn(tx, userId, id);
  if (row === undefined) return refuse('404', { id: '404' });
  if (!mayBecome(row.status, 'cancelled')) return refuse('11066');
  const now = context.clock.now();
  const cancelled = await change(tx, row, { status: 'cancelled', endedAt: now });
  await record(tx, row.id, { kind: 'cancelled', at: now });
  return announce(context, tx, cancelled);
}
