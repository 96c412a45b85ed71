import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { Nft, NftDetail, OwnNft } from '@assay/contract/endpoints/nfts.ts';
import type { ownNftCalls } from '@assay/contract/endpoints/nfts.ts';
import type { Language } from '@assay/contract/vocabulary/languages.ts';
import { type NftStanding, nftsListedMax } from '@assay/contract/vocabulary/nfts.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import type { Queryable } from '../platform/database.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import { imageOf } from './art.ts';
import type { NftsContext } from './context.ts';
import { historyOf } from './history.ts';
import { type NftRow, columns, meaningOf, rowId, wireId } from './row.ts';
import { type ListedRow, toWire } from './wire.ts';

/** What each charity was given: the price of every piece that was sold for it. The auditor holds these against the books. */
const listed = `
  select ${columns}, c.name as charity, coalesce(given.donated, 0) as donated
  from nfts n join charities c on c.id = n.charity_id
  left join (select charity_id, sum(price) as donated from nfts where status = 'sold' group by charity_id) given
    on given.charity_id = n.charity_id`;

/** The gallery: what ends next comes first, then what starts next, then what ended last. Withdrawn pieces are gone. */
export async function listPieces({ db, clock }: NftsContext, language: Language): Promise<Nft[]> {
  const now = clock.now();
  const rows = await db.query<ListedRow>(
    `${listed} where n.withdrawn_at is null
     order by n.ended_at is not null, n.starts_at > $1, n.ended_at desc,
       case when n.starts_at > $1 then n.starts_at else n.ends_at end, n.id
     limit $2`,
    [new Date(now), nftsListedMax],
  );
  return rows.map((row) => toWire(row, language, now));
}

/** One piece with its latest bids. Refused with 404. */
export async function findPiece({ db, clock }: NftsContext, language: Language, id: string): Promise<NftDetail | Refusal> {
  const row = await listedRow(db, rowId(id));
  if (row === undefined || row.withdrawnAt !== null) return refuse('404', { id: '404' });
  return { ...toWire(row, language, clock.now()), story: row.story, history: await historyOf(db, row.id) };
}

async function listedRow(db: Queryable, id: number): Promise<ListedRow | undefined> {
  const [row] = await db.query<ListedRow>(`${listed} where n.id = $1`, [id]);
  return row;
}

interface OwnRow extends NftRow {
  readonly ownAmount: bigint;
  readonly ownAt: Date;
  readonly lastBid: number;
  readonly bought: boolean;
}

/** One line for each piece that the user has bid for or bought, by the latest own bid. The cursor is that bid's id. */
export async function listOwn(
  { db }: NftsContext,
  { userId, language }: { readonly userId: string; readonly language: Language },
  { limit, cursor }: InputOf<(typeof ownNftCalls)['listNft']>,
): Promise<ResultOf<(typeof ownNftCalls)['listNft']> | Refusal> {
  if (cursor !== undefined && !/^[1-9][0-9]{0,14}$/.test(cursor)) return refuse('400', { cursor: '400' });
  const rows = await db.query<OwnRow>(
    `select ${columns}, own.amount as "ownAmount", own.at as "ownAt", own.id as "lastBid",
       coalesce(n.buyer_id = $1, false) as bought
     from nft_bids own join nfts n on n.id = own.nft_id
     where own.user_id = $1 and ($2::bigint is null or own.id < $2)
       and not exists (select from nft_bids later where later.nft_id = own.nft_id and later.user_id = $1 and later.id > own.id)
     order by own.id desc limit $3`,
    [userId, cursor ?? null, limit + 1],
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map((row) => ownToWire(row, userId, language)),
    nextCursor: rows.length > limit && last !== undefined ? String(last.lastBid) : null,
  };
}

function ownToWire(row: OwnRow, userId: string, language: Language): OwnNft {
  const standing = standingOf(row, userId);
  return {
    id: wireId(row.id),
    title: row.title,
    meaning: meaningOf(row, language),
    image: imageOf(row),
    amount: formatAmount(amount(row.ownAmount), usdt),
    held: standing === 'leading' ? formatAmount(amount(row.ownAmount), usdt) : '0',
    currentBid: row.currentBid === null ? null : formatAmount(amount(row.currentBid), usdt),
    standing,
    status: row.status,
    endsAt: (row.endedAt ?? row.endsAt).toISOString(),
    time: row.ownAt.toISOString(),
  };
}

function standingOf({ status, bidderId, bought }: OwnRow, userId: string): NftStanding {
  if (bought) return 'won';
  const highest = bidderId === userId;
  if (status === 'onSale') return highest ? 'leading' : 'outbid';
  return highest ? 'released' : 'lost';
}
