-- Nobody but who owns it changes what is on the tape, or takes anything off but what is over: prices that orders were judged by are not
-- the product's to rewrite. A bite at a time of what is older than seven days and of which nothing is to be made any more; answers how many
-- batches it took.
create function tape_forget(p_most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  taken integer;
begin
  delete from quote_batches where id in (
    select b.id from quote_batches b
    where b.recorded_at < now() - interval '7 days' and b.id <= (select min(m.position) from tape_marks m) order by b.id limit p_most);
  get diagnostics taken = row_count;
  return taken;
end $$;
