import type { ArtStyle } from '@assay/contract/vocabulary/nfts.ts';
import type { AuctionTerms } from '@assay/domain/nfts/terms.ts';
import type { Transaction } from '../platform/database.ts';
import { type NftRow, type Titles, columns } from './row.ts';

/** A piece as it is written down before its auction. */
export interface NewPiece extends AuctionTerms {
  readonly charityId: number;
  readonly title: string;
  readonly titles: Titles;
  readonly creator: string;
  readonly chain: string;
  readonly address: string;
  readonly story: string;
  readonly style: ArtStyle;
  readonly seed: string;
}

/** The charity of a name, which is opened where there is none yet. */
export async function charityNamed(tx: Transaction, name: string): Promise<number> {
  await tx.query('insert into charities (name) values ($1) on conflict (name) do nothing', [name]);
  const [row] = await tx.query<{ id: number }>('select id from charities where name = $1', [name]);
  if (row === undefined) throw new Error(`the charity ${name} was just written and is gone`);
  return row.id;
}

export async function addPiece(tx: Transaction, piece: NewPiece, now: number): Promise<NftRow> {
  const [row] = await tx.query<NftRow>(
    `insert into nfts as n (charity_id, title, titles, creator, chain, address, story, style, seed, start_price, reserve, buy_now_price,
       starts_at, ends_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning ${columns}`,
    [...valuesOf(piece), new Date(now)],
  );
  if (row === undefined) throw new Error('a piece was written and is not there');
  return row;
}

/** Writes other terms over those of a locked piece that still waits for its start. */
export async function rewritePiece(tx: Transaction, id: number, piece: NewPiece): Promise<NftRow> {
  const [row] = await tx.query<NftRow>(
    `update nfts n set charity_id = $1, title = $2, titles = $3, creator = $4, chain = $5, address = $6, story = $7, style = $8, seed = $9,
       start_price = $10, reserve = $11, buy_now_price = $12, starts_at = $13, ends_at = $14
     where n.id = $15 and n.status = 'upcoming' returning ${columns}`,
    [...valuesOf(piece), id],
  );
  if (row === undefined) throw new Error(`nft ${id} was upcoming under lock and is not any more`);
  return row;
}

function valuesOf(piece: NewPiece): unknown[] {
  return [
    piece.charityId,
    piece.title,
    JSON.stringify(piece.titles),
    piece.creator,
    piece.chain,
    piece.address,
    piece.story,
    piece.style,
    piece.seed,
    piece.startPrice,
    piece.reserve,
    piece.buyNowPrice,
    new Date(piece.startsAt),
    new Date(piece.endsAt),
  ];
}
