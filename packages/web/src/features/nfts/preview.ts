import type { Nft } from '@assay/contract/endpoints/nfts.ts';
import { type Amount, nothing, parseAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { type Auction, type BidDecision, decideBid, suggestedBids } from '@assay/domain/nfts/auction.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import { isFilledIn } from '../../shared/words/read-number.ts';

type Listed = Pick<Nft, 'status' | 'startsAt' | 'endsAt' | 'currentBid' | 'minimumBid' | 'buyNowPrice'>;

/** Why the form can't be sent as a bid. */
export type Blocker = 'amount' | 'over' | 'cents' | 'low' | 'buyNow' | 'balance';

export interface BidPreview {
  /** Null while the form is no bid that would be taken; what the balance lacks is shown all the same. */
  readonly decision: BidDecision | null;
  readonly blocker: Blocker | null;
}

const blockers: Readonly<Record<string, Blocker>> = {
  '10020': 'over',
  '10016': 'cents',
  '11085': 'low',
  '11087': 'buyNow',
  '10011': 'balance',
};

/** The auction as the rules read it. While there is no bid, the smallest one is the start price; later it plays no part. */
function auctionOf(piece: Listed): Auction {
  const money = (text: string | null) => (text === null ? null : (parseAmount(text, usdt) ?? null));
  return {
    status: piece.status,
    startsAt: Date.parse(piece.startsAt),
    endsAt: Date.parse(piece.endsAt),
    startPrice: money(piece.minimumBid) ?? nothing,
    buyNowPrice: money(piece.buyNowPrice),
    currentBid: money(piece.currentBid),
  };
}

/** Decides the form with the function that decides the bid. */
export function previewBid(
  amount: string,
  piece: Listed,
  situation: { readonly now: number; readonly held: Amount; readonly available: string | undefined },
): BidPreview {
  if (!isFilledIn(amount)) return { decision: null, blocker: 'amount' };
  const { now, held } = situation;
  const auction = auctionOf(piece);
  const bid = decideBid({ amount }, { auction, now, held });
  if (isRefused(bid)) return { decision: null, blocker: blockers[bid.refused] ?? 'cents' };
  const available = situation.available === undefined ? undefined : parseAmount(situation.available, usdt);
  return { decision: bid, blocker: available !== undefined && available < bid.hold ? 'balance' : null };
}

/** Bids to choose from, as text. */
export function choicesOf(piece: Listed): Amount[] {
  return suggestedBids(auctionOf(piece));
}
