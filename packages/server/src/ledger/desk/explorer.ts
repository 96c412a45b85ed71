import type { DeskInput, DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import type { LedgerAccount, LedgerEntry, ledgerDeskCalls } from '@assay/contract/endpoints/console/ledger.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { cursorOf } from '../../operators/index.ts';
import type { Queryable } from '../../platform/database.ts';
import { type Refusal, isRefusal, refuse } from '../../platform/refusal.ts';

type Calls = typeof ledgerDeskCalls;

const print = (units: bigint, asset: string) => formatAmount(amount(units), assetOf(asset));

interface AccountRow {
  readonly id: number;
  readonly book: Book;
  readonly owner: string;
  readonly user_name: string | null;
  readonly asset: string;
  readonly kind: string;
  readonly balance: bigint;
  readonly opened_at: Date;
}

const account = `select a.id, a.book, a.owner, u.user_name, a.asset, a.kind, ledger_balance(a.id) as balance, a.opened_at
  from ledger_accounts a 
  left join users u on u.id = case when not a.house and a.owner ~ '^[0-9]{1,18}$' then a.owner::bigint end`;

const toAccount = (row: AccountRow): LedgerAccount => ({
  id: String(row.id),
  book: row.book,
  owner: row.owner,
  ownerName: row.user_name,
  asset: row.asset,
  kind: row.kind,
  balance: print(row.balance, row.asset),
  openedAt: row.opened_at.toISOString(),
});

/** Accounts, newest first. */
export async function listAccounts(
  db: Queryable,
  input: DeskInput<Calls['accounts']>,
): Promise<DeskResult<Calls['accounts']> | Refusal> {
  const before = cursorOf(input.cursor);
  if (isRefusal(before)) return before;
  const rows = await db.query<AccountRow>(
    `${account} where ($1::bigint is null or a.id < $1) and ($2::text is null or a.book = $2) and ($3::text is null or a.owner = $3)
       and ($4::text is null or a.asset = $4) and ($5::text is null or a.kind = $5)
     order by a.id desc limit $6`,
    [before, input.book ?? null, input.owner ?? null, input.asset ?? null, input.kind ?? null, input.limit + 1],
  );
  const page = rows.slice(0, input.limit);
  return {
    items: page.map((row) => toAccount(row)),
    nextCursor: rows.length > input.limit ? String(page.at(-1)?.id) : null,
  };
}

async function findAccount(db: Queryable, id: string): Promise<LedgerAccount | Refusal> {
  const [row] = isRefusal(cursorOf(id)) ? [] : await db.query<AccountRow>(`${account} where a.id = $1`, [id]);
  return row === undefined ? refuse('404', { accountId: '404' }) : toAccount(row);
}

interface EntryRow {
  readonly transaction_id: number;
  readonly position: number;
  readonly at: Date;
  readonly reason: string;
  readonly reference: string | null;
  readonly amount: bigint;
  readonly balance_after: bigint | null;
  readonly counter_id: number;
  readonly counter: string;
}

/** A page of one side, along its index: through the view of both, all that the account has ever seen would be sorted. */
const entriesOf = (own: 'from' | 'to', other: 'from' | 'to') => `(
  select m.transaction_id, m.position, t.at, t.reason, t.reference, ${own === 'from' ? '-' : ''}m.amount as amount,
    m.${own}_balance as balance_after, m.${other}_account as counter_id
  from ledger_transfers m join ledger_transactions t on t.id = m.transaction_id
  where m.${own}_account = $1 and (m.transaction_id, m.position) < ($2, $3::smallint)
  order by m.transaction_id desc, m.position desc limit $4)`;

/** The entries of one account, newest first. An account meets a transfer on one side only, so its place names the entry. */
export async function listEntries(
  db: Queryable,
  input: DeskInput<Calls['entries']>,
): Promise<DeskResult<Calls['entries']> | Refusal> {
  const found = await findAccount(db, input.accountId);
  if (isRefusal(found)) return found;
  const [, transaction, position] = /^(\d{1,15})-(\d{1,4})$/.exec(input.cursor ?? '999999999999999-9999') ?? [];
  if (transaction === undefined) return refuse('400', { cursor: '400' });
  const rows = await db.query<EntryRow>(
    `select e.*, c.owner || ' ' || c.kind as counter
     from (${entriesOf('from', 'to')} union all ${entriesOf('to', 'from')}) e join ledger_accounts c on c.id = e.counter_id
     order by e.transaction_id desc, e.position desc limit $4`,
    [input.accountId, transaction, position, input.limit + 1],
  );
  const items = rows.slice(0, input.limit).map((row): LedgerEntry => ({
    id: `${row.transaction_id}-${row.position}`,
    transactionId: String(row.transaction_id),
    at: row.at.toISOString(),
    reason: row.reason,
    reference: row.reference,
    amount: print(row.amount, found.asset),
    balanceAfter: row.balance_after === null ? null : print(row.balance_after, found.asset),
    counterAccountId: String(row.counter_id),
    counter: row.counter,
  }));
  return { account: found, items, nextCursor: rows.length > input.limit ? (items.at(-1)?.id ?? null) : null };
}

interface TransactionRow {
  readonly id: number;
  readonly book: Book;
  readonly reason: string;
  readonly reference: string | null;
  readonly at: Date;
  readonly created_at: Date;
  readonly size: number;
}

const toTransaction = (row: TransactionRow) => ({
  id: String(row.id),
  book: row.book,
  reason: row.reason,
  reference: row.reference,
  at: row.at.toISOString(),
  createdAt: row.created_at.toISOString(),
});

/** Transactions, newest first. */
export async function listTransactions(
  db: Queryable,
  input: DeskInput<Calls['transactions']>,
): Promise<DeskResult<Calls['transactions']> | Refusal> {
  const before = cursorOf(input.cursor);
  if (isRefusal(before)) return before;
  const rows = await db.query<TransactionRow>(
    `select id, book, reason, reference, at, created_at, size from ledger_transactions
     where ($1::bigint is null or id < $1) and ($2::text is null or book = $2) and ($3::text is null or reason = $3)
       and ($4::text is null or reference = $4) and ($6::timestamptz is null or at >= $6) and ($7::timestamptz is null or at < $7)
     order by id desc limit $5`,
    [
      before,
      input.book ?? null,
      input.reason ?? null,
      input.reference ?? null,
      input.limit + 1,
      input.from ?? null,
      input.to ?? null,
    ],
  );
  const page = rows.slice(0, input.limit);
  return {
    items: page.map((row) => ({ ...toTransaction(row), transfers: row.size })),
    nextCursor: rows.length > input.limit ? String(page.at(-1)?.id) : null,
  };
}

interface TransferRow {
  readonly position: number;
  readonly asset: string;
  readonly amount: bigint;
  readonly from_account: number;
  readonly from_owner: string;
  readonly from_kind: string;
  readonly from_balance: bigint | null;
  readonly to_account: number;
  readonly to_owner: string;
  readonly to_kind: string;
  readonly to_balance: bigint | null;
}

/** One transaction with its transfers. 404 when there is none. */
export async function readTransaction(
  db: Queryable,
  { id }: DeskInput<Calls['transaction']>,
): Promise<DeskResult<Calls['transaction']> | Refusal> {
  const known = isRefusal(cursorOf(id)) ? null : id;
  const [row] = await db.query<TransactionRow>(
    'select id, book, reason, reference, at, created_at, size from ledger_transactions where id = $1',
    [known],
  );
  if (row === undefined) return refuse('404', { id: '404' });
  const transfers = await db.query<TransferRow>(
    `select m.position, f.asset, m.amount, m.from_account, f.owner as from_owner, f.kind as from_kind, m.from_balance,
       m.to_account, o.owner as to_owner, o.kind as to_kind, m.to_balance
     from ledger_transfers m join ledger_accounts f on f.id = m.from_account join ledger_accounts o on o.id = m.to_account
     where m.transaction_id = $1 order by m.position`,
    [id],
  );
  const kept = (balance: bigint | null, asset: string) => (balance === null ? null : print(balance, asset));
  return {
    ...toTransaction(row),
    transfers: transfers.map((t) => ({
      position: t.position,
      asset: t.asset,
      amount: print(t.amount, t.asset),
      from: {
        accountId: String(t.from_account),
        owner: t.from_owner,
        kind: t.from_kind,
        balanceAfter: kept(t.from_balance, t.asset),
      },
      to: { accountId: String(t.to_account), owner: t.to_owner, kind: t.to_kind, balanceAfter: kept(t.to_balance, t.asset) },
    })),
  };
}

/** How many entries an account has. 404 when there is none. */
export async function countEntries(db: Queryable, accountId: string): Promise<number | Refusal> {
  const found = await findAccount(db, accountId);
  if (isRefusal(found)) return found;
  const [row] = await db.query<{ entries: number }>('select count(*) as entries from ledger_entries where account_id = $1', [
    accountId,
  ]);
  return row?.entries ?? 0;
}

/** What every account of the house has. */
export async function houseBalances(
  db: Queryable,
): Promise<{ book: Book; kind: string; asset: string; accountId: string; balance: string }[]> {
  const rows = await db.query<{ id: number; book: Book; kind: string; asset: string; balance: bigint }>(
    "select id, book, kind, asset, ledger_balance(id) as balance from ledger_accounts where owner = 'house' order by book desc, kind, asset",
  );
  return rows.map(({ id, book, kind, asset, balance }) => ({
    book,
    kind,
    asset,
    accountId: String(id),
    balance: print(balance, asset),
  }));
}
