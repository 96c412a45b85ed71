import type { depositDeskCalls } from '@assay/contract/endpoints/console/deposits.ts';
import type { DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import type { Queryable } from '../../platform/database.ts';

interface Filters {
  readonly customerId?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly coin?: string | undefined;
  readonly mine: 'YES' | 'NO';
}

const waiting = ['pendingReview', 'approved'];

/** The statuses that a word of a list stands for. */
export function statusesOf(status: string, all: readonly string[]): readonly string[] {
  if (status === 'open') return waiting;
  return status === 'all' ? all : [status];
}

/** What waits is read oldest first. */
export function directionOf(status: string): { readonly beyond: '>' | '<'; readonly order: 'asc' | 'desc' } {
  return status === 'open' || waiting.includes(status) ? { beyond: '>', order: 'asc' } : { beyond: '<', order: 'desc' };
}

/** A case of the table, narrowed by $2 to $6, which are `narrowedBy`. */
export const narrowed = (table: 'd' | 'w'): string => `
  ($2::bigint is null or ${table}.user_id = $2) and ($3::timestamptz is null or ${table}.created_at >= $3)
  and ($4::timestamptz is null or ${table}.created_at < $4) and ($5::text is null or ${table}.coin = $5)
  and ($6::bigint is null or $6 in (${table}.approved_by, ${table}.decided_by))`;

export function narrowedBy({ customerId, from, to, coin, mine }: Filters, self: string): unknown[] {
  // An id that is none is nobody's.
  const customer = customerId === undefined || /^[1-9][0-9]{0,14}$/.test(customerId) ? (customerId ?? null) : '0';
  return [customer, from ?? null, to ?? null, coin ?? null, mine === 'YES' ? self : null];
}

/** How many wait for whom, and for how much: as many rows are read as wait. */
export async function waitingSums(
  db: Queryable,
  table: 'deposits' | 'withdrawals',
): Promise<DeskResult<typeof depositDeskCalls.waiting>> {
  const rows = await db.query<{ coin: string; first: number; second: number; units: bigint }>(
    `select coin, count(*) filter (where status = 'pendingReview') as first, count(*) filter (where status = 'approved') as second,
       sum(amount) as units
     from ${table} where status in ('pendingReview', 'approved') group by coin order by count(*) desc, coin`,
  );
  const sum = (of: 'first' | 'second') => rows.reduce((total, row) => total + row[of], 0);
  return {
    pendingReview: sum('first'),
    approved: sum('second'),
    totals: rows.map(({ coin, first, second, units }) => ({
      coin,
      amount: formatAmount(amount(units), assetOf(coin)),
      cases: first + second,
    })),
  };
}
