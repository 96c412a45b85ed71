import type { Language } from '@assay/contract/vocabulary/languages.ts';
import type { ArtStyle } from '@assay/contract/vocabulary/nfts.ts';
import type { NftStatus } from '@assay/contract/vocabulary/statuses.ts';
import { type Amount, amount } from '@assay/domain/money/amount.ts';
import type { Auction } from '@assay/domain/nfts/auction.ts';
import { mayBecome, statusAt } from '@assay/domain/nfts/statuses.ts';
import type { Transaction } from '../platform/database.ts';

/** What a title means, for readers of other languages than its own. */
export type Titles = Readonly<Partial<Record<Language, string>>>;

/** A row of `nfts` as `columns` reads it. Money is micro-USDT. */
export interface NftRow {
  readonly id: number;
  readonly charityId: number;
  readonly title: string;
  readonly titles: Titles;
  readonly creator: string;
  readonly chain: string;
  readonly address: string;
  readonly story: string;
  readonly style: ArtStyle;
  readonly seed: string;
  readonly startPrice: bigint;
  readonly reserve: bigint;
  readonly buyNowPrice: bigint | null;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly status: NftStatus;
  readonly bids: number;
  readonly currentBid: bigint | null;
  readonly bidderId: string | null;
  readonly endedAt: Date | null;
  readonly price: bigint | null;
  readonly withdrawnAt: Date | null;
}

export const columns = `
  n.id, n.charity_id as "charityId", n.title, n.titles, n.creator, n.chain, n.address, n.story, n.style, n.seed,
  n.start_price as "startPrice", n.reserve, n.buy_now_price as "buyNowPrice", n.starts_at as "startsAt", n.ends_at as "endsAt",
  n.status, n.bids, n.current_bid as "currentBid", n.bidder_id::text as "bidderId", n.ended_at as "endedAt", n.price,
  n.withdrawn_at as "withdrawnAt"`;

const money = (value: bigint | null): Amount | null => (value === null ? null : amount(value));

export function auctionOf(row: NftRow): Auction {
  return {
    status: row.status,
    startsAt: row.startsAt.getTime(),
    endsAt: row.endsAt.getTime(),
    startPrice: amount(row.startPrice),
    buyNowPrice: money(row.buyNowPrice),
    currentBid: money(row.currentBid),
  };
}

/** The highest bid with its bidder; undefined while there is none. */
export function highestOf({ currentBid, bidderId }: NftRow): { readonly userId: string; readonly bid: Amount } | undefined {
  return currentBid === null || bidderId === null ? undefined : { userId: bidderId, bid: amount(currentBid) };
}

/** The title in a language; null where it is in that language already, or there is no translation. */
export function meaningOf({ title, titles }: Pick<NftRow, 'title' | 'titles'>, language: Language): string | null {
  const meaning = titles[language];
  return meaning === undefined || meaning === title ? null : meaning;
}

/** The reference of all transfers about a piece. */
export function referenceOf({ id }: Pick<NftRow, 'id'>): string {
  return `nft:${id}`;
}

/** `n12` on the wire, so that no id of a piece is an id of an order. */
export function wireId(id: number): string {
  return `n${id}`;
}

/** The row that an id of the wire names; anything that is no id of a piece names nothing, which is row 0. */
export function rowId(id: string): number {
  const value = /^n[1-9][0-9]{0,15}$/.test(id) ? Number(id.slice(1)) : 0;
  return Number.isSafeInteger(value) ? value : 0;
}

/**
 * The piece, locked until the transaction ends: of all concurrent writers (two bidders, a buyer, the rounds of two leaders) one
 * goes first, and the others then see the result.
 */
export async function lockRow(tx: Transaction, id: number): Promise<NftRow | undefined> {
  const [row] = await tx.query<NftRow>(`select ${columns} from nfts n where n.id = $1 for update`, [id]);
  return row;
}

/** What may change about a piece; times are epoch milliseconds, and what is left out stays as it is. */
export interface NftChange {
  readonly status: NftStatus;
  readonly bid?: { readonly userId: string; readonly amount: Amount; readonly endsAt: number };
  readonly sale?: { readonly userId: string; readonly price: Amount };
  readonly endedAt?: number;
  readonly withdrawnAt?: number;
}

/** Stores the new state of a locked piece. A transition that the statuses do not allow is our own mistake. */
export async function change(tx: Transaction, row: NftRow, to: NftChange): Promise<NftRow> {
  if (to.status !== row.status && !mayBecome(row.status, to.status)) {
    throw new Error(`nft ${row.id} is ${row.status} and can't become ${to.status}`);
  }
  const time = (at: number | undefined) => (at === undefined ? null : new Date(at));
  const { bid, sale } = to;
  const [changed] = await tx.query<NftRow>(
    `update nfts n set status = $3, bids = n.bids + $4, current_bid = coalesce($5, n.current_bid),
       bidder_id = coalesce($6, n.bidder_id), ends_at = coalesce($7, n.ends_at), buyer_id = $8, price = $9, ended_at = $10,
       withdrawn_at = $11
     where n.id = $1 and n.status = $2 returning ${columns}`,
    [
      row.id,
      row.status,
      to.status,
      bid === undefined ? 0 : 1,
      bid?.amount ?? null,
      bid?.userId ?? null,
      time(bid?.endsAt),
      sale?.userId ?? null,
      sale?.price ?? null,
      time(to.endedAt),
      time(to.withdrawnAt),
    ],
  );
  if (changed === undefined) throw new Error(`nft ${row.id} was ${row.status} under lock and is not any more`);
  return changed;
}

/** Puts a locked piece on sale whose start has passed; called by bids, purchases and the round. */
export async function opened(tx: Transaction, row: NftRow, now: number): Promise<NftRow> {
  const status = statusAt(row.status, row.startsAt.getTime(), now);
  return status === row.status ? row : change(tx, row, { status });
}
