-- A trigger that reads a table looks for temporary ones last, as functions with more rights do since 237: it guards against its
-- caller, who could otherwise have it look at a table of his own.
do $$
declare
  one regprocedure;
begin
  for one in
    select p.oid from pg_proc p
    where p.pronamespace = current_schema::regnamespace and p.prorettype = 'trigger'::regtype
      and p.prosrc ~ '\m(select|perform|insert|update|delete|execute)\M'
  loop
    execute format('alter function %s set search_path = %s, pg_temp', one, current_setting('search_path'));
  end loop;
end $$;
