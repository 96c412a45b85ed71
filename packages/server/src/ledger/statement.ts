import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { UserKind } from '@assay/domain/ledger/accounts.ts';
import type { Reason } from '@assay/domain/ledger/recipes/recipe.ts';
import { type Amount, type Asset, amount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import type { Queryable } from '../platform/database.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';

/** One entry of one of the user's accounts. */
export interface StatementLine {
  readonly id: string;
  readonly at: Date;
  readonly reason: Reason;
  readonly reference: string | null;
  readonly asset: Asset;
  readonly kind: UserKind;
  /** Negative when the account gave. */
  readonly amount: Amount;
  readonly balanceAfter: Amount;
}

export interface StatementQuery {
  readonly book: Book;
  readonly userId: string;
  readonly asset?: string | undefined;
  /** From this business time on. */
  readonly from?: Date | undefined;
  /** Before this business time. */
  readonly to?: Date | undefined;
  readonly limit: number;
  /** The id of the line after which the page begins. */
  readonly cursor?: string | undefined;
}

type Side = 'in' | 'out';

interface Place {
  readonly transaction: number;
  readonly position: number;
  readonly side: Side;
}

/**
 * Each account contributes at most a page of what it gave and one of what it received, each read backwards along its index. Through the view
 * of both, all that the account has seen would be sorted for one page.
 */
const page = (end: 'from' | 'to') => `(
  select m.transaction_id, m.position, '${end === 'from' ? 'out' : 'in'}' as side, ${end === 'from' ? '-' : ''}m.amount as amount,
    m.${end}_balance as balance_after, t.at, t.reason, t.reference
  from ledger_transfers m join ledger_transactions t on t.id = m.transaction_id
  where m.${end}_account = a.id and (m.transaction_id, m.position) <= ($4, $5::smallint)
    and not (m.transaction_id = $4 and m.position = $5::smallint${end === 'from' ? " and $6 = 'out'" : ''})
    and ($7::timestamptz is null or t.at >= $7) and ($8::timestamptz is null or t.at < $8)
  order by m.transaction_id desc, m.position desc limit $9)`;

const beforeAll: Place = { transaction: Number.MAX_SAFE_INTEGER, position: 32_767, side: 'out' };

function readPlace(cursor: string): Place | undefined {
  const [, transaction, position, side] = /^(\d{1,15})-(\d{1,4})-(in|out)$/.exec(cursor) ?? [];
  if (side === undefined) return undefined;
  return { transaction: Number(transaction), position: Number(position), side: side === 'in' ? 'in' : 'out' };
}

/**
 * The user's entries, newest first; of one transfer between two of the user's accounts the receiving side comes first.
 * Refused with 400 when the cursor is not one of ours.
 */
export async function statement(
  db: Queryable,
  query: StatementQuery,
): Promise<{ items: StatementLine[]; nextCursor: string | null } | Refusal> {
  const place = query.cursor === undefined ? beforeAll : readPlace(query.cursor);
  if (place === undefined) return refuse('400', { cursor: '400' });
  const rows = await db.query<{
    transaction_id: number;
    position: number;
    side: Side;
    amount: bigint;
    balance_after: bigint;
    at: Date;
    reason: Reason;
    reference: string | null;
    asset: string;
    kind: UserKind;
  }>(
    `select e.*, a.asset, a.kind
     from ledger_accounts a
     cross join lateral (${page('from')} union all ${page('to')}) e
     where a.owner = $1 and a.book = $2 and ($3::text is null or a.asset = $3)
     order by e.transaction_id desc, e.position desc, e.side limit $9`,
    [
      query.userId,
      query.book,
      query.asset ?? null,
      place.transaction,
      place.position,
      place.side,
      query.from ?? null,
      query.to ?? null,
      query.limit + 1,
    ],
  );
  const items = rows.slice(0, query.limit).map((row) => ({
    id: `${row.transaction_id}-${row.position}-${row.side}`,
    at: row.at,
    reason: row.reason,
    reference: row.reference,
    asset: assetOf(row.asset),
    kind: row.kind,
    amount: amount(row.amount),
    balanceAfter: amount(row.balance_after),
  }));
  return { items, nextCursor: rows.length > query.limit ? (items.at(-1)?.id ?? null) : null };
}
