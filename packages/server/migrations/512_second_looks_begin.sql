-- A second look begins with the verification that it is of, whoever writes that and however: the application neither begins one nor says
-- how long others may object. That is counted from when it is written, if it says to have been decided before. In a sandbox a minute is a day.
create function second_look_counts_from(p_decided_at timestamptz) returns timestamptz
language sql stable set search_path = public, pg_temp as $$
  select greatest(p_decided_at, statement_timestamp())
    + case when exists (select from installation where mode = 'sandbox') then interval '1 minute' else interval '1 day' end
$$;

create function begin_second_look() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into identity_second_looks (case_id, counts_from) values (new.id, second_look_counts_from(new.decided_at));
  return null;
end $$;
create trigger begin_second_look after insert on kyc_cases
  for each row when (new.status = 'verified') execute function begin_second_look();
create trigger begin_second_look_when_decided after update on kyc_cases
  for each row when (new.status = 'verified' and old.status <> 'verified') execute function begin_second_look();

-- As 511 has it, for those that are inserted too; and an objection is made and taken back by whoever is present.
create or replace function second_looks_guard() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.looked_by is not null or new.objected
      or new.counts_from < (select second_look_counts_from(c.decided_at) from kyc_cases c where c.id = new.case_id) then
      raise exception 'a second look begins with what it is of' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' or new.case_id <> old.case_id or new.counts_from <> old.counts_from or new.looked_by is null then
    raise exception 'a second look is kept' using errcode = 'check_violation';
  end if;
  if new.looked_by = (select c.decided_by from kyc_cases c where c.id = new.case_id) then
    raise exception 'whoever has verified does not look a second time' using errcode = 'check_violation';
  end if;
  if new.looked_by is distinct from acting_operator()
    and not pg_has_role(current_user, (select c.relowner from pg_class c where c.oid = tg_relid), 'member') then
    raise exception 'looked_by of % is not who is present', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
drop trigger second_looks_guard on identity_second_looks;
create trigger second_looks_guard before insert or update or delete on identity_second_looks
  for each row execute function second_looks_guard();
