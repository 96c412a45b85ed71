import type { Queryable } from '../../platform/database.ts';
import { type Finding, find, nameOf } from './finding.ts';

/** Per book and asset everything sums up to nothing: what one account has, another one gave. */
const zeroSum = `
  select book, asset as about, 'all balances sum up to ' || sum(balance) as detail
  from (select book, asset, case when locked then balance else ledger_balance(id) end as balance from ledger_accounts) a
  group by book, asset having sum(balance) <> 0`;

const negative = `
  select book, ${nameOf('a')} as about, 'owes ' || -b.balance as detail
  from ledger_accounts a, lateral (select case when a.locked then a.balance else ledger_balance(a.id) end as balance) b
  where not ledger_may_owe(a.kind) and b.balance < 0`;

/**
 * The last entry of an account, up to a transaction where one is named. Each side by its index: through the view of both, the account's
 * whole history would be sorted.
 */
export const lastEntryOf = (account: string, through?: string) => `
  select * from (
    ${side('from', account, through)} union all ${side('to', account, through)}
  ) side order by transaction_id desc, position desc limit 1`;

const side = (end: 'from' | 'to', account: string, through: string | undefined) => `(
  select transaction_id, position, ${end}_version as version, ${end}_balance as balance_after, ${end}_hash as hash from ledger_transfers
  where ${end}_account = ${account} ${through === undefined ? '' : `and transaction_id <= ${through}`}
  order by transaction_id desc, position desc limit 1)`;

/** A condition on accounts: all of them, or those that were touched after transaction $1. */
export function touched(column: string, after: number): string {
  return after === 0 ? '$1::bigint = 0' : `${column} in (select account_id from ledger_entries where transaction_id > $1)`;
}

/** What an account keeps is what its last entry says. */
const balanceSql = (about: string) => `
  select a.book, ${nameOf('a')} as about,
    format('keeps %s after %s entries, its entries say %s after %s', a.balance, a.version, coalesce(last.balance_after, 0), coalesce(last.version, 0))
      as detail
  from ledger_accounts a
  left join lateral (${lastEntryOf('a.id')}) last on true
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

/** Over all accounts, however much was booked on them. */
export async function sumFindings(tx: Queryable): Promise<Finding[]> {
  return [...(await find(tx, 'zeroSum', zeroSum)), ...(await find(tx, 'negative', negative))];
}

/** Of the accounts that were booked on after a transaction, and with 0 of all. */
export function balanceFindings(tx: Queryable, after: number): Promise<Finding[]> {
  return find(tx, 'balance', balanceSql(touched('a.id', after)), [after]);
}

export function balanceOf(tx: Queryable, accountId: string): Promise<Finding[]> {
  return find(tx, 'balance', balanceSql('a.id = $1'), [accountId]);
}

export function checkpointFindings(tx: Queryable): Promise<Finding[]> {
  return find(tx, 'checkpoint', checkpoint);
}
