import type { HoldingsSource } from '../ledger/index.ts';
import { book } from './context.ts';

/** What is held for auctions, for the auditor: every highest bid, and what charities are owed, piece by piece. */
export const holdings: readonly HoldingsSource[] = [
  {
    kind: 'bid',
    query: `select 'nft:' || id as reference, '${book}' as book, bidder_id::text as owner, 'USDT' as asset, current_bid as amount
            from nfts where status = 'onSale' and bids > 0`,
  },
  {
    kind: 'charity',
    query: `select 'nft:' || id as reference, '${book}' as book, 'house' as owner, 'USDT' as asset, price as amount
            from nfts where status = 'sold'`,
  },
  {
    kind: 'charity',
    query: `select reference, '${book}' as book, 'house' as owner, 'USDT' as asset, -amount as amount from charity_payouts`,
  },
];
