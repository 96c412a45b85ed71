-- Who has stopped withdrawals alone, and no second person confirmed it, does not begin again where that ended: one person would hold
-- customers' money for ever.
create function halts_begin_guard() returns trigger
language plpgsql as $$
begin
  if new.scope = 'withdrawals' and exists (
    select from halts h
    where h.scope = new.scope and h.begun_by = new.begun_by and h.ended_at is null and h.lapses_at > new.begun_at - interval '7 days'
  ) then
    raise exception 'operator % has just stopped % alone', new.begun_by, new.scope using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger begin_guard before insert on halts for each row execute function halts_begin_guard();

-- See 239.
do $$ begin
  execute format('alter function halts_begin_guard() set search_path = %s, pg_temp', current_setting('search_path'));
end $$;
