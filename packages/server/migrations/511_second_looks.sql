-- One reviewer verifies; another looks at it a second time, or nobody objects in time. Until then the limits stay those of whoever is
-- not verified. Times are wall clock, as in all of what identifications are.
create table identity_second_looks (
  case_id bigint primary key references kyc_cases,
  counts_from timestamptz not null, -- without anybody's second look
  looked_by bigint references operators,
  looked_at timestamptz,
  objected boolean not null default false,
  constraint looked_by_somebody check ((looked_by is null) = (looked_at is null)),
  constraint objected_by_somebody check (not objected or looked_by is not null)
);
create index identity_second_looks_open on identity_second_looks (case_id) where looked_by is null or objected;

-- By another than who decided, and never taken back to nobody.
create function second_looks_guard() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' or new.case_id <> old.case_id or new.counts_from <> old.counts_from or new.looked_by is null then
    raise exception 'a second look is kept' using errcode = 'check_violation';
  end if;
  if new.looked_by = (select c.decided_by from kyc_cases c where c.id = new.case_id) then
    raise exception 'whoever has verified does not look a second time' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger second_looks_guard before update or delete on identity_second_looks
  for each row execute function second_looks_guard();
create trigger acts_in_own_name before insert or update on identity_second_looks
  for each row execute function acts_in_own_name('looked_by');

-- Whether the limits of verified customers count for this one. Who was verified before there were second looks has had them.
create function has_higher_limits(p_user_id bigint, p_wall timestamptz) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select u.kyc_status = 'verified' and not exists (
    select from kyc_cases c join identity_second_looks l on l.case_id = c.id
    where c.user_id = u.id and c.status = 'verified' and (l.objected or (l.looked_by is null and l.counts_from > p_wall)))
  from users u where u.id = p_user_id
$$;
