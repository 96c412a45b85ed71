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
}

export async function optionsAtRisk(db: Queryable, book: Book): Promise<AtRisk[]> {
  const rows = await db.query<{ code: string; options: number; stakes: bigint; payout_max: bigint }>(
    `select code, count(*) as options, sum(stake) as stakes, sum(floor(stake * payout_rate))::numeric(38, 0) as payout_max
     from options where book = $1 and status = 'open' group by code order by code`,
    [book],
  );
  return rows.map((row) => ({
    code: row.code,
    options: row.options,
    stakes: amount(row.stakes),
    payoutMax: amount(row.payout_max),
  }));
}
