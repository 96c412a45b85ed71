import type { Queryable } from '../../platform/database.ts';
import { type Finding, find, noEnd } from './finding.ts';

/** What customers and the house have passed to each other by dealing, by transfer. */
const dealt = (where: string) => `
  select case when f.house then o.owner else f.owner end as owner, (t.at at time zone 'UTC')::date as day,
    case when f.house then m.amount else -m.amount end as amount
  from ledger_transactions t
  join ledger_transfers m on m.transaction_id = t.id
  join ledger_accounts f on f.id = m.from_account
  join ledger_accounts o on o.id = m.to_account
  where t.book = 'real' and f.asset = 'USDT' and ledger_is_dealt(t.reason) and f.house <> o.house and ${where}`;

/**
 * Every day in which customers were dealt with after transaction $1, whole: from the first close that tells of one of them, or else what
 * the last close has left.
 */
const ofTouchedDays = `
  touched as materialized (select distinct day from (${dealt('t.id > $1 and m.transaction_id > $1')}) since),
  start as materialized (
    select coalesce(max(c.through_transaction), 0) as id from ledger_closes c where c.through_transaction < coalesce(
      (select min(d.through_transaction) from ledger_day_totals d where d.day in (select day from touched)), ${noEnd})
  ),
  dealt as (
    ${dealt(`t.id > (select id from start) and m.transaction_id > (select id from start)
      and (t.at at time zone 'UTC')::date in (select day from touched)`)}
  ),
  kept as (select owner, day, result from ledger_day_results where day in (select day from touched))`;

const ofAllDays = `
  dealt as (${dealt('$1::bigint = 0')}),
  kept as (select owner, day, result from ledger_day_results)`;

/**
 * What is kept of a customer's day is what its postings have brought: a limit of that day is judged by it. Days that were
 * touched are looked at whole.
 */
const dayResultSql = (days: string) => `
  with ${days},
  booked as (select owner, day, sum(amount) as result from dealt group by owner, day)
  select 'real' as book, concat_ws(' ', owner, 'USDT', day) as about,
    format('keeps a result of %s, the postings of the day say %s', coalesce(kept.result, 0), coalesce(booked.result, 0)) as detail
  from booked full join kept using (owner, day)
  where coalesce(kept.result, 0) <> coalesce(booked.result, 0)`;

export function dayFindings(tx: Queryable, after: number): Promise<Finding[]> {
  return find(tx, 'dayResult', dayResultSql(after === 0 ? ofAllDays : ofTouchedDays), [after]);
}
