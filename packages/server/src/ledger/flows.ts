import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { Reason } from '@assay/domain/ledger/recipes/recipe.ts';
import { type Amount, type Asset, amount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import type { Queryable } from '../platform/database.ts';

export interface FlowsWanted {
  readonly userId: string;
  readonly book: Book;
  readonly reasons: readonly Reason[];
  /** From this business time on. */
  readonly from: Date;
}

/**
 * What transactions of some reasons have made of all that an account has and owes: $1 owner, $2 book, $3 reasons, $4 from. What
 * moves between its own accounts is nothing, and more that is owed is less that is owned.
 */
const moved = `(
  select t.id, t.at, t.reason::text as reason, m.asset, sum(m.amount) as amount from (
    select m.transaction_id, a.asset, case a.kind when 'loan' then -m.amount else m.amount end as amount
    from ledger_accounts a join ledger_transfers m on m.to_account = a.id where a.owner = $1 and a.book = $2
    union all
    select m.transaction_id, a.asset, case a.kind when 'loan' then m.amount else -m.amount end
    from ledger_accounts a join ledger_transfers m on m.from_account = a.id where a.owner = $1 and a.book = $2
  ) m join ledger_transactions t on t.id = m.transaction_id
  where t.reason = any ($3) and t.at >= $4
  group by t.id, t.at, t.reason, m.asset having sum(m.amount) <> 0) moved`;

const valuesOf = ({ userId, book, reasons, from }: FlowsWanted) => [userId, book, reasons, from];

/** The sum of an account's flows of each reason and asset. */
export async function flowSums(
  db: Queryable,
  wanted: FlowsWanted,
): Promise<{ readonly reason: Reason; readonly asset: Asset; readonly amount: Amount }[]> {
  const rows = await db.query<{ reason: Reason; asset: string; amount: bigint }>(
    `select reason, asset, sum(amount)::numeric(38, 0) as amount from ${moved} group by 1, 2 order by 1, 2`,
    valuesOf(wanted),
  );
  return rows.map((row) => ({ reason: row.reason, asset: assetOf(row.asset), amount: amount(row.amount) }));
}

/** An account's newest flows, oldest first. */
export async function newestFlows(
  db: Queryable,
  wanted: FlowsWanted,
  limit: number,
): Promise<{ readonly at: Date; readonly reason: Reason; readonly asset: Asset; readonly amount: Amount }[]> {
  const rows = await db.query<{ at: Date; reason: Reason; asset: string; amount: bigint }>(
    `select at, reason, asset, amount from ${moved} order by id desc, asset limit $5`,
    [...valuesOf(wanted), limit],
  );
  return rows.toReversed().map((row) => ({ ...row, asset: assetOf(row.asset), amount: amount(row.amount) }));
}

/** What came in less what left, of each asset, before a business time: free and set aside together, what is owed apart. */
export async function movedUntil(
  db: Queryable,
  { userId, book }: Pick<FlowsWanted, 'userId' | 'book'>,
  at: Date,
): Promise<{ readonly asset: string; readonly sum: bigint }[]> {
  return db.query(
    `select asset, sum(amount)::numeric(38, 0) as sum from (
       select m.transaction_id, a.asset::text as asset, m.amount from ledger_accounts a join ledger_transfers m on m.to_account = a.id
       where a.owner = $1 and a.book = $2 and a.kind <> 'loan'
       union all
       select m.transaction_id, a.asset::text, -m.amount from ledger_accounts a join ledger_transfers m on m.from_account = a.id
       where a.owner = $1 and a.book = $2 and a.kind <> 'loan'
     ) m join ledger_transactions t on t.id = m.transaction_id
     where t.at < $3 group by asset order by asset`,
    [userId, book, at],
  );
}

/** An account's flows of some reasons in a period, oldest first, with what each was about. */
export async function flowsOf(
  db: Queryable,
  wanted: FlowsWanted,
  to: Date,
): Promise<
  {
    readonly at: Date;
    readonly reason: Reason;
    readonly reference: string | null;
    readonly asset: Asset;
    readonly amount: Amount;
  }[]
> {
  const rows = await db.query<{ at: Date; reason: Reason; reference: string | null; asset: string; amount: bigint }>(
    `select moved.at, moved.reason, x.reference, moved.asset, moved.amount
     from ${moved} join ledger_transactions x on x.id = moved.id where moved.at < $5 order by moved.at, moved.id, moved.asset`,
    [...valuesOf(wanted), to],
  );
  return rows.map((row) => ({ ...row, asset: assetOf(row.asset), amount: amount(row.amount) }));
}
