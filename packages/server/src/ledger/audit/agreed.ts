import type { Queryable } from '../../platform/database.ts';
import { type Finding, type Span, find } from './finding.ts';

/**
 * Whether a posting must have been decided by two: in live mode each of its reason; elsewhere what names a case, since the owner of a
 * sandbox books money for its samples.
 */
const mustBeDecided = `(ledger_names_case(t.reference) or exists (select from installation where mode = 'live'))`;

const ofTwo = 't.id > $1 and t.id <= $2 and ledger_takes_two(t.reason)';

/** What is booked of a case is what two have decided of it, to the unit: the guard of the database saw that once, and this looks again. */
const undecided = `
  select t.book, concat_ws(' ', t.reason, t.reference) as about,
    format('transaction %s books %s, two have decided on %s', t.id, coalesce(array_to_string(m.booked, ', '), 'nothing'),
      coalesce(array_to_string(a.agreed, ', '), 'nothing')) as detail
  from ledger_transactions t
  cross join lateral (
    select array_agg(concat_ws(' ', f.owner, f.kind, o.owner, o.kind, f.asset, m.amount) order by m.position) as booked
    from ledger_transfers m join ledger_accounts f on f.id = m.from_account join ledger_accounts o on o.id = m.to_account
    where m.transaction_id = t.id
  ) m
  cross join lateral (select ledger_agreed(t.book, t.reason, t.reference) as agreed offset 0) a
  where ${ofTwo} and (m.booked is null or m.booked is distinct from a.agreed) and ${mustBeDecided}`;

const twice = `
  select t.book, concat_ws(' ', t.reason, t.reference) as about, format('transaction %s books it again', t.id) as detail
  from ledger_transactions t
  where ${ofTwo} and ${mustBeDecided} and exists (
    select from ledger_transactions o where o.reference = t.reference and o.reason = t.reason and o.book = t.book and o.id < t.id)`;

const unbooked = `
  select d.book, concat_ws(' ', d.reason, d.reference) as about, 'was decided and is not booked' as detail
  from ledger_decided_between($1::timestamp at time zone 'UTC', $2::timestamp at time zone 'UTC') d
  where not exists (
    select from ledger_transactions t where t.reference = d.reference and t.reason = d.reason and t.book = d.book)`;

/** What was booked in a span for reasons that need two persons, against their cases. */
export async function agreedFindings(tx: Queryable, { after, through }: Span): Promise<Finding[]> {
  return [...(await find(tx, 'agreed', undecided, [after, through])), ...(await find(tx, 'agreed', twice, [after, through]))];
}

/** Days of decisions in UTC: from the beginning of the first up to the beginning of the second. */
export interface Days {
  readonly from: string;
  readonly before: string;
}

/** All that ever were. */
export const allDays: Days = { from: '-infinity', before: 'infinity' };

/** What was decided in these days and is nowhere in the books, whenever it should have been booked. */
export function unbookedFindings(tx: Queryable, { from, before }: Days): Promise<Finding[]> {
  return find(tx, 'agreed', unbooked, [from, before]);
}
