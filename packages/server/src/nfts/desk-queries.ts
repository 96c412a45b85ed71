import type { DeskInput, DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import type { DeskNft, nftDeskCalls } from '@assay/contract/endpoints/console/nfts.ts';
import { nftHistoryMax } from '@assay/contract/vocabulary/nfts.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { statusAt } from '@assay/domain/nfts/statuses.ts';
import { cursorOf } from '../operators/index.ts';
import type { Queryable } from '../platform/database.ts';
import { type Refusal, isRefusal, refuse } from '../platform/refusal.ts';
import { imageOf } from './art.ts';
import { type NftRow, columns, rowId, wireId } from './row.ts';

type Row = NftRow & { readonly charity: string };

const selected = `select ${columns}, c.name as charity from nfts n join charities c on c.id = n.charity_id`;
const money = (value: bigint) => formatAmount(amount(value), usdt);

/** Pieces as operators see them, newest first; of one status by the clock, or of all. */
export async function listForDesk(
  db: Queryable,
  now: number,
  input: DeskInput<typeof nftDeskCalls.list>,
): Promise<DeskResult<typeof nftDeskCalls.list> | Refusal> {
  const before = cursorOf(input.cursor);
  if (isRefusal(before)) return before;
  const rows = await db.query<Row>(
    `${selected} where ($1::bigint is null or n.id < $1)
       and ($2::text is null or case when n.status = 'upcoming' and n.starts_at <= $3 then 'onSale' else n.status end = $2)
     order by n.id desc limit $4`,
    [before, input.status ?? null, new Date(now), input.limit + 1],
  );
  const page = rows.slice(0, input.limit);
  return {
    items: page.map((row) => toDesk(row, now)),
    nextCursor: rows.length > input.limit ? String(page.at(-1)?.id) : null,
  };
}

/** One piece with its latest bids and their bidders. Refused with 404. */
export async function pieceForDesk(
  db: Queryable,
  now: number,
  id: string,
): Promise<DeskResult<typeof nftDeskCalls.detail> | Refusal> {
  const row = await find(db, rowId(id));
  if (row === undefined) return refuse('404', { id: '404' });
  const bids = await db.query<{ userId: string; userName: string; kind: 'bid' | 'buyNow'; amount: bigint; at: Date }>(
    `select b.user_id::text as "userId", u.user_name as "userName", b.kind, b.amount, b.at
     from nft_bids b join users u on u.id = b.user_id where b.nft_id = $1 order by b.id desc limit $2`,
    [row.id, nftHistoryMax],
  );
  const history = bids.map(({ amount: bid, at, ...who }) => ({ ...who, amount: money(bid), time: at.toISOString() }));
  return { ...toDesk(row, now), history };
}

/** A piece that is known to be there. */
export async function deskPiece(db: Queryable, now: number, id: number): Promise<DeskNft> {
  const row = await find(db, id);
  if (row === undefined) throw new Error(`nft ${id} was just written and is gone`);
  return toDesk(row, now);
}

async function find(db: Queryable, id: number): Promise<Row | undefined> {
  const [row] = await db.query<Row>(`${selected} where n.id = $1`, [id]);
  return row;
}

function toDesk(row: Row, now: number): DeskNft {
  return {
    id: wireId(row.id),
    charity: row.charity,
    title: row.title,
    titles: row.titles,
    creator: row.creator,
    chain: row.chain,
    address: row.address,
    story: row.story,
    style: row.style,
    seed: row.seed,
    image: imageOf(row),
    startPrice: money(row.startPrice),
    reserve: money(row.reserve),
    buyNowPrice: row.buyNowPrice === null ? null : money(row.buyNowPrice),
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    status: statusAt(row.status, row.startsAt.getTime(), now),
    bids: row.bids,
    currentBid: row.currentBid === null ? null : money(row.currentBid),
    soldFor: row.price === null ? null : money(row.price),
    endedAt: row.endedAt?.toISOString() ?? null,
    withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
  };
}

/** Whether an auction is still to come or runs; undefined where there is none. */
export async function pieceOpen(db: Queryable, id: number): Promise<{ readonly open: boolean } | undefined> {
  const [row] = await db.query<{ open: boolean }>('select ended_at is null as open from nfts where id = $1', [id]);
  return row;
}
