import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import {
  type AccountRef,
  type Balances,
  type HouseKind,
  type UserKind,
  heldKinds,
  house,
} from '@assay/domain/ledger/accounts.ts';
import type { Reason } from '@assay/domain/ledger/recipes/recipe.ts';
import { type Amount, type Asset, amount, nothing, sum } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import { noEnd } from './audit/finding.ts';

interface BalanceRow {
  readonly asset: string;
  readonly kind: UserKind;
  readonly balance: bigint;
}

function balancesOf(rows: readonly BalanceRow[], codes: readonly string[]): Balances[] {
  return codes.map((code) => {
    const of = (kind: UserKind) => amount(rows.find((row) => row.asset === code && row.kind === kind)?.balance ?? 0n);
    return {
      asset: assetOf(code),
      available: of('available'),
      margin: of('margin'),
      order: of('order'),
      withdrawal: of('withdrawal'),
      bid: of('bid'),
      plan: of('plan'),
      loan: of('loan'),
    };
  });
}

const codesOf = (rows: readonly BalanceRow[]) => [...new Set(rows.map((row) => row.asset))];

/** The user's balances per asset; without `assets`, of every asset that the account ever had. */
export async function balances(db: Queryable, book: Book, userId: string, assets?: readonly Asset[]): Promise<Balances[]> {
  const rows = await db.query<BalanceRow>(
    `select asset, kind, balance from ledger_accounts
     where owner = $1 and book = $2 and ($3::text[] is null or asset = any($3)) order by asset`,
    [userId, book, assets?.map((asset) => asset.code) ?? null],
  );
  return balancesOf(rows, assets?.map((asset) => asset.code) ?? codesOf(rows));
}

/** The same of many at once, of every asset that each ever had; in their order. */
export async function balancesOfMany(
  db: Queryable,
  accounts: readonly { readonly userId: string; readonly book: Book }[],
): Promise<Balances[][]> {
  const rows = await db.query<BalanceRow & { owner: string; book: Book }>(
    `select owner, book, asset, kind, balance from ledger_accounts
     where (owner, book) in (select * from unnest($1::text[], $2::text[])) order by asset`,
    [accounts.map(({ userId }) => userId), accounts.map(({ book }) => book)],
  );
  const byAccount = Map.groupBy(rows, ({ owner, book }) => `${book} ${owner}`);
  return accounts.map(({ userId, book }) => {
    const own = byAccount.get(`${book} ${userId}`) ?? [];
    return balancesOf(own, codesOf(own));
  });
}

/** What one customer had: smallest units by asset. */
export interface HeldByCustomer {
  readonly owner: string;
  readonly sums: Readonly<Record<string, string>>;
}

/**
 * What every customer had after a transaction, free and set aside together, per asset; debts apart. Customers with nothing are
 * left out. They come page by page, in an order that can't be computed without `key`: the database sorts them, and they are
 * never all in memory.
 */
export async function* heldByCustomers(
  tx: Transaction,
  { book, through, key, pageRows = 500 }: { book: Book; through: number; key: string; pageRows?: number },
): AsyncGenerator<HeldByCustomer[]> {
  await tx.query(
    `declare held_by_customers no scroll cursor for
     select h.owner, jsonb_object_agg(h.asset, h.amount::text) as sums from (
       select a.owner, a.asset::text as asset, sum(e.balance)::numeric(38, 0) as amount
       from ledger_accounts a
       cross join lateral (
         select balance from (
           (select from_version as version, from_balance as balance from ledger_transfers
            where from_account = a.id and transaction_id <= $2 order by transaction_id desc, position desc limit 1)
           union all
           (select to_version, to_balance from ledger_transfers
            where to_account = a.id and transaction_id <= $2 order by transaction_id desc, position desc limit 1)
         ) side order by version desc limit 1
       ) e
       where a.book = $1 and not a.house and a.kind <> 'loan'
       group by a.owner, a.asset having sum(e.balance) > 0
     ) h
     group by h.owner order by sha256(convert_to($3 || h.owner, 'UTF8'))`,
    [book, through, key],
  );
  for (;;) {
    const page = await tx.query<HeldByCustomer>(`fetch ${pageRows} from held_by_customers`);
    if (page.length === 0) break;
    yield page;
  }
  await tx.query('close held_by_customers');
}

/** All that a user has set aside in one asset. */
export function held(own: Balances): Amount {
  return sum(...heldKinds.map((kind) => own[kind]));
}

/** The balance of a house account: kept of the protected ones, summed up for the others. */
export async function houseBalance(db: Queryable, book: Book, kind: HouseKind, asset: Asset): Promise<Amount> {
  const [row] = await db.query<{ balance: bigint }>(
    'select ledger_balance(id) as balance from ledger_accounts where owner = $1 and book = $2 and asset = $3 and kind = $4',
    [house, book, asset.code, kind],
  );
  return row === undefined ? nothing : amount(row.balance);
}

/** A transfer as a receipt shows it. */
export interface BookedTransfer {
  readonly transactionId: number;
  readonly at: Date;
  readonly reason: Reason;
  readonly from: AccountRef;
  readonly to: AccountRef;
  readonly asset: Asset;
  readonly amount: Amount;
}

/** All transfers about one thing (`position:7`), oldest first. */
export async function transfersOf(db: Queryable, reference: string): Promise<BookedTransfer[]> {
  const rows = await db.query<{
    transaction_id: number;
    at: Date;
    reason: Reason;
    asset: string;
    amount: bigint;
    from_owner: string;
    from_kind: UserKind | HouseKind;
    to_owner: string;
    to_kind: UserKind | HouseKind;
  }>(
    `select t.transaction_id, x.at, x.reason, f.asset, t.amount,
       f.owner as from_owner, f.kind as from_kind, o.owner as to_owner, o.kind as to_kind
     from ledger_transactions x
     join ledger_transfers t on t.transaction_id = x.id
     join ledger_accounts f on f.id = t.from_account
     join ledger_accounts o on o.id = t.to_account
     where x.reference = $1 order by t.transaction_id, t.position`,
    [reference],
  );
  return rows.map((row) => ({
    transactionId: row.transaction_id,
    at: row.at,
    reason: row.reason,
    from: { owner: row.from_owner, kind: row.from_kind },
    to: { owner: row.to_owner, kind: row.to_kind },
    asset: assetOf(row.asset),
    amount: amount(row.amount),
  }));
}

/** The first transaction of each reference, in the order in which they were booked. */
export async function firstTransactions(db: Queryable, references: readonly string[]): Promise<number[]> {
  if (references.length === 0) return [];
  const rows = await db.query<{ id: number }>(
    'select min(id) as id from ledger_transactions where reference = any ($1::text[]) group by reference order by 1',
    [references],
  );
  return rows.map(({ id }) => id);
}

/**
 * What some users have paid in fees for certain reasons, per asset, by the business time of the transactions: from the start of a
 * UTC day and before that of another. Closed days are read as they were closed.
 */
export async function feesPaid(
  db: Queryable,
  of: { book: Book; from: number; to: number; reasons: readonly Reason[]; payers: readonly string[] },
): Promise<{ payer: string; asset: string; amount: Amount }[]> {
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  const rows = await db.query<{ payer: string; asset: string; amount: bigint }>(
    `with closed as (select coalesce(max(through_transaction), 0) as through from ledger_closes),
     paid as (
       select day, book, payer, asset, reason, fees from ledger_day_fees
       union all
       select open.* from closed, ledger_fees_between(closed.through, ${noEnd}) open
     )
     select payer, asset, sum(fees)::numeric(38, 0) as amount from paid
     where book = $1 and day >= $2::date and day < $3::date and reason = any($4) and payer = any($5)
     group by payer, asset order by payer, asset`,
    [of.book, dayOf(of.from), dayOf(of.to), of.reasons, of.payers],
  );
  return rows.map((row) => ({ ...row, amount: amount(row.amount) }));
}
