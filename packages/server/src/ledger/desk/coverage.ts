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

export async function houseState(db: Queryable, book: Book): Promise<HouseState> {
  const rows = await db.query<{ kind: string; balance: bigint }>(
    'select kind, ledger_balance(id) as balance from ledger_accounts where house and book = $1 and asset = $2',
    [book, usdt.code],
  );
  const [sums] = await db.query<{ customers: bigint; funded: bigint }>(
    `select
       (select coalesce(sum(balance), 0) from ledger_accounts where not house and book = $1 and asset = $2 and kind <> 'loan') as customers,
       (select coalesce(sum(m.amount), 0)
        from ledger_accounts t, ledger_accounts c,
          -- Of the owners' account, which sees few transfers, never of the one that every trade touches.
          lateral (
            select o.amount from ledger_transfers o where o.from_account = c.id and o.to_account = t.id
            union all
            select -i.amount from ledger_transfers i where i.to_account = c.id and i.from_account = t.id
          ) m
        where t.house and t.book = $1 and t.asset = $2 and t.kind = 'trading'
          and c.house and c.book = $1 and c.asset = $2 and c.kind = 'capital') as funded`,
    [book, usdt.code],
  );
  return {
    kinds: new Map(rows.map(({ kind, balance }) => [kind, amount(balance)])),
    tradingFunded: amount(sums?.funded ?? 0n),
    customers: amount(sums?.customers ?? 0n),
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
