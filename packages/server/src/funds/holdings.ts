import type { HoldingsSource } from '../ledger/index.ts';
import { book } from './context.ts';

/** What is held for withdrawals, for the auditor: the whole amount of each that has not ended. */
export const holdings: readonly HoldingsSource[] = [
  {
    kind: 'withdrawal',
    query: `select withdrawal_no as reference, '${book}' as book, user_id::text as owner, coin as asset, amount
            from withdrawals where status in ('pendingReview', 'approved')`,
  },
];
