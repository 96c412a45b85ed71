import type { Audit, Gate, OperatorCall } from '../../operators/index.ts';
import type { Transaction } from '../../platform/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';

/** What the decision about a case works with: who decides, in which transaction, and the log that records it. */
export interface Deciding {
  readonly call: Pick<OperatorCall, 'operator'>;
  readonly tx: Transaction;
  readonly audit: Audit;
}

/**
 * Whether this operator may take the next step: what one person has approved, only another may end, whichever way. The
 * database holds the same by a constraint. Refused with 11070.
 */
export function secondPerson(
  { operator }: Pick<OperatorCall, 'operator'>,
  { approvedBy }: { readonly approvedBy: string | null },
): Refusal | undefined {
  return approvedBy === operator.id ? refuse('11070') : undefined;
}

export function operatorRef(id: string | null, name: string | null): { id: string; name: string } | null {
  return id === null || name === null ? null : { id, name };
}

/** What a case requires besides a second person, as shown to operators. */
export const gateOnWire = ({ persons, secondedBy, readyAt }: Gate) => ({
  persons,
  secondedBy,
  readyAt: readyAt?.toISOString() ?? null,
});
