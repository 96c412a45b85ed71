-- The transfers, which are most of what the books weigh, lie in partitions by the number of their transaction: whoever books writes to the
-- newest partition alone, whose indexes are as large as a month and not as history. All reads and writes name the whole. Bounds are known before
-- they are reached, so that a new partition waits for nobody who books and nobody waits for it.
--
-- A partition is never taken off: chains, balances of accounts that rest, seals and receipts lead to entries of any age.

-- The partitions of all tables with their bounds: the first number that lies in one, and the first that does not any more; null without end.
create view table_partitions as
select w.relname::text as whole, p.relname::text as partition, p.oid as partition_oid,
  substring(b.bound from 'FROM \(''(-?\d+)''\)')::bigint as from_number,
  substring(b.bound from 'TO \(''(-?\d+)''\)')::bigint as to_number
from pg_inherits i
join pg_class p on p.oid = i.inhrelid and p.relkind = 'r' and p.relispartition
join pg_class w on w.oid = i.inhparent and w.relnamespace = 'public'::regnamespace,
lateral (select pg_get_expr(p.relpartbound, p.oid) as bound) b;

-- Makes a partition. Rights are the whole's alone: nobody names a partition. What its owner would do to one is refused as on the whole, whose
-- triggers of statements do not hear of a statement that names a partition.
create function partition_make(p_whole text, p_from bigint, p_to bigint) returns text
language plpgsql set search_path = public, pg_temp as $$
declare
  partition constant text := format('%s_%s', p_whole, p_from);
begin
  execute format('create table %I (like %I including defaults including constraints including storage including compression)', partition, p_whole);
  execute format('revoke all on %I from public', partition);
  perform partition_guard(p_whole, partition);
  execute format('alter table %I attach partition %I for values from (%s) to (%s)', p_whole, partition, p_from, p_to);
  return partition;
end $$;

-- Gives a partition the triggers of statements that its whole has.
create function partition_guard(p_whole text, p_part text) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  one record;
begin
  for one in
    select t.tgname as name, pg_get_triggerdef(t.oid) as sql from pg_trigger t
    where t.tgrelid = p_whole::regclass and not t.tgisinternal and t.tgtype & 1 = 0
      and not exists (select from pg_trigger o where o.tgrelid = p_part::regclass and o.tgname = t.tgname)
    order by 1
  loop
    execute regexp_replace(one.sql, ' ON \S+ ', format(' ON %I ', p_part));
  end loop;
end $$;

-- Before: what is there becomes the first partition.
alter table ledger_transfers rename to ledger_transfers_0;
alter index ledger_transfers_pkey rename to ledger_transfers_0_pkey;
alter index ledger_transfers_by_from rename to ledger_transfers_0_by_from;
alter index ledger_transfers_by_to rename to ledger_transfers_0_by_to;

create table ledger_transfers (
  transaction_id bigint not null,
  position smallint not null,
  amount ledger_units not null,
  from_account bigint not null,
  to_account bigint not null,
  -- The entry on each side: its number within the account, the balance after it (both of locked accounts only), its hash.
  from_version bigint,
  from_balance ledger_kept,
  from_hash bytea not null,
  to_version bigint,
  to_balance ledger_kept,
  to_hash bytea not null,
  primary key (transaction_id, position),
  constraint two_accounts check (from_account <> to_account)
) partition by range (transaction_id);
create index ledger_transfers_by_from on ledger_transfers (from_account, transaction_id, position);
create index ledger_transfers_by_to on ledger_transfers (to_account, transaction_id, position);

do $$
declare
  one record;
begin
  for one in select pg_get_triggerdef(t.oid) as sql from pg_trigger t where t.tgrelid = 'ledger_transfers_0'::regclass and not t.tgisinternal
  loop
    execute regexp_replace(one.sql, ' ON \S+ ', ' ON ledger_transfers ');
  end loop;
end $$;

-- As 010 has them: what is read by the table itself, and not by its name, still reads the first partition.
create or replace view ledger_entries as
  select from_account as account_id, transaction_id, position, 'out' as side, -amount as amount,
    from_version as version, from_balance as balance_after, from_hash as hash, to_account as counter_id
  from ledger_transfers
  union all
  select to_account, transaction_id, position, 'in', amount, to_version, to_balance, to_hash, from_account
  from ledger_transfers;

create or replace function ledger_balance(account bigint) returns numeric
language sql stable
return (
  select coalesce(a.balance, coalesce(c.balance, 0)
    + (select coalesce(sum(t.amount), 0) from ledger_transfers t
       where t.to_account = a.id and t.transaction_id > coalesce(c.through_transaction, 0))
    - (select coalesce(sum(t.amount), 0) from ledger_transfers t
       where t.from_account = a.id and t.transaction_id > coalesce(c.through_transaction, 0)))
  from ledger_accounts a
  left join lateral (
    select k.balance, k.through_transaction from ledger_checkpoints k
    where k.account_id = a.id order by k.through_transaction desc limit 1
  ) c on a.balance is null
  where a.id = account
);

do $$
begin
  if exists (
    select from pg_depend d where d.refobjid = 'ledger_transfers_0'::regclass and d.classid in ('pg_rewrite'::regclass, 'pg_proc'::regclass)
  ) then
    raise exception 'something still reads the first partition in the place of the whole';
  end if;
end $$;

-- A partition holds what is booked in a month, and ten million transactions at least. Where rows are there already the first ends behind them.
do $$
declare
  last constant bigint := (select coalesce(max(id), 0) from ledger_transactions);
begin
  execute format('alter table ledger_transfers attach partition ledger_transfers_0 for values from (minvalue) to (%s)',
    (last / 10000000 + 1) * 10000000);
end $$;

-- Makes the partitions that are missing, so that one in which nothing has been booked yet always lies ahead; answers how many.
create function ledger_next_partitions() returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last bigint := (select coalesce(max(id), 0) from ledger_transactions);
  width bigint := greatest(10000000, last - ledger_booked_before(now() - interval '30 days'));
  newest record;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger_transfers', 4127104));
  loop
    select p.from_number, p.to_number into newest from table_partitions p where p.whole = 'ledger_transfers' order by p.to_number desc limit 1;
    exit when newest.from_number > last;
    perform partition_make('ledger_transfers', newest.to_number, newest.to_number + width);
    made := made + 1;
  end loop;
  return made;
end $$;
select ledger_next_partitions();
