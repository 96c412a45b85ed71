import type { HoldingsSource } from '../ledger/index.ts';
import { book } from './context.ts';

/** What customers owe, for the auditor: the outstanding principal of every loan that is paid out. */
export const holdings: readonly HoldingsSource[] = [
  {
    kind: 'loan',
    query: `select loan_no as reference, '${book}' as book, user_id::text as owner, 'USDT' as asset, outstanding as amount
            from loans where status in ('repaying', 'expired')`,
  },
];
