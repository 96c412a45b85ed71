import type { Transaction } from '../platform/database.ts';

/** What a withdrawal depends on of its owner. */
export interface Owner {
  readonly frozen: boolean;
  readonly securityChangedAt: Date | null;
}

/**
 * One customer's withdrawal requests, saved methods and deposit reports run one at a time, since limits and counts are sums of
 * what exists already; a change of password waits, too. Comes before all locks of the books.
 */
export async function lockOwner(tx: Transaction, userId: string): Promise<Owner> {
  const [row] = await tx.query<Owner>(
    'select frozen, security_changed_at as "securityChangedAt" from users where id = $1 for no key update',
    [userId],
  );
  if (row === undefined) throw new Error('a session without its user');
  return row;
}
