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

-- The first one.
create table ledger_transfers_0 (
  like ledger_transfers including defaults including constraints including storage including compression,
  primary key (transaction_id, position)
);
create index ledger_transfers_0_by_from on ledger_transfers_0 (from_account, transaction_id, position);
create index ledger_transfers_0_by_to on ledger_transfers_0 (to_account, transaction_id, position);
select partition_guard('ledger_transfers', 'ledger_transfers_0');
alter table ledger_transfers attach partition ledger_transfers_0 for values from (minvalue) to (10000000);

-- Makes the partitions that are missing, so that one in which nothing has been booked yet always lies ahead; answers how many. A
-- partition holds what is booked in a month, and ten million transactions at least.
--
-- Whoever books draws a number first and writes afterwards: where no partition takes the number, nothing is booked, and what has been
-- booked never says that one is missing. So partitions lie ahead of the numbers that have been drawn, whether or not anything was booked
-- by them. A hundred at most are made at a time: the next look makes the others.
create function ledger_next_partitions() returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  booked bigint := (select coalesce(max(id), 0) from ledger_transactions);
  last bigint := greatest(booked, (select last_value from ledger_transactions_id_seq));
  width bigint := greatest(10000000, booked - ledger_booked_before(now() - interval '30 days'));
  newest record;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger_transfers', 4127104));
  loop
    select p.from_number, p.to_number into newest from table_partitions p where p.whole = 'ledger_transfers' order by p.to_number desc limit 1;
    exit when newest.from_number > last or made = 100;
    perform partition_make('ledger_transfers', newest.to_number, newest.to_number + width);
    made := made + 1;
  end loop;
  return made;
end $$;
select ledger_next_partitions();
