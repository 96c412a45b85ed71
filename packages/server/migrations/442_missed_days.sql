-- Days that nobody has closed, at the first close of books that have long been kept or after a time without a server, are closed one by
-- one: what is cut off in between goes on with the next of them, and no close takes longer than its day has seen.

-- The last transaction that was booked before a moment, by real time. Numbers are drawn in the order of time but for moments, so that
-- halving finds it without reading history.
create function ledger_booked_before(p_time timestamptz) returns bigint
language plpgsql stable set search_path from current as $$
declare
  low bigint := 0;
  high bigint := (select coalesce(max(t.id), 0) from ledger_transactions t);
  middle bigint;
  found ledger_transactions;
begin
  while low < high loop
    middle := (low + high + 1) / 2;
    select * into found from ledger_transactions t where t.id >= middle order by t.id limit 1;
    if found.created_at < p_time then
      low := found.id;
    else
      high := middle - 1;
    end if;
  end loop;
  return low;
end $$;

-- Closes the oldest day before `p_before` in which something was booked that no close has, and answers it; null when there is none. Nothing
-- can be booked behind `p_through` any more.
create function ledger_close_missed(p_before date, p_through bigint) returns date
language plpgsql security definer set search_path from current as $$
declare
  last ledger_closes;
  missed date;
begin
  lock table ledger_closes in share row exclusive mode;
  select * into last from ledger_closes c order by c.day desc limit 1;
  last.through_transaction := coalesce(last.through_transaction, 0);
  select (t.created_at at time zone 'UTC')::date into missed from ledger_transactions t
  where t.id > last.through_transaction and t.id <= p_through order by t.id limit 1;
  if missed is null then
    return null;
  end if;
  missed := greatest(missed, last.day + 1);
  if missed >= p_before then
    return null;
  end if;
  perform ledger_close(missed,
    greatest(last.through_transaction, least(p_through, ledger_booked_before((missed + 1)::timestamp at time zone 'UTC'))));
  return missed;
end $$;

-- See 237 and 239.
do $$
declare
  one text;
begin
  foreach one in array array['ledger_booked_before(timestamptz)', 'ledger_close_missed(date, bigint)'] loop
    execute format('alter function %s set search_path = %s, pg_temp', one, current_setting('search_path'));
  end loop;
end $$;
