-- The database looks by itself at tables that rows are written to, and nobody writes to a partitioned one: what it holds as a whole is told to
-- the planner only by whoever has it counted, and until then a plan that joins it goes by nothing. Has those counted whose partitions hold a
-- tenth more, or less, than at the last time, as the database does with other tables; answers how many.
create function partitions_analyze() returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  whole regclass;
  counted integer := 0;
begin
  for whole in
    select w.oid from pg_class w
    cross join lateral (
      select coalesce(sum(greatest(p.reltuples, pg_stat_get_live_tuples(p.oid), 0)), 0) as held
      from pg_inherits i join pg_class p on p.oid = i.inhrelid where i.inhparent = w.oid
    ) now
    where w.relkind = 'p' and w.relnamespace = 'public'::regnamespace
      and case when w.reltuples < 0 then held > 0 else abs(held - w.reltuples) > 50 + w.reltuples / 10 end
    order by 1
  loop
    execute format('analyze %s', whole);
    counted := counted + 1;
  end loop;
  return counted;
end $$;
