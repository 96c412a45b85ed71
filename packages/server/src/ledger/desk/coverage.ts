import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { type Amount, amount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import type { Queryable } from '../../platform/database.ts';
import { noEnd } from '../audit/finding.ts';

/** What a book's house has and owes, in USDT. */
export interface HouseState {
  readonly kinds: ReadonlyMap<string, Amount>;
  /** What the owners have put into `trading`, less what they took out again. */
  readonly tradingFunded: Amount;
  readonly customers: Amount;
}

/**
 * What customers have together is minus the sum of the house's accounts and of the loan accounts. Double entry: all accounts of an asset in
 * a book add up to zero, which the night's audit checks. Adding up every customer's account would take longer with each customer.
 */
export async function houseState(db: Queryable, book: Book): Promise<HouseState> {
  const rows = await db.query<{ kind: string; balance: bigint; lent: bigint; funded: bigint | null }>(
    `select h.kind, ledger_balance(h.id) as balance,
       (select coalesce(sum(l.balance), 0)::numeric(38, 0) from ledger_accounts l where l.kind = 'loan' and l.book = $1 and l.asset = $2) as lent,
       -- Of the owners' account, which sees few transfers, never of the one that every trade touches.
       case when h.kind = 'trading' then (
         select coalesce((select sum(o.amount) filter (where o.to_account = h.id) from ledger_transfers o where o.from_account = c.id), 0)
           - coalesce((select sum(i.amount) filter (where i.from_account = h.id) from ledger_transfers i where i.to_account = c.id), 0)
         from ledger_accounts c where c.owner = 'house' and c.book = $1 and c.asset = $2 and c.kind = 'capital')
       end::numeric(38, 0) as funded
     from ledger_accounts h where h.owner = 'house' and h.book = $1 and h.asset = $2`,
    [book, usdt.code],
  );
  const house = rows.reduce((all, { balance }) => all + balance, 0n);
  return {
    kinds: new Map(rows.map(({ kind, balance }) => [kind, amount(balance)])),
    tradingFunded: amount(rows.find(({ kind }) => kind === 'trading')?.funded ?? 0n),
    customers: amount(-house - (rows[0]?.lent ?? 0n)),
  };
}

/** What customers own of each asset, in its smallest unit; what they owe is not set off against it. */
export async function owedToCustomers(db: Queryable, book: Book): Promise<Map<string, bigint>> {
  const rows = await db.query<{ asset: string; owed: bigint }>(
    `select asset::text as asset, sum(balance)::numeric(38, 0) as owed
     from ledger_accounts where not house and book = $1 and kind <> 'loan' group by asset order by asset`,
    [book],
  );
  return new Map(rows.map(({ asset, owed }) => [asset, owed]));
}

/** Per UTC day since the start of one: what was paid in fees, and how many transactions were booked; of closed days as they were closed. */
export async function bookedByDay(
  db: Queryable,
  book: Book,
  since: Date,
): Promise<{ day: string; fees: Amount; transactions: number }[]> {
  const rows = await db.query<{ day: string; fees: bigint; transactions: number }>(
    `with closed as (select coalesce(max(through_transaction), 0) as through from ledger_closes)
     select d.day::text, sum(d.fees)::numeric(38, 0) as fees, sum(d.transactions)::bigint as transactions from (
       select day, fees, transactions from ledger_day_totals where book = $1
       union all
       select open.day, open.fees, open.transactions from closed, ledger_totals_between(closed.through, ${noEnd}) open where open.book = $1
     ) d
     where d.day >= $2::date group by d.day order by d.day`,
    [book, since.toISOString().slice(0, 10)],
  );
  return rows.map(({ day, fees, transactions }) => ({ day, fees: amount(fees), transactions }));
}
