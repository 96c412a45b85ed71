import type { Queryable } from '../../platform/database.ts';
import type { Days } from './agreed.ts';
import { type Finding, type Span, find, nameOf } from './finding.ts';

/**
 * A day that is closed, the transactions that it added, and the days whose decisions are its: its own, and those of unclosed
 * days before it.
 */
export interface Close extends Span, Days {
  readonly day: string;
}

/** All of them, oldest first: one a day. */
export function closesOf(tx: Queryable): Promise<Close[]> {
  return tx.query<Close>(
    `select day::text, through_transaction as through, lag(through_transaction, 1, 0::bigint) over (order by day) as after,
       coalesce((lag(day) over (order by day) + 1)::text, '-infinity') as "from", (day + 1)::text as before
     from ledger_closes order by day`,
  );
}

/** What a close says of each account is what the one before it said and what its entries have added. */
const closings = `
  with booked as (
    select e.account_id, sum(e.amount) as amount, max(e.version) as version, (array_agg(e.hash order by e.version desc))[1] as hash
    from ledger_entries e where e.transaction_id > $1 and e.transaction_id <= $2 group by e.account_id
  ),
  said as (select * from ledger_closings where through_transaction = $2)
  select a.book, ${nameOf('a')} as about,
    format('the close at transaction %s says %s after %s entries, the one before it and the entries since %s after %s', $2::bigint,
      said.balance, said.version, coalesce(earlier.balance, 0) + booked.amount, booked.version) as detail
  from booked full join said using (account_id)
  left join ledger_accounts a on a.id = account_id
  left join lateral (
    select k.balance from ledger_closings k where k.account_id = booked.account_id and k.through_transaction <= $1
    order by k.through_transaction desc limit 1
  ) earlier on true
  where (said.balance, said.version, said.hash) is distinct from
    (coalesce(earlier.balance, 0) + booked.amount, booked.version, case when a.locked then booked.hash end)`;

const dayFees = `
  select book, concat_ws(' ', payer, asset, reason, day) as about,
    format('the close at transaction %s says that %s was paid, the transfers say %s', $2::bigint, said.fees, booked.fees) as detail
  from (select * from ledger_fees_between($1, $2)) booked
  full join (select * from ledger_day_fees where through_transaction = $2) said using (day, book, payer, asset, reason)
  where said.fees is distinct from booked.fees`;

const dayTotals = `
  select book, day::text as about, format('the close at transaction %s says %s transactions and %s in fees, the books %s and %s',
    $2::bigint, said.transactions, said.fees, booked.transactions, booked.fees) as detail
  from (select * from ledger_totals_between($1, $2)) booked
  full join (select * from ledger_day_totals where through_transaction = $2) said using (day, book)
  where (said.transactions, said.fees) is distinct from (booked.transactions, booked.fees)`;

const roots = `
  select null as book, day::text as about, 'what was closed is not what was sealed' as detail from ledger_closes
  where day = $1::date and (root, days) is distinct from (ledger_closings_root(through_transaction), ledger_days_root(through_transaction))`;

const seals = `
  select null as book, day::text as about, 'its seal does not follow from the one before it' as detail
  from (select c as made, c.day, lag(c.seal) over (order by c.day) as before from ledger_closes c) k
  where (made).seal is distinct from ledger_close_seal(before, made)`;

const holds = `
  select null as book, day::text as about, 'what was held at its end is not what was sealed' as detail
  from (select * from ledger_closes order by day desc limit 1) last where holds <> ledger_holds_root()`;

/** Accounts that were not booked on since the last close, behind transaction $1, keep what their last closing says. */
const resting = `
  with moved as (select distinct account_id from ledger_entries where transaction_id > $1)
  select a.book, ${nameOf('a')} as about,
    format('keeps %s after %s entries, its last closing says %s after %s', a.balance, a.version, coalesce(k.balance, 0), coalesce(k.version, 0))
      as detail
  from ledger_accounts a
  left join moved on moved.account_id = a.id
  left join lateral (
    select * from ledger_closings k where k.account_id = a.id order by k.through_transaction desc limit 1
  ) k on true
  where a.locked and moved.account_id is null
    and (a.balance, a.version, a.hash) is distinct from
      (coalesce(k.balance, 0), coalesce(k.version, 0), coalesce(k.hash, ledger_genesis(a.book, a.owner, a.asset, a.kind)))`;

/** What one close says, worked out anew from the books. */
export async function closeFindings(tx: Queryable, { day, after, through }: Close): Promise<Finding[]> {
  const sealed = await find(tx, 'close', roots, [day]);
  if (after === through) return sealed;
  const span = [after, through];
  return [
    ...sealed,
    ...(await find(tx, 'close', closings, span)),
    ...(await find(tx, 'close', dayFees, span)),
    ...(await find(tx, 'close', dayTotals, span)),
  ];
}

/** The chain of all closes, what the last one keeps beside it, and the accounts without entries since. */
export async function closedFindings(tx: Queryable, last: Close | undefined): Promise<Finding[]> {
  if (last === undefined) return [];
  return [
    ...(await find(tx, 'close', seals)),
    ...(await find(tx, 'close', holds)),
    ...(await find(tx, 'close', resting, [last.through])),
  ];
}
