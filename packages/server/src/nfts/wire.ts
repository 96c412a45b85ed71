import type { Nft } from '@assay/contract/endpoints/nfts.ts';
import type { Language } from '@assay/contract/vocabulary/languages.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { mayBuyNow, meetsReserve, minimumBid } from '@assay/domain/nfts/auction.ts';
import { statusAt } from '@assay/domain/nfts/statuses.ts';
import { imageOf } from './art.ts';
import { type NftRow, auctionOf, meaningOf, wireId } from './row.ts';

/** A row with the charity that it is sold for. */
export interface ListedRow extends NftRow {
  readonly charity: string;
  readonly donated: bigint;
}

const money = (value: bigint) => formatAmount(amount(value), usdt);

/** A piece as the wire shows it to a reader of a language, as of a moment of the business clock. */
export function toWire(row: ListedRow, language: Language, now: number): Nft {
  const auction = auctionOf(row);
  const status = statusAt(row.status, auction.startsAt, now);
  const open = status === 'upcoming' || status === 'onSale';
  return {
    id: wireId(row.id),
    title: row.title,
    meaning: meaningOf(row, language),
    creator: row.creator,
    chain: row.chain,
    address: row.address,
    image: imageOf(row),
    style: row.style,
    currentBid: row.currentBid === null ? null : money(row.currentBid),
    minimumBid: money(minimumBid(auction)),
    bids: row.bids,
    reserveMet: meetsReserve(auction.currentBid, amount(row.reserve)),
    buyNowPrice: open && mayBuyNow(auction) && row.buyNowPrice !== null ? money(row.buyNowPrice) : null,
    soldFor: row.price === null ? null : money(row.price),
    startsAt: row.startsAt.toISOString(),
    endsAt: (row.endedAt ?? row.endsAt).toISOString(),
    status,
    charity: row.charity,
    cumulativeDonation: money(row.donated),
  };
}
