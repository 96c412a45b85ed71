import type { Amount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { book } from '@assay/domain/plans/plan.ts';
import { houseBalance } from '../ledger/index.ts';
import type { Queryable } from '../platform/database.ts';

/** What the treasury of the plans has: free for new ones, and set aside for those that are open. */
export interface Coverage {
  readonly free: Amount;
  readonly committed: Amount;
}

export async function coverageOf(db: Queryable): Promise<Coverage> {
  return {
    free: await houseBalance(db, book, 'treasury', usdt),
    committed: await houseBalance(db, book, 'committed', usdt),
  };
}
