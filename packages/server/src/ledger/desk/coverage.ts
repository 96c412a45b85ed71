import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { type Amount, amount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import type { Queryable } from '../../platform/database.ts';

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
       (select coalesce(sum(case when m.to_account = t.id then m.amount else -m.amount end), 0)
        from ledger_accounts t, ledger_accounts c, ledger_transfers m
        where t.house and t.book = $1 and t.asset = $2 and t.kind = 'trading'
          and c.house and c.book = $1 and c.asset = $2 and c.kind = 'capital'
          and ((m.from_account = c.id and m.to_account = t.id) or (m.from_account = t.id and m.to_account = c.id))) as funded`,
    [book, usdt.code],
  );
  return {
    kinds: new Map(rows.map(({ kind, balance }) => [kind, amount(balance)])),
    tradingFunded: amount(sums?.funded ?? 0n),
    customers: amount(sums?.customers ?? 0n),
  };
}

/** Per UTC day since a moment: what customers paid in fees, and how many transactions were booked. */
export async function bookedByDay(
  db: Queryable,
  book: Book,
  since: Date,
): Promise<{ day: string; fees: Amount; transactions: number }[]> {
  const rows = await db.query<{ day: string; fees: bigint; transactions: number }>(
    `select to_char(t.at at time zone 'UTC', 'YYYY-MM-DD') as day, count(distinct t.id) as transactions,
       coalesce(sum(m.amount) filter (where f.id is not null), 0) as fees
     from ledger_transactions t
     join ledger_transfers m on m.transaction_id = t.id
     left join ledger_accounts f on f.id = m.to_account and f.house and f.kind = 'fees' and f.asset = $3
     where t.book = $1 and t.at >= $2 group by day order by day`,
    [book, since, usdt.code],
  );
  return rows.map(({ day, fees, transactions }) => ({ day, fees: amount(fees), transactions }));
}
