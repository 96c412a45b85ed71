-- Temporary tables and views are looked for last. Unless a path names them they come first, so that whoever may post could put
-- one in front of a table that a function reads with more rights than the caller has. The same holds for the functions that
-- such a function calls or sets off, when they have a path of their own.
do $$
declare
  one regprocedure;
begin
  for one in
    select p.oid from pg_proc p
    where p.pronamespace = current_schema::regnamespace
      and (p.prosecdef or exists (select from unnest(p.proconfig) setting where setting like 'search_path=%'))
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  loop
    execute format('alter function %s set search_path = %s, pg_temp', one, current_setting('search_path'));
  end loop;
end $$;
