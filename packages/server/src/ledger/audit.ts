import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { type BoundKind, boundKinds } from '@assay/domain/ledger/accounts.ts';
import { type Database, type Queryable, type Transaction, unhurried } from '../platform/database.ts';

export const checks = [
  'zeroSum',
  'balance',
  'negative',
  'crossing',
  'complete',
  'chain',
  'checkpoint',
  'dayResult',
  'held',
] as const;

/** Something that the books and the rules do not agree on. There is no harmless one. */
export interface Finding {
  readonly check: (typeof checks)[number];
  readonly book: Book | null;
  /** The account, transaction or thing it is about. */
  readonly about: string;
  readonly detail: string;
}

/**
 * Where a slice keeps what it holds money for. The query answers one row for each open thing: `reference` as in its postings,
 * `book`, `owner` (`house` for what is committed), `asset`, and the `amount` held for it in smallest units.
 */
export interface HoldingsSource {
  readonly kind: BoundKind;
  readonly query: string;
}

/** Findings that one check lists at most: the first hundred say enough. */
const findingsMax = 100;

async function find(tx: Queryable, check: Finding['check'], sql: string, values: readonly unknown[] = []): Promise<Finding[]> {
  const rows = await tx.query<{ book: Book | null; about: string; detail: string }>(
    `select book, about, detail from (${sql}) found order by book, about limit ${findingsMax}`,
    values,
  );
  return rows.map((row) => ({ check, ...row }));
}

/** All checks read one and the same state of the books, however much is booked meanwhile. */
function onOneSnapshot<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  // Reading all books takes as long as they are large; what limits a customer's call must not end an audit.
  return db.transact(work, { ...unhurried, transaction_isolation: 'repeatable read', transaction_read_only: 'on' });
}

const nameOf = (alias: string) => `concat_ws(' ', ${alias}.owner, ${alias}.asset, ${alias}.kind)`;

/** Per book and asset everything sums up to nothing: what one account has, another one gave. */
const zeroSum = `
  select book, asset as about, 'all balances sum up to ' || sum(ledger_balance(id)) as detail
  from ledger_accounts group by book, asset having sum(ledger_balance(id)) <> 0`;

const negative = `
  select book, ${nameOf('a')} as about, 'owes ' || -b.balance as detail
  from ledger_accounts a, lateral (select ledger_balance(a.id) as balance) b
  where not ledger_may_owe(a.kind) and b.balance < 0`;

/** Both accounts of a transfer exist and agree on book and asset, and a demo account never meets a real one. */
const crossing = `
  select t.book, 'transaction ' || m.transaction_id as about,
    format('transfer %s goes from %s to %s', m.position, coalesce(f.book || ' ' || ${nameOf('f')}, 'nowhere'),
      coalesce(o.book || ' ' || ${nameOf('o')}, 'nowhere')) as detail
  from ledger_transfers m
  left join ledger_transactions t on t.id = m.transaction_id
  left join ledger_accounts f on f.id = m.from_account
  left join ledger_accounts o on o.id = m.to_account
  where m.transaction_id > $1 and (t.book = f.book and t.book = o.book and f.asset = o.asset) is not true`;

const complete = `
  select t.book, 'transaction ' || t.id as about, format('has %s of its %s transfers', count(m.position), t.size) as detail
  from ledger_transactions t left join ledger_transfers m on m.transaction_id = t.id
  where t.id > $1 group by t.id having count(m.position) <> t.size or max(m.position) <> t.size`;

/** The entries of all accounts that were booked on after transaction $1, each with the one before it. */
const linked = `
  with touched as (select distinct account_id from ledger_entries where transaction_id > $1),
  entries as (
    select e.* from ledger_entries e where e.transaction_id > $1
    union all
    select last.* from touched t, lateral (
      select e.* from ledger_entries e where e.account_id = t.account_id and e.transaction_id <= $1
      order by e.transaction_id desc, e.position desc limit 1
    ) last
  ),
  linked as (
    select e.*, lag(e.version) over chain as version_before, lag(e.balance_after) over chain as balance_before,
      lag(e.hash) over chain as hash_before
    from entries e window chain as (partition by e.account_id order by e.version)
  )`;

/** The entries of account $1, each with the one before it. */
const linkedInAccount = `
  with linked as (
    select e.*, lag(e.version) over chain as version_before, lag(e.balance_after) over chain as balance_before,
      lag(e.hash) over chain as hash_before
    from ledger_entries e where e.account_id = $1 window chain as (order by e.version)
  )`;

const brokenLinks = `
  select a.book, ${nameOf('a')} as about, format('entry %s of transaction %s: %s', e.version, e.transaction_id, problem) as detail
  from linked e
  join ledger_accounts a on a.id = e.account_id
  join ledger_transactions t on t.id = e.transaction_id,
  lateral (select case
    when a.locked and e.version is distinct from coalesce(e.version_before, 0) + 1 then 'does not follow its predecessor'
    when a.locked and e.balance_after is distinct from coalesce(e.balance_before, 0) + e.amount then 'the balance after it is wrong'
    when e.hash <> ledger_hash(
      case when a.locked and e.version > 1 then e.hash_before else ledger_genesis(a.book, a.owner, a.asset, a.kind) end,
      a.id, e.version, e.amount, e.balance_after, e.counter_id, t.id, e.position, t.reason, t.reference, ledger_microseconds(t.at)
    ) is distinct from false then 'its hash is not that of its content'
  end) p (problem)
  where problem is not null`;

const chain = `${linked} ${brokenLinks} and e.transaction_id > $1`;

/** A condition on accounts: all of them, or those that were touched after transaction $1. */
function touched(column: string, after: number): string {
  return after === 0 ? '$1::bigint = 0' : `${column} in (select account_id from ledger_entries where transaction_id > $1)`;
}

/** What an account keeps is what its last entry says. */
const balanceSql = (about: string) => `
  select a.book, ${nameOf('a')} as about,
    format('keeps %s after %s entries, its entries say %s after %s', a.balance, a.version, coalesce(last.balance_after, 0), coalesce(last.version, 0))
      as detail
  from ledger_accounts a
  left join lateral (
    select e.version, e.balance_after, e.hash from ledger_entries e where e.account_id = a.id
    order by e.transaction_id desc, e.position desc limit 1
  ) last on true
  where a.locked and ${about}
    and (a.balance, a.version, a.hash) is distinct from
      (coalesce(last.balance_after, 0), coalesce(last.version, 0), coalesce(last.hash, ledger_genesis(a.book, a.owner, a.asset, a.kind)))`;

/** Each against the one before it and what was booked between them, so that every entry is read once, however many there are. */
const checkpoint = `
  select a.book, ${nameOf('a')} as about,
    format('the checkpoint at transaction %s says %s, the one before it and the entries since %s', c.through_transaction, c.balance,
      c.balance_before + e.amount) as detail
  from (
    select k.*, lag(k.balance, 1, 0::numeric) over chain as balance_before, lag(k.through_transaction, 1, 0::bigint) over chain as after
    from ledger_checkpoints k window chain as (partition by k.account_id order by k.through_transaction)
  ) c
  join ledger_accounts a on a.id = c.account_id,
  lateral (
    select coalesce(sum(e.amount), 0) as amount from ledger_entries e
    where e.account_id = c.account_id and e.transaction_id > c.after and e.transaction_id <= c.through_transaction
  ) e
  where c.balance <> c.balance_before + e.amount`;

/** What customers and the house have passed to each other by dealing, by transfer. */
const dealt = (where: string) => `
  select case when f.house then o.owner else f.owner end as owner, (t.at at time zone 'UTC')::date as day,
    case when f.house then m.amount else -m.amount end as amount
  from ledger_transactions t
  join ledger_transfers m on m.transaction_id = t.id
  join ledger_accounts f on f.id = m.from_account
  join ledger_accounts o on o.id = m.to_account
  where t.book = 'real' and f.asset = 'USDT' and ledger_is_dealt(t.reason) and f.house <> o.house and ${where}`;

/** The days on which customers were dealt with after transaction $1, and from when to when to look for them. */
const touchedDays = `
  touched as (select distinct owner, day from (${dealt('t.id > $1')}) since),
  span as (select min(day)::timestamp at time zone 'UTC' as first, (max(day) + 1)::timestamp at time zone 'UTC' as ended from touched),`;

/**
 * What is kept of a customer's day is what its postings have brought: a limit of that day is judged by it. Days that were
 * touched are looked at whole.
 */
function dayResultSql(after: number): string {
  const [days, of, span] =
    after === 0
      ? ['', '', `(${dealt('$1::bigint = 0')})`]
      : [
          touchedDays,
          'join touched using (owner, day)',
          `span, lateral (${dealt('t.at >= span.first and t.at < span.ended')})`,
        ];
  return `
    with ${days}
    booked as (select owner, day, sum(amount) as result from ${span} dealt ${of} group by owner, day),
    kept as (select owner, day, result from ledger_day_results ${of})
    select 'real' as book, concat_ws(' ', owner, 'USDT', day) as about,
      format('keeps a result of %s, the postings of the day say %s', coalesce(kept.result, 0), coalesce(booked.result, 0)) as detail
    from booked full join kept using (owner, day)
    where coalesce(kept.result, 0) <> coalesce(booked.result, 0)`;
}

/**
 * Every held amount belongs to exactly one open thing: per reference, what the entries hold is what the slice says. A demo
 * reset ends all things at once under its own reference, so only what came after it counts.
 */
function heldSql(sources: readonly HoldingsSource[], after: number): string {
  const things = sources.map(
    ({ kind, query }) => `select '${kind}' as kind, reference, book, owner, asset, amount from (${query}) s`,
  );
  const none = "select '' as kind, '' as reference, '' as book, '' as owner, '' as asset, 0::numeric as amount where false";
  return `
    with accounts as (
      select a.* from ledger_accounts a
      where a.kind = any ($2) and ${touched('a.id', after)}
    ),
    booked as (
      select a.kind, t.reference, a.book, a.owner, a.asset::text, sum(e.amount) as amount
      from accounts a
      left join ledger_transactions reset on reset.id = (
        select max(r.id) from ledger_transactions r where r.reference = 'demo:' || a.owner and r.reason = 'demo.reset' and a.book = 'demo')
      join ledger_entries e on e.account_id = a.id and e.transaction_id > coalesce(reset.id, 0)
      join ledger_transactions t on t.id = e.transaction_id
      group by a.kind, t.reference, a.book, a.owner, a.asset
    ),
    things as (
      select s.kind, s.reference, s.book, s.owner, s.asset::text, sum(s.amount) as amount, count(*) as count
      from (${[...things, none].join(' union all ')}) s
      ${after === 0 ? '' : 'where (s.book, s.owner, s.asset, s.kind) in (select book, owner, asset, kind from accounts)'}
      group by s.kind, s.reference, s.book, s.owner, s.asset
    )
    select book, concat_ws(' ', owner, asset, kind, reference) as about,
      format('holds %s, its %s open things need %s', coalesce(booked.amount, 0), coalesce(things.count, 0), coalesce(things.amount, 0)) as detail
    from booked full join things using (kind, reference, book, owner, asset)
    where coalesce(booked.amount, 0) <> coalesce(things.amount, 0) or things.count > 1`;
}

async function lastTransaction(tx: Queryable): Promise<number> {
  const [row] = await tx.query<{ id: number }>('select coalesce(max(id), 0) as id from ledger_transactions');
  return row?.id ?? 0;
}

export interface Audit {
  readonly findings: readonly Finding[];
  /** The last transaction that was looked at. */
  readonly through: number;
}

export interface AuditOptions {
  /** What the slices hold. Without it that one check is left out. */
  readonly holdings?: readonly HoldingsSource[] | undefined;
}

/** Checks what was booked after a transaction, and with 0 everything, in the state that `tx` sees. */
export async function inspect(tx: Queryable, { after, holdings }: AuditOptions & { readonly after: number }): Promise<Audit> {
  const whole = after === 0;
  return {
    findings: [
      ...(whole ? await find(tx, 'zeroSum', zeroSum) : []),
      ...(await find(tx, 'balance', balanceSql(touched('a.id', after)), [after])),
      ...(whole ? await find(tx, 'negative', negative) : []),
      ...(await find(tx, 'crossing', crossing, [after])),
      ...(await find(tx, 'complete', complete, [after])),
      ...(await find(tx, 'chain', chain, [after])),
      ...(whole ? await find(tx, 'checkpoint', checkpoint) : []),
      ...(await find(tx, 'dayResult', dayResultSql(after), [after])),
      ...(holdings === undefined ? [] : await find(tx, 'held', heldSql(holdings, after), [after, boundKinds])),
    ],
    through: await lastTransaction(tx),
  };
}

/** Checks the books as a whole. */
export async function audit(db: Database, { holdings }: AuditOptions): Promise<Audit> {
  return onOneSnapshot(db, (tx) => inspect(tx, { after: 0, holdings }));
}

/** Checks only what was booked after a transaction, and the accounts it touched: quick enough to run after every step. */
export async function auditAccounts(db: Database, options: AuditOptions & { readonly after: number }): Promise<Audit> {
  return onOneSnapshot(db, (tx) => inspect(tx, options));
}

/** Works the chain of one account out anew, from its first entry to what it keeps. */
export async function auditAccount(db: Database, accountId: string): Promise<readonly Finding[]> {
  return onOneSnapshot(db, async (tx) => [
    ...(await find(tx, 'chain', `${linkedInAccount} ${brokenLinks}`, [accountId])),
    ...(await find(tx, 'balance', balanceSql('a.id = $1'), [accountId])),
  ]);
}
