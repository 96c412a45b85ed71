import type { HoldingsSource } from '../ledger/index.ts';

/** What is held for limit orders of spot, for the auditor: USDT of buyers, coins of sellers. */
export const holdings: readonly HoldingsSource[] = [
  {
    kind: 'order',
    query: `select order_no as reference, book, user_id::text as owner, case side when 'buy' then 'USDT' else base end as asset,
              hold as amount
            from spot_orders where status = 'open'`,
  },
];
