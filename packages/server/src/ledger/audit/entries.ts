import type { Queryable } from '../../platform/database.ts';
import { lastEntryOf } from './balances.ts';
import { type Finding, type Span, find, nameOf } from './finding.ts';

/** Both accounts of a transfer exist and agree on book and asset, and a demo account never meets a real one. */
const crossing = `
  select t.book, 'transaction ' || m.transaction_id as about,
    format('transfer %s goes from %s to %s', m.position, coalesce(f.book || ' ' || ${nameOf('f')}, 'nowhere'),
      coalesce(o.book || ' ' || ${nameOf('o')}, 'nowhere')) as detail
  from ledger_transfers m
  left join ledger_transactions t on t.id = m.transaction_id and t.id > $1 and t.id <= $2
  left join ledger_accounts f on f.id = m.from_account
  left join ledger_accounts o on o.id = m.to_account
  where m.transaction_id > $1 and m.transaction_id <= $2 and (t.book = f.book and t.book = o.book and f.asset = o.asset) is not true`;

const complete = `
  select t.book, 'transaction ' || t.id as about, format('has %s of its %s transfers', count(m.position), t.size) as detail
  from ledger_transactions t
  left join ledger_transfers m on m.transaction_id = t.id and m.transaction_id > $1 and m.transaction_id <= $2
  where t.id > $1 and t.id <= $2 group by t.id having count(m.position) <> t.size or max(m.position) <> t.size`;

/** The entries of all accounts that were booked on after transaction $1 and up to $2, each with the one before it. */
const linked = `
  with earlier as (
    select a.id as account_id, last.* from ledger_accounts a, lateral (${lastEntryOf('a.id', '$1')}) last
    where a.locked and a.id in (select account_id from ledger_entries where transaction_id > $1 and transaction_id <= $2)
  ),
  linked as (
    select e.*, lag(e.version, 1, earlier.version) over chain as version_before,
      lag(e.balance_after, 1, earlier.balance_after) over chain as balance_before, lag(e.hash, 1, earlier.hash) over chain as hash_before
    from ledger_entries e left join earlier using (account_id)
    where e.transaction_id > $1 and e.transaction_id <= $2
    window chain as (partition by e.account_id order by e.version)
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

const chain = `${linked} ${brokenLinks} and t.id > $1 and t.id <= $2`;

/** What was booked in a span: whole, within its books, and each entry following the one before it. */
export async function entryFindings(tx: Queryable, { after, through }: Span): Promise<Finding[]> {
  return [
    ...(await find(tx, 'crossing', crossing, [after, through])),
    ...(await find(tx, 'complete', complete, [after, through])),
    ...(await find(tx, 'chain', chain, [after, through])),
  ];
}

/** The chain of one account, from its first entry. */
export function chainOf(tx: Queryable, accountId: string): Promise<Finding[]> {
  return find(tx, 'chain', `${linkedInAccount} ${brokenLinks}`, [accountId]);
}
