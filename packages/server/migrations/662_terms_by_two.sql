-- What operators have set is changed as two have agreed and by nothing else, and whoever two administrators let in counts later, see 660.

create function parameter_changes_agreed() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if owner_acts() or exists (
    select from proposals p
    where p.id = new.proposal_id and p.kind = 'parameter.change' and p.status = 'approved' and p.decided_by = acting_operator()
      and p.payload ->> 'key' = new.key and p.payload ->> 'value' = new.after
      and new.before is not distinct from (select m.value from parameters m where m.key = new.key)
  ) then
    return new;
  end if;
  raise exception 'no two have agreed on % of %', new.after, new.key using errcode = 'insufficient_privilege';
end $$;
create trigger agreed before insert on parameter_changes for each row execute function parameter_changes_agreed();

create function parameters_agreed() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if owner_acts() then
    return case when tg_op = 'DELETE' then old else new end;
  elsif tg_op = 'DELETE' then
    raise exception 'what parameters there are is settled' using errcode = 'insufficient_privilege';
  elsif tg_op = 'UPDATE' then
    if (new.key, new.public) is distinct from (old.key, old.public) then
      raise exception 'what parameters there are is settled' using errcode = 'insufficient_privilege';
    end if;
  end if;
  -- By the newest change of it, which says what it was before and so is made once.
  if not exists (
    select from parameter_changes c join proposals p on p.id = c.proposal_id
    where c.id = (select max(o.id) from parameter_changes o where o.key = new.key) and c.after = new.value
      and c.before is not distinct from (select m.value from parameters m where m.key = new.key) and p.decided_by = acting_operator()
  ) then
    raise exception 'no two have agreed on % of %', new.value, new.key using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger agreed before insert or update or delete on parameters for each row execute function parameters_agreed();

-- As before, and since when their word counts.
create or replace function operator_enrol(
  p_id bigint, p_whole text, p_half text, p_sealed bytea, p_password_hash text, p_at timestamptz, p_step bigint
) returns boolean
language plpgsql security definer set search_path from current as $$
begin
  -- Whom the command line has given a whole password is its owner's.
  update operators o set password_hash = p_password_hash, one_time_until = null, first_half_hash = null, first_half_by = null,
    enrolled_at = p_at, last_step = p_step,
    renewed_at = case when o.first_half_hash is not null then greatest(p_at, now()) else o.renewed_at end
  where o.id = p_id and o.password_hash = p_whole and o.first_half_hash is not distinct from p_half and o.sealed_secret = p_sealed
    and o.enrolled_at is null and o.disabled_at is null;
  return found;
end $$;

create or replace function operator_apply(p_proposal_id bigint, p_at timestamptz) returns boolean
language plpgsql security definer set search_path from current as $$
declare
  asked proposals;
  concerned bigint;
  given text[];
begin
  select * into asked from proposals p
  where p.id = p_proposal_id and p.status = 'approved' and p.kind like 'operator.%' and p.decided_by = acting_operator();
  if asked.id is null then
    raise exception 'an operator is changed by two' using errcode = 'insufficient_privilege';
  end if;
  concerned := (asked.payload ->> 'operatorId')::bigint;
  given := array(select distinct jsonb_array_elements_text(asked.payload -> 'roles'));
  case asked.kind
    when 'operator.create' then
      insert into operators (name, roles, proposed_by, created_at, renewed_at)
      values (asked.payload ->> 'name', given, asked.proposed_by, p_at, greatest(p_at, now()))
      on conflict do nothing;
    when 'operator.setRoles' then
      update operators o set roles = given, renewed_at = case when given <@ o.roles then o.renewed_at else greatest(p_at, now()) end
      where id = concerned;
    when 'operator.disable' then
      update operators set disabled_at = p_at where id = concerned;
    when 'operator.enable' then
      update operators set disabled_at = null, renewed_at = greatest(p_at, now()) where id = concerned;
    when 'operator.resetAccess' then
      update operators set password_hash = null, one_time_until = null, sealed_secret = null, enrolled_at = null, first_half_hash = null,
        first_half_by = null, renewed_at = greatest(p_at, now()) where id = concerned;
  end case;
  return found;
end $$;

-- Whoever calls may not choose where these look names up.
do $$
begin
  execute format('alter function operator_enrol(bigint, text, text, bytea, text, timestamptz, bigint) set search_path = %s, pg_temp', current_setting('search_path'));
  execute format('alter function operator_apply(bigint, timestamptz) set search_path = %s, pg_temp', current_setting('search_path'));
end $$;
