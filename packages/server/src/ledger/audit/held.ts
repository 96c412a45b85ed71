import { type BoundKind, boundKinds } from '@assay/domain/ledger/accounts.ts';
import type { Queryable } from '../../platform/database.ts';
import { touched } from './balances.ts';
import { type Finding, find, noEnd } from './finding.ts';

/**
 * Where a slice keeps what it holds money for. The query answers one row for each open thing: `reference` as in its postings,
 * `book`, `owner` (`house` for what is committed), `asset`, and the `amount` held for it in smallest units.
 */
export interface HoldingsSource {
  readonly kind: BoundKind;
  readonly query: string;
}

/** What is held for a part is held for its order, as `ledger_holds_between` has it. */
const thing = "split_part(t.reference, '/', 1)";

/** What is held by reference on the accounts that were booked on after transaction $1, of all their history. */
const ofTouched = `
  accounts as (
    select a.* from ledger_accounts a where a.kind = any ($2) and ${touched('a.id', 1)}
  ),
  booked as (
    select a.kind, ${thing} as reference, a.book, a.owner, a.asset::text, sum(e.amount) as amount
    from accounts a
    left join ledger_transactions reset on reset.id = (
      select max(r.id) from ledger_transactions r where r.reference = 'demo:' || a.owner and r.reason = 'demo.reset' and a.book = 'demo')
    join ledger_entries e on e.account_id = a.id and e.transaction_id > coalesce(reset.id, 0)
    join ledger_transactions t on t.id = e.transaction_id
    group by a.kind, ${thing}, a.book, a.owner, a.asset
  )`;

/** The same on all accounts: what was held at the close behind transaction $1, and what was booked since. */
const sinceClose = `
  booked as (
    select a.kind, h.reference, a.book, a.owner, a.asset::text, h.amount
    from ledger_holds_between($1, ${noEnd}) h join ledger_accounts a on a.id = h.account_id
    where a.kind = any ($2)
  )`;

/**
 * Every held amount belongs to exactly one open thing: per reference, what the entries hold is what the slice says. A demo
 * reset ends all things at once under its own reference, so only what came after it counts.
 */
function heldSql(sources: readonly HoldingsSource[], booked: string): string {
  const things = sources.map(
    ({ kind, query }) => `select '${kind}' as kind, reference, book, owner, asset, amount from (${query}) s`,
  );
  const none = "select '' as kind, '' as reference, '' as book, '' as owner, '' as asset, 0::numeric as amount where false";
  return `
    with ${booked},
    things as (
      select s.kind, s.reference, s.book, s.owner, s.asset::text, sum(s.amount) as amount, count(*) as count
      from (${[...things, none].join(' union all ')}) s
      ${booked === ofTouched ? 'where (s.book, s.owner, s.asset, s.kind) in (select book, owner, asset, kind from accounts)' : ''}
      group by s.kind, s.reference, s.book, s.owner, s.asset
    )
    select book, concat_ws(' ', owner, asset, kind, reference) as about,
      format('holds %s, its %s open things need %s', coalesce(booked.amount, 0), coalesce(things.count, 0), coalesce(things.amount, 0)) as detail
    from booked full join things using (kind, reference, book, owner, asset)
    where coalesce(booked.amount, 0) <> coalesce(things.amount, 0) or things.count > 1`;
}

/** On the accounts that were booked on after a transaction. */
export function heldByTouched(tx: Queryable, sources: readonly HoldingsSource[], after: number): Promise<Finding[]> {
  return find(tx, 'held', heldSql(sources, ofTouched), [after, boundKinds]);
}

/** On all accounts, reckoned from the last close, behind transaction `closed`; and with 0 from the first transaction. */
export function heldFindings(tx: Queryable, sources: readonly HoldingsSource[], closed: number): Promise<Finding[]> {
  return find(tx, 'held', heldSql(sources, sinceClose), [closed, boundKinds]);
}
