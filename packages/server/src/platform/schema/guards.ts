import type { Queryable } from '../database.ts';
import { applicationRole } from './rights.ts';

/** What is only ever added to, and by whose triggers. */
const appendOnly = [
  'ledger_accounts',
  'ledger_transactions',
  'ledger_transfers',
  'ledger_checkpoints',
  'ledger_closes',
  'ledger_closings',
  'ledger_day_fees',
  'ledger_day_totals',
  'audit_log',
  'audit_head',
  'proofs',
  'payout_batches',
  'reserve_addresses',
  'reserve_retirements',
  'identity_marks',
  'person_documents',
  'persons',
  'installation',
];
/** Of these, what the application itself adds to. */
const added = [
  'quote_batches',
  'proofs',
  'payout_batches',
  'reserve_addresses',
  'reserve_retirements',
  'identity_marks',
  'person_documents',
  'persons',
];
/** What it changes and neither adds to nor takes from. */
const changed = ['identity_second_looks'];
/** What the application does not read, or not as a whole: of operators no hash of a password. */
const hidden = ['receive_keys', 'operators'];
/** What the application writes through functions alone. */
const closed = [
  ...appendOnly.filter((table) => !added.includes(table)),
  ...hidden,
  'ledger_closed_holds',
  'ledger_kinds',
  'ledger_day_results',
  'acting_operators',
  'migrations',
  'order_actions',
  'receive_addresses',
];

/** What is missing of that by which the database itself holds the books to their rules, each as words. */
export async function missingGuards(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ words: string }>(
    `select format('the trigger %s on %s is switched off', t.tgname, t.tgrelid::regclass) as words
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and t.tgenabled <> 'O'
     union all
     select format('nothing keeps %s from being changed', name)
     from unnest($1::text[]) name
     where not exists (
       select from pg_trigger t where t.tgrelid = to_regclass(name) and not t.tgisinternal and t.tgtype & 2 > 0 and t.tgtype & 24 > 0
     )
     union all
     select format('the constraint %s on %s has not been checked', k.conname, k.conrelid::regclass)
     from pg_constraint k where k.connamespace = 'public'::regnamespace and not k.convalidated
     union all
     select format('nothing keeps %s by %s, as it does %s', p.relname, t.tgname, w.relname)
     from pg_inherits i
     join pg_class p on p.oid = i.inhrelid and p.relkind = 'r'
     join pg_class w on w.oid = i.inhparent and w.relnamespace = 'public'::regnamespace
     join pg_trigger t on t.tgrelid = w.oid and not t.tgisinternal and t.tgtype & 1 = 0
     where not exists (select from pg_trigger o where o.tgrelid = p.oid and o.tgname = t.tgname and o.tgfoid = t.tgfoid and o.tgtype = t.tgtype)
     union all
     select format('no partition of ledger_transfers takes transaction %s, which is the next', n.number)
     from (select coalesce(max(last_value), 0) + 1 as number from pg_sequences where schemaname = 'public' and sequencename = 'ledger_transactions_id_seq') n
     where not exists (select from table_partitions p where p.whole = 'ledger_transfers' and p.to_number > n.number)
     union all
     select format('there is no role %s: run npm run migrate', $3::text) where not exists (select from pg_roles where rolname = $3)
     union all
     select format('the application may %s %s', verb, name)
     from unnest($2::text[] || $5::text[] || $6::text[]
       || array(select relname::text from pg_class where relnamespace = 'public'::regnamespace and relispartition and relkind = 'r')) name cross join unnest(array['insert', 'update', 'delete', 'truncate', 'trigger']) verb
     join pg_roles r on r.rolname = $3
     where to_regclass(name) is not null and not (verb = 'insert' and name = any ($5)) and not (verb = 'update' and name = any ($6))
       and has_table_privilege(r.oid, to_regclass(name), verb)
     union all
     select format('the application may %s %s: run npm run migrate', case when h.hidden then 'read' else 'not read' end, c.oid::regclass)
     from pg_class c join pg_roles r on r.rolname = $3, lateral (select c.relispartition or c.relname = any ($4) as hidden) h
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and has_table_privilege(r.oid, c.oid, 'select') = h.hidden
     order by 1`,
    [appendOnly, closed, applicationRole, hidden, added, changed],
  );
  return rows.map(({ words }) => words);
}
