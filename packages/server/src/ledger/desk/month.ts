import type { DeskInput, DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import type { ledgerDeskCalls } from '@assay/contract/endpoints/console/ledger.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { z } from 'zod';
import type { Queryable } from '../../platform/database.ts';
import { type Refusal, isRefusal, refuse } from '../../platform/refusal.ts';

// A month of the books, to be taken away and added up elsewhere. It begins behind the close of the last day before it and ends
// with the close of its own last day: what lies between two closes never changes any more. Of a month that runs, the days
// through one that is closed: the last one by default. Each page says through which, so that those that follow are of the same
// books, whatever is closed meanwhile.

type Calls = typeof ledgerDeskCalls;

const print = (units: bigint, asset: string) => formatAmount(amount(units), assetOf(asset));

interface Span {
  /** The day through which it goes. */
  readonly day: string;
  readonly after: number;
  readonly through: number;
}

/** From which transaction to which; undefined where no day of it is closed, and refused with 400 where the day that is named is not. */
async function spanOf(db: Queryable, month: string, named: string | undefined): Promise<Span | undefined | Refusal> {
  // Days of other months never reach the database, which has no year 0 either.
  if (named !== undefined && !named.startsWith(`${month}-`)) return refuse('400', { through: '400' });
  const [row] = await db.query<{ after: number | null; through: number; day: string }>(
    `select c.through_transaction as through, c.day::text as day,
       (select max(through_transaction) from ledger_closes where day < $1::date) as after
     from ledger_closes c where c.day >= $1::date and c.day < $1::date + interval '1 month' and ($2::date is null or c.day = $2::date)
     order by c.day desc limit 1`,
    [`${month}-01`, named ?? null],
  );
  if (row !== undefined) return { ...row, after: row.after ?? 0 };
  return named === undefined ? undefined : refuse('400', { through: '400' });
}

interface Begun {
  /** Through which day the pages before this one went. */
  readonly day: string | undefined;
  /** Where this one begins in its list. */
  readonly at: string | undefined;
}

/** A cursor is that of a list behind the day through which its pages go. Refused with 400. */
function begunBy(cursor: string | undefined, at: RegExp): Begun | Refusal {
  if (cursor === undefined) return { day: undefined, at: undefined };
  const [, day, place = ''] = /^(\d{4}-\d{2}-\d{2})_(.+)$/.exec(cursor) ?? [];
  const isDay = day !== undefined && z.iso.date().safeParse(day).success;
  return isDay && at.test(place) ? { day, at: place } : refuse('400', { cursor: '400' });
}

/** The months of which a day is closed, newest first. */
export async function listMonths(db: Queryable): Promise<DeskResult<Calls['months']>> {
  return db.query<{ month: string; closedThrough: string; days: number }>(
    `select to_char(day, 'YYYY-MM') as month, max(day)::text as "closedThrough", count(*) as days
     from ledger_closes group by 1 order by 1 desc limit 240`,
  );
}

/** Of the last close; it follows from the one before it. */
export async function lastSeal(db: Queryable): Promise<string | null> {
  const [row] = await db.query<{ seal: string }>(
    "select encode(seal, 'hex') as seal from ledger_closes order by day desc limit 1",
  );
  return row?.seal ?? null;
}

interface AccountRow {
  readonly id: number;
  readonly owner: string;
  readonly userName: string | null;
  readonly kind: string;
  readonly asset: string;
  readonly opening: bigint;
  readonly closing: bigint;
}

/** What an account had at a close: what the last close before it says at which it had moved. */
const atClose = (place: string) => `
  select k.balance from ledger_closings k where k.account_id = a.id and k.through_transaction <= ${place}
  order by k.through_transaction desc limit 1`;

/** Every account that has ever moved, with what it had when the month began and when it ended, in the order in which they were opened. */
export async function listMonthAccounts(
  db: Queryable,
  { month, book, through, cursor, limit }: DeskInput<Calls['monthAccounts']>,
): Promise<DeskResult<Calls['monthAccounts']> | Refusal> {
  const begun = begunBy(cursor, /^[1-9]\d{0,14}$/);
  if (isRefusal(begun)) return begun;
  const span = await spanOf(db, month, begun.day ?? through);
  if (isRefusal(span)) return span;
  if (span === undefined) return { items: [], nextCursor: null };
  const rows = await db.query<AccountRow>(
    `select a.id, a.owner, u.user_name as "userName", a.kind, a.asset, coalesce(o.balance, 0) as opening, c.balance as closing
     from ledger_accounts a
     left join users u on u.id = case when not a.house and a.owner ~ '^[0-9]{1,18}$' then a.owner::bigint end
     left join lateral (${atClose('$2')}) o on true
     join lateral (${atClose('$3')}) c on true
     where a.book = $1 and a.id > $4 order by a.id limit $5`,
    [book, span.after, span.through, begun.at ?? 0, limit + 1],
  );
  const page = rows.slice(0, limit);
  return {
    items: page.map(({ id, owner, userName, kind, asset, opening, closing }) => ({
      accountId: String(id),
      owner,
      ownerName: userName,
      kind,
      asset,
      opening: print(opening, asset),
      closing: print(closing, asset),
    })),
    nextCursor: rows.length > limit ? `${span.day}_${String(page.at(-1)?.id)}` : null,
  };
}

interface MovementRow {
  readonly reason: string;
  readonly asset: string;
  readonly fromKind: string;
  readonly toKind: string;
  readonly transfers: number;
  readonly amount: bigint;
}

/**
 * Sums of what lies between two closes, of the last days that were looked at: it never changes. A month of large books
 * takes longer to add up than a statement may; each of its days takes seconds, and the next request continues where the
 * last one gave up.
 */
const worked = new WeakMap<Queryable, Map<string, Promise<readonly MovementRow[]>>>();
const workedMax = 1000;

function movementsBetween(db: Queryable, book: string, { after, through }: Pick<Span, 'after' | 'through'>) {
  const known = worked.get(db) ?? new Map<string, Promise<readonly MovementRow[]>>();
  worked.set(db, known);
  const key = `${after} ${through} ${book}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const rows = db.query<MovementRow>(
    `select t.reason, f.asset, f.kind as "fromKind", o.kind as "toKind", count(*) as transfers, sum(m.amount) as amount
     from ledger_transactions t join ledger_transfers m on m.transaction_id = t.id
     join ledger_accounts f on f.id = m.from_account join ledger_accounts o on o.id = m.to_account
     where t.id > $1 and t.id <= $2 and m.transaction_id > $1 and m.transaction_id <= $2 and t.book = $3
     group by 1, 2, 3, 4`,
    [after, through, book],
  );
  known.set(key, rows);
  // What went wrong is not remembered.
  rows.catch(() => known.delete(key));
  const [oldest] = known.keys();
  if (known.size > workedMax && oldest !== undefined) known.delete(oldest);
  return rows;
}

const aboutOf = ({ reason, asset, fromKind, toKind }: MovementRow) => `${reason} ${asset} ${fromKind} ${toKind}`;

/** How much has moved for which reason, from which kind of account to which. */
export async function monthMovements(
  db: Queryable,
  { month, book, through }: DeskInput<Calls['monthMovements']>,
): Promise<DeskResult<Calls['monthMovements']> | Refusal> {
  const span = await spanOf(db, month, through);
  if (isRefusal(span)) return span;
  if (span === undefined) return { items: [], nextCursor: null };
  const days = await db.query<{ through: number }>(
    `select distinct through_transaction as through from ledger_closes
     where day >= $1::date and day <= $2::date and through_transaction > $3 order by 1`,
    [`${month}-01`, span.day, span.after],
  );
  const sums = new Map<string, MovementRow>();
  let { after } = span;
  for (const day of days) {
    for (const row of await movementsBetween(db, book, { after, through: day.through })) {
      const { transfers = 0, amount: units = 0n } = sums.get(aboutOf(row)) ?? {};
      sums.set(aboutOf(row), { ...row, transfers: transfers + row.transfers, amount: units + row.amount });
    }
    after = day.through;
  }
  const rows = [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  return { items: rows.map((row) => ({ ...row, amount: print(row.amount, row.asset) })), nextCursor: null };
}

interface TransferRow {
  readonly transactionId: number;
  readonly position: number;
  readonly at: Date;
  readonly createdAt: Date;
  readonly reason: string;
  readonly reference: string | null;
  readonly asset: string;
  readonly amount: bigint;
  readonly fromAccount: number;
  readonly fromOwner: string;
  readonly fromKind: string;
  readonly toAccount: number;
  readonly toOwner: string;
  readonly toKind: string;
}

/** Each transfer of the month, in the order in which it was booked. */
export async function listMonthTransfers(
  db: Queryable,
  { month, book, through, cursor, limit }: DeskInput<Calls['monthTransfers']>,
): Promise<DeskResult<Calls['monthTransfers']> | Refusal> {
  const begun = begunBy(cursor, /^\d{1,15}-\d{1,4}$/);
  if (isRefusal(begun)) return begun;
  const [transaction, position] = (begun.at ?? '0-0').split('-');
  const span = await spanOf(db, month, begun.day ?? through);
  if (isRefusal(span)) return span;
  if (span === undefined) return { items: [], nextCursor: null };
  const rows = await db.query<TransferRow>(
    `select m.transaction_id as "transactionId", m.position, t.at, t.created_at as "createdAt", t.reason, t.reference, f.asset, m.amount,
       m.from_account as "fromAccount", f.owner as "fromOwner", f.kind as "fromKind",
       m.to_account as "toAccount", o.owner as "toOwner", o.kind as "toKind"
     from ledger_transfers m join ledger_transactions t on t.id = m.transaction_id
     join ledger_accounts f on f.id = m.from_account join ledger_accounts o on o.id = m.to_account
     where m.transaction_id > $1 and m.transaction_id <= $2 and t.book = $3 and (m.transaction_id, m.position) > ($4, $5::smallint)
     order by m.transaction_id, m.position limit $6`,
    [span.after, span.through, book, transaction, position, limit + 1],
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map((row) => ({
      id: `${row.transactionId}-${row.position}`,
      at: row.at.toISOString(),
      bookedAt: row.createdAt.toISOString(),
      reason: row.reason,
      reference: row.reference,
      asset: row.asset,
      amount: print(row.amount, row.asset),
      from: { accountId: String(row.fromAccount), owner: row.fromOwner, kind: row.fromKind },
      to: { accountId: String(row.toAccount), owner: row.toOwner, kind: row.toKind },
    })),
    nextCursor: rows.length > limit && last !== undefined ? `${span.day}_${last.transactionId}-${last.position}` : null,
  };
}
