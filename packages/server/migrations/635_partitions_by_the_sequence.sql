-- Whoever books draws a number first and writes afterwards: where no partition takes the number, nothing is booked, and what has been booked
-- never says that one is missing. So partitions lie ahead of the numbers that have been drawn, whether or not anything was booked by them; they are
-- as wide as before, by what was booked. A hundred at most are made at a time: the next look makes the others.
create or replace function ledger_next_partitions() returns integer
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
