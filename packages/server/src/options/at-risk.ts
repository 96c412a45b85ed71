import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { type Amount, amount } from '@assay/domain/money/amount.ts';
import type { Queryable } from '../platform/database.ts';

/** Open options of all customers in one instrument. */
export interface AtRisk {
  readonly code: string;
  readonly options: number;
  readonly stakes: Amount;
  /** What the house would pay beyond the stakes if all of them won. */
  readonly payoutMax: Amount;
  /** What those that were settled in the last day and week brought them. */
  readonly realised: { readonly day: Amount; readonly week: Amount };
}

const dayMs = 86_400_000;

/** `now` is business time. */
export async function optionsAtRisk(db: Queryable, book: Book, now: number): Promise<AtRisk[]> {
  const rows = await db.query<{ code: string; options: number; stakes: bigint; payout_max: bigint; day: bigint; week: bigint }>(
    `select code, coalesce(o.options, 0) as options, coalesce(o.stakes, 0)::numeric(38, 0) as stakes,
       coalesce(o.payout_max, 0)::numeric(38, 0) as payout_max, coalesce(r.day, 0)::numeric(38, 0) as day,
       coalesce(r.week, 0)::numeric(38, 0) as week
     from (
       select code, count(*) as options, sum(stake) as stakes, sum(floor(stake * payout_rate)) as payout_max
       from options where book = $1 and status = 'open' group by code
     ) o full join (
       select code, sum(profit) filter (where settled_at > $2) as day, sum(profit) as week
       from options where book = $1 and settled_at > $3 group by code
     ) r using (code) order by code`,
    [book, new Date(now - dayMs), new Date(now - 7 * dayMs)],
  );
  return rows.map((row) => ({
    code: row.code,
    options: row.options,
    stakes: amount(row.stakes),
    payoutMax: amount(row.payout_max),
    realised: { day: amount(row.day), week: amount(row.week) },
  }));
}
