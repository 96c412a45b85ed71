import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { Reason } from '@assay/domain/ledger/recipes/recipe.ts';
import { type Amount, type Asset, amount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import type { Queryable } from '../platform/database.ts';

/** Why money comes to an account and leaves it beside what is traded. An index of its own leads to what was booked for these. */
export const flowReasons = [
  'deposit.completed',
  'withdrawal.completed',
  'demo.opened',
  'demo.reset',
  'correction.booked',
  'plan.income',
  'plan.left',
  'referral.rewarded',
  'loan.disbursed',
  'loan.repaid',
  'nft.won',
  'nft.bought',
  'dividend.received',
  'dividend.charged',
] as const satisfies readonly Reason[];
export type FlowReason = (typeof flowReasons)[number];

export interface FlowsWanted<R extends FlowReason = FlowReason> {
  readonly userId: string;
  readonly book: Book;
  readonly reasons: readonly R[];
  /** From this business time on. */
  readonly from: Date;
}

/**
 * What transactions of some reasons have made of all that an account has and owes: $1 owner, $2 book, $3 reasons, $4 from. What
 * moves between its own accounts is nothing, and more that is owed is less that is owned. Of all that was ever traded only the
 * index is looked through: the condition on reasons is that of `ledger_transactions_of_flows`
 * (`674_dividends_among_flows.sql`).
 */
const moved = `(
  with own as materialized (select id, asset, kind from ledger_accounts where owner = $1 and book = $2),
  booked as materialized (
    select t.id, t.at, t.reason::text as reason from ledger_transactions t
    where t.reason::text in (${flowReasons.map((reason) => `'${reason}'`).join(', ')}) and t.reason::text = any ($3) and t.at >= $4
      and t.id in (
        select m.transaction_id from own join ledger_transfers m on m.to_account = own.id
        union all
        select m.transaction_id from own join ledger_transfers m on m.from_account = own.id
      )
  )
  select b.id, b.at, b.reason, own.asset,
    sum(case when (m.to_account = own.id) = (own.kind <> 'loan') then m.amount else -m.amount end) as amount
  from booked b
  join ledger_transfers m on m.transaction_id = b.id
  join own on own.id in (m.to_account, m.from_account)
  group by b.id, b.at, b.reason, own.asset
  having sum(case when (m.to_account = own.id) = (own.kind <> 'loan') then m.amount else -m.amount end) <> 0) moved`;

const valuesOf = ({ userId, book, reasons, from }: FlowsWanted) => [userId, book, reasons, from];

/** The sum of an account's flows of each reason and asset. */
export async function flowSums(
  db: Queryable,
  wanted: FlowsWanted,
): Promise<{ readonly reason: FlowReason; readonly asset: Asset; readonly amount: Amount }[]> {
  const rows = await db.query<{ reason: FlowReason; asset: string; amount: bigint }>(
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
): Promise<{ readonly at: Date; readonly reason: FlowReason; readonly asset: Asset; readonly amount: Amount }[]> {
  const rows = await db.query<{ at: Date; reason: FlowReason; asset: string; amount: bigint }>(
    `select at, reason, asset, amount from ${moved} order by id desc, asset limit $5`,
    [...valuesOf(wanted), limit],
  );
  return rows.toReversed().map((row) => ({ ...row, asset: assetOf(row.asset), amount: amount(row.amount) }));
}

/**
 * What came in less what left, of each asset, before a business time: free and set aside together, what is owed apart. The
 * day's totals of closes show up to which close nothing is of that day or later, and after which one nothing of that day or
 * earlier before the running day: what an account had at the former is written down, and of its history only what lies between
 * is read.
 */
export async function movedUntil(
  db: Queryable,
  { userId, book }: Pick<FlowsWanted, 'userId' | 'book'>,
  at: Date,
): Promise<{ readonly asset: string; readonly sum: bigint }[]> {
  return db.query(
    `with own as materialized (select id, asset::text as asset from ledger_accounts where owner = $1 and book = $2 and kind <> 'loan'),
     day as (select ($3::timestamptz at time zone 'UTC')::date as day),
     later as (
       select min(t.through_transaction) as through from ledger_day_totals t join day on t.day >= day.day where t.book = $2
     ),
     before as materialized (
       select coalesce(max(c.through_transaction), 0) as through from ledger_closes c, later
       where later.through is null or c.through_transaction < later.through
     ),
     ranges as materialized (
       select before.through as after, coalesce(max(t.through_transaction), 0) as through
       from before left join (ledger_day_totals t join day on t.day <= day.day) on t.book = $2 group by before.through
       union all
       select coalesce(max(c.through_transaction), 0), 9223372036854775807 from ledger_closes c
     )
     select asset, sum(amount)::numeric(38, 0) as sum from (
       select own.asset, kept.balance as amount from own, before, lateral (
         select c.balance from ledger_closings c where c.account_id = own.id and c.through_transaction <= before.through
         order by c.through_transaction desc limit 1
       ) kept
       union all
       select own.asset, m.amount from own, ranges, ledger_transfers m, ledger_transactions t
       where m.to_account = own.id and m.transaction_id > ranges.after and m.transaction_id <= ranges.through
         and t.id = m.transaction_id and t.at < $3
       union all
       select own.asset, -m.amount from own, ranges, ledger_transfers m, ledger_transactions t
       where m.from_account = own.id and m.transaction_id > ranges.after and m.transaction_id <= ranges.through
         and t.id = m.transaction_id and t.at < $3
     ) moved group by asset order by asset`,
    [userId, book, at],
  );
}

/** When something was first booked on one of an account's own; null for never. */
export async function firstBooked(db: Queryable, { userId, book }: Pick<FlowsWanted, 'userId' | 'book'>): Promise<Date | null> {
  const [row] = await db.query<{ at: Date | null }>(
    `select min(t.at) as at from ledger_accounts a
     cross join lateral (
       select m.transaction_id from ledger_transfers m where m.to_account = a.id order by m.transaction_id limit 1
     ) received
     join ledger_transactions t on t.id = received.transaction_id
     where a.owner = $1 and a.book = $2`,
    [userId, book],
  );
  return row?.at ?? null;
}

export interface Flow<R extends FlowReason = FlowReason> {
  readonly at: Date;
  readonly reason: R;
  readonly reference: string | null;
  readonly asset: Asset;
  readonly amount: Amount;
}

/** An account's flows of some reasons in a period, oldest first and so many at most, with what each was about; `without` one asset. */
export async function flowsOf<R extends FlowReason>(
  db: Queryable,
  wanted: FlowsWanted<R>,
  { to, limit, without }: { readonly to: Date; readonly limit: number; readonly without?: Asset },
): Promise<Flow<R>[]> {
  const rows = await db.query<{ at: Date; reason: R; reference: string | null; asset: string; amount: bigint }>(
    `select moved.at, moved.reason, x.reference, moved.asset, moved.amount
     from ${moved} join ledger_transactions x on x.id = moved.id
     where moved.at < $5 and moved.asset is distinct from $7 order by moved.at, moved.id, moved.asset limit $6`,
    [...valuesOf(wanted), to, limit, without?.code ?? null],
  );
  return rows.map((row) => ({ ...row, asset: assetOf(row.asset), amount: amount(row.amount) }));
}
