import type { HoldingsSource } from '../ledger/index.ts';

/** What is held for positions and orders, for the auditor: margin that financing has not taken, and holds of limit orders. */
export const holdings: readonly HoldingsSource[] = [
  {
    kind: 'margin',
    query: `select order_no as reference, book, user_id::text as owner, 'USDT' as asset, margin - margin_taken as amount
            from positions where status = 'open' and margin > margin_taken`,
  },
  {
    kind: 'order',
    query: `select order_no as reference, book, user_id::text as owner, 'USDT' as asset, hold as amount
            from positions where status = 'awaiting'`,
  },
];
