import type { HoldingsSource } from '../ledger/index.ts';

/** What is held for options, for the auditor: the stakes of those that are open. */
export const holdings: readonly HoldingsSource[] = [
  {
    kind: 'order',
    query: `select order_no as reference, book, user_id::text as owner, 'USDT' as asset, stake as amount
            from options where status = 'open'`,
  },
];
