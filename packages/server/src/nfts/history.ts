import type { NftBid } from '@assay/contract/endpoints/nfts.ts';
import { nftHistoryMax } from '@assay/contract/vocabulary/nfts.ts';
import { type Amount, amount, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import type { NftRow } from './row.ts';

interface Taken {
  readonly userId: string;
  readonly kind: NftBid['kind'];
  readonly amount: Amount;
  readonly at: number;
}

/** Writes a bid or purchase down, for good. */
export async function recordBid(tx: Transaction, row: NftRow, bid: Taken): Promise<void> {
  await tx.query('insert into nft_bids (nft_id, user_id, kind, amount, ends_at, at) values ($1, $2, $3, $4, $5, $6)', [
    row.id,
    bid.userId,
    bid.kind,
    bid.amount,
    row.endsAt,
    new Date(bid.at),
  ]);
}

/** The latest bids for a piece, newest first, with names that distinguish bidders without identifying them. */
export async function historyOf(db: Queryable, nftId: number): Promise<NftBid[]> {
  const rows = await db.query<{ userName: string; kind: NftBid['kind']; amount: bigint; endsAt: Date; at: Date }>(
    `select u.user_name as "userName", b.kind, b.amount, b.ends_at as "endsAt", b.at
     from nft_bids b join users u on u.id = b.user_id
     where b.nft_id = $1 order by b.id desc limit $2`,
    [nftId, nftHistoryMax],
  );
  return rows.map(({ userName, kind, amount: bid, endsAt, at }) => ({
    bidder: masked(userName),
    kind,
    amount: formatAmount(amount(bid), usdt),
    time: at.toISOString(),
    endsAt: endsAt.toISOString(),
  }));
}

/** The first and the last letter of a name, whose length stays unknown too. */
function masked(userName: string): string {
  return `${userName.slice(0, 1)}***${userName.slice(-1)}`;
}
