import type { Queryable } from '../../platform/database.ts';
import { type Finding, find } from './finding.ts';

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

export function dayFindings(tx: Queryable, after: number): Promise<Finding[]> {
  return find(tx, 'dayResult', dayResultSql(after), [after]);
}
