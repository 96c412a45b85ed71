import type { Queryable } from '../../platform/database.ts';
import { type Finding, find, noEnd } from './finding.ts';

/** What is kept of a customer's day, and from what it follows. */
interface Kept {
  /** Column of `ledger_day_results`. */
  readonly column: 'result' | 'sold';
  /** Each by its owner, day and amount, of transactions after this one. */
  readonly brought: (after: string) => string;
  /** Days on which another role than the ledger may have written to it; none where no other has the right. */
  readonly written?: string;
  readonly words: string;
}

/** What customers and the house have passed to each other by dealing, by transfer. */
const dealt: Kept = {
  column: 'result',
  brought: (after) => `
    select case when f.house then o.owner else f.owner end as owner, (t.at at time zone 'UTC')::date as day,
      case when f.house then m.amount else -m.amount end as amount
    from ledger_transactions t
    join ledger_transfers m on m.transaction_id = t.id
    join ledger_accounts f on f.id = m.from_account
    join ledger_accounts o on o.id = m.to_account
    where t.book = 'real' and f.asset = 'USDT' and ledger_is_dealt(t.reason) and f.house <> o.house
      and t.id > ${after} and m.transaction_id > ${after}`,
  words: 'keeps a result of %s, the postings of the day say %s',
};

/** What coins were sold for beyond what they had cost, by sale that is in the books. */
const sold: Kept = {
  column: 'sold',
  brought: (after) => `
    select o.user_id::text as owner, (t.at at time zone 'UTC')::date as day,
      o.profit - case when o.with_fees then 0 else o.fee end as amount
    from ledger_transactions t
    join spot_orders o on o.order_no = t.reference
    where t.book = 'real' and t.reason = 'spot.filled' and o.profit is not null and t.id > ${after}`,
  // A login that may write orders can write one without a booking. A limit is judged by the day that is not closed yet.
  written: `
    select day from ledger_day_results where sold <> 0
      and day > coalesce((select max(c.day) from ledger_closes c where c.through_transaction <= $1), '-infinity')`,
  words: 'keeps a result of sales of %s, those of the day say %s',
};

/**
 * Every day in which customers were dealt with after transaction $1, whole: from the first close that includes one of them, or
 * else everything after the last close.
 */
const ofTouchedDays = ({ brought, column, written }: Kept) => `
  touched as materialized (
    select distinct day from (${brought('$1')}) since${written === undefined ? '' : ` union ${written}`}),
  start as materialized (
    select coalesce(max(c.through_transaction), 0) as id from ledger_closes c where c.through_transaction < coalesce(
      (select min(d.through_transaction) from ledger_day_totals d where d.day in (select day from touched)), ${noEnd})
  ),
  dealt as (select * from (${brought('(select id from start)')}) later where day in (select day from touched)),
  kept as (select owner, day, ${column} as result from ledger_day_results where day in (select day from touched))`;

const ofAllDays = ({ brought, column }: Kept) => `
  dealt as (${brought('$1::bigint')}),
  kept as (select owner, day, ${column} as result from ledger_day_results)`;

/**
 * What is kept of a customer's day is what has brought it about: a limit of that day is judged by it. Days that were
 * touched are looked at whole.
 */
const dayResultSql = (kept: Kept, days: (of: Kept) => string) => `
  with ${days(kept)},
  booked as (select owner, day, sum(amount) as result from dealt group by owner, day)
  select 'real' as book, concat_ws(' ', owner, 'USDT', day) as about,
    format('${kept.words}', coalesce(kept.result, 0), coalesce(booked.result, 0)) as detail
  from booked full join kept using (owner, day)
  where coalesce(kept.result, 0) <> coalesce(booked.result, 0)`;

export async function dayFindings(tx: Queryable, after: number): Promise<Finding[]> {
  const days = after === 0 ? ofAllDays : ofTouchedDays;
  return [
    ...(await find(tx, 'dayResult', dayResultSql(dealt, days), [after])),
    ...(await find(tx, 'dayResult', dayResultSql(sold, days), [after])),
  ];
}
