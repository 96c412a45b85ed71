import type { Amount } from '@assay/domain/money/amount.ts';
import type { Refused } from '@assay/domain/positions/refused.ts';
import type { Posted } from '../ledger/index.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';

/** A rule's no as the answer of a call. */
export function refusalOf({ refused, field }: Refused): Refusal {
  return refuse(refused, field === null ? {} : { [field]: refused });
}

/** The user's available balance after a posting; undefined when it did not touch it. */
export function availableIn(posted: Posted): Amount | undefined {
  return posted.balances.find((each) => each.kind === 'available')?.balance;
}
