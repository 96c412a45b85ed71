-- What operators do, the database takes from operators alone. Whoever has the application's login has no operator's token and no operator's
-- password: of tokens it reads the hashes, and of passwords not even these. So nobody can write by it that somebody proposed, approved,
-- looked or signed in who has not.

-- Who acts in a transaction: whoever has shown the token of a session that lives. Rows of transactions that have ended mean nothing.
create unlogged table acting_operators (
  transaction xid8 primary key,
  operator_id bigint not null
);

create function operator_acts(p_operator_id bigint) returns void
language sql security definer set search_path from current as $$
  -- Nobody waits for whoever clears away the same.
  delete from acting_operators where transaction in (
    select a.transaction from acting_operators a where a.transaction < pg_snapshot_xmin(pg_current_snapshot()) limit 100 for update skip locked
  );
  insert into acting_operators values (pg_current_xact_id(), p_operator_id)
  on conflict (transaction) do update set operator_id = excluded.operator_id;
$$;
revoke execute on function operator_acts(bigint) from public;

-- Begins what an operator does; refused without the token of a session that lives. `p_at` is real time.
create function operator_present(p_token text, p_at timestamptz) returns bigint
language plpgsql security definer set search_path from current as $$
declare
  present bigint;
begin
  select s.operator_id into present from operator_sessions s join operators o on o.id = s.operator_id
  where s.token_hash = sha256(convert_to(p_token, 'UTF8')) and s.expires_at > p_at and o.disabled_at is null;
  if present is null then
    raise exception 'no operator is present' using errcode = 'insufficient_privilege';
  end if;
  perform operator_acts(present);
  return present;
end $$;

create function acting_operator() returns bigint
language sql stable security definer set search_path from current as $$
  select operator_id from acting_operators where transaction = pg_current_xact_id_if_assigned()
$$;

-- Names whom a row says to have acted: whoever is present, or who has been named before. The owner of the tables may name anybody.
create function acts_in_own_name() returns trigger
language plpgsql set search_path from current as $$
declare
  named text;
begin
  if pg_has_role(current_user, (select c.relowner from pg_class c where c.oid = tg_relid), 'member') then
    return new;
  end if;
  foreach named in array tg_argv loop
    if to_jsonb(new) ->> named is distinct from (case when tg_op = 'UPDATE' then to_jsonb(old) ->> named end)
      and (to_jsonb(new) ->> named)::bigint is distinct from acting_operator() and to_jsonb(new) ->> named is not null then
      raise exception '% of % is not who is present', named, tg_table_name using errcode = 'insufficient_privilege';
    end if;
  end loop;
  return new;
end $$;
create trigger acts_in_own_name before insert or update on proposals
  for each row execute function acts_in_own_name('proposed_by', 'decided_by');
create trigger acts_in_own_name before insert or update on deposits
  for each row execute function acts_in_own_name('approved_by', 'decided_by');
create trigger acts_in_own_name before insert or update on loans
  for each row execute function acts_in_own_name('approved_by', 'paid_out_by', 'rejected_by');
create trigger acts_in_own_name before insert or update on kyc_cases
  for each row execute function acts_in_own_name('decided_by');
create trigger acts_in_own_name before insert or update on payouts
  for each row execute function acts_in_own_name('second_by');
create trigger acts_in_own_name before insert or update on withdrawals
  for each row execute function acts_in_own_name('approved_by');

-- A withdrawal that the chain has confirmed ends in the name of whoever has given it out to be paid.
create function withdrawal_ends_in_own_name() returns trigger
language plpgsql set search_path from current as $$
begin
  if not pg_has_role(current_user, (select c.relowner from pg_class c where c.oid = tg_relid), 'member')
    and new.decided_by is distinct from acting_operator()
    and not exists (select from payouts p where p.withdrawal_id = new.id and p.second_by = new.decided_by) then
    raise exception 'decided_by of % is not who is present', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger ends_in_own_name before insert or update of decided_by on withdrawals
  for each row when (new.decided_by is not null) execute function withdrawal_ends_in_own_name();

-- An entry of the log is of whoever is present, whose token is told with it or was before; of somebody else nothing can be said but that
-- a sign-in was refused. The owner of the tables, at the command line, may be nobody.
create function audit_append(
  p_token text, p_at timestamptz, p_operator_id bigint, p_action text, p_subject text, p_details jsonb, p_network text
) returns bigint
language plpgsql security definer set search_path from current as $$
declare
  head audit_head;
  next bytea;
begin
  if p_token is not null then
    perform operator_present(p_token, p_at);
  end if;
  if (p_operator_id is null or acting_operator() is distinct from p_operator_id)
    and not (p_operator_id is not null and p_action = 'session.refused' and p_subject = 'operator:' || p_operator_id)
    and not (current_setting('role') = 'none' and pg_has_role(session_user, current_user, 'member')) then
    raise exception 'an entry is of whoever is present' using errcode = 'insufficient_privilege';
  end if;
  select * into strict head from audit_head for update;
  next := audit_hash(head.hash, head.entries + 1, p_at, p_operator_id, p_action, p_subject, p_details, p_network);
  insert into audit_log values (head.entries + 1, p_at, p_operator_id, p_action, p_subject, p_details, p_network, next);
  update audit_head set entries = head.entries + 1, hash = next;
  return head.entries + 1;
end $$;
drop function audit_append(timestamptz, bigint, text, text, jsonb, text);

-- By what a typed password is hashed again: all of a hash but the hash itself, which only the database compares.
create function operator_salts(p_id bigint, out whole text, out half text)
language sql stable security definer set search_path from current as $$
  select regexp_replace(o.password_hash, '\$[^$]*$', ''), regexp_replace(o.first_half_hash, '\$[^$]*$', '') from operators o where o.id = p_id
$$;

create function operator_password_fits(p_id bigint, p_whole text, p_half text) returns boolean
language sql stable security definer set search_path from current as $$
  select exists (
    select from operators o where o.id = p_id and o.password_hash = p_whole and o.first_half_hash is not distinct from p_half
  )
$$;

-- A session of whoever proves their password; in its transaction they are present. False where it is not theirs any more.
create function operator_session_open(
  p_id bigint, p_password_hash text, p_token text, p_network text, p_user_agent text, p_at timestamptz, p_expires_at timestamptz
) returns boolean
language plpgsql security definer set search_path from current as $$
begin
  perform from operators o
  where o.id = p_id and o.password_hash = p_password_hash and o.enrolled_at is not null and o.disabled_at is null for no key update;
  if not found then
    return false;
  end if;
  insert into operator_sessions (token_hash, operator_id, network, user_agent, created_at, last_used_at, expires_at)
  values (sha256(convert_to(p_token, 'UTF8')), p_id, p_network, p_user_agent, p_at, p_at, p_expires_at);
  perform operator_acts(p_id);
  return true;
end $$;

-- Ends the first sign-in of whoever proves the one-time password. False where another call was first.
create function operator_enrol(
  p_id bigint, p_whole text, p_half text, p_sealed bytea, p_password_hash text, p_at timestamptz, p_step bigint
) returns boolean
language plpgsql security definer set search_path from current as $$
begin
  update operators o set password_hash = p_password_hash, one_time_until = null, first_half_hash = null, first_half_by = null,
    enrolled_at = p_at, last_step = p_step
  where o.id = p_id and o.password_hash = p_whole and o.first_half_hash is not distinct from p_half and o.sealed_secret = p_sealed
    and o.enrolled_at is null and o.disabled_at is null;
  return found;
end $$;

create function operator_change_password(p_id bigint, p_before text, p_after text) returns boolean
language plpgsql security definer set search_path from current as $$
begin
  update operators o set password_hash = p_after
  where o.id = p_id and o.id = acting_operator() and o.password_hash = p_before and o.enrolled_at is not null;
  return found;
end $$;

-- One half of a one-time password, of the administrator who is present: the second one is made by another than the first, or it is the
-- first again. Answers which; null where they have a password of their own or are disabled.
create function operator_issue_half(p_id bigint, p_hash text, p_until timestamptz) returns text
language plpgsql security definer set search_path from current as $$
declare
  issuer constant bigint := acting_operator();
  first_by bigint;
begin
  if not exists (select from operators o where o.id = issuer and 'administrator' = any (o.roles)) then
    raise exception 'no administrator is present' using errcode = 'insufficient_privilege';
  end if;
  select o.first_half_by into first_by from operators o
  where o.id = p_id and o.enrolled_at is null and o.disabled_at is null for no key update;
  if not found then
    return null;
  end if;
  if first_by is null or first_by = issuer then
    update operators set first_half_hash = p_hash, first_half_by = issuer, password_hash = null, one_time_until = p_until, sealed_secret = null
    where id = p_id;
    return 'first';
  end if;
  update operators set password_hash = p_hash, one_time_until = p_until, sealed_secret = null where id = p_id;
  return 'second';
end $$;

-- Does to an operator what a proposal says that whoever is present has just approved. False where it can't be done.
create function operator_apply(p_proposal_id bigint, p_at timestamptz) returns boolean
language plpgsql security definer set search_path from current as $$
declare
  asked proposals;
  concerned bigint;
begin
  select * into asked from proposals p
  where p.id = p_proposal_id and p.status = 'approved' and p.kind like 'operator.%' and p.decided_by = acting_operator();
  if asked.id is null then
    raise exception 'an operator is changed by two' using errcode = 'insufficient_privilege';
  end if;
  concerned := (asked.payload ->> 'operatorId')::bigint;
  case asked.kind
    when 'operator.create' then
      insert into operators (name, roles, proposed_by, created_at)
      values (asked.payload ->> 'name', array(select distinct jsonb_array_elements_text(asked.payload -> 'roles')), asked.proposed_by, p_at)
      on conflict do nothing;
    when 'operator.setRoles' then
      update operators set roles = array(select distinct jsonb_array_elements_text(asked.payload -> 'roles')) where id = concerned;
    when 'operator.disable' then
      update operators set disabled_at = p_at where id = concerned;
    when 'operator.enable' then
      update operators set disabled_at = null where id = concerned;
    when 'operator.resetAccess' then
      update operators set password_hash = null, one_time_until = null, sealed_secret = null, enrolled_at = null, first_half_hash = null,
        first_half_by = null where id = concerned;
  end case;
  return found;
end $$;

-- The key of a chain comes from the proposal that whoever is present has just approved, and from nowhere else.
create or replace function receive_key_take(agreed bigint) returns void
language plpgsql security definer set search_path from current as $$
begin
  insert into receive_keys (chain, key, proposal_id)
  select p.payload ->> 'chain', p.payload ->> 'key', p.id from proposals p
  where p.id = agreed and p.kind = 'network.receiveKey' and p.status = 'approved' and p.decided_by = acting_operator();
  if not found then
    raise exception 'no two have agreed on a receive key by proposal %', agreed using errcode = 'insufficient_privilege';
  end if;
end $$;

-- See 237 and 239.
do $$
declare
  one regprocedure;
begin
  for one in
    select p.oid from pg_proc p where p.pronamespace = current_schema::regnamespace
      and (p.proname like 'operator\_%' or p.proname in ('acting_operator', 'acts_in_own_name', 'withdrawal_ends_in_own_name', 'receive_key_take', 'audit_append'))
  loop
    execute format('alter function %s set search_path = %s, pg_temp', one, current_setting('search_path'));
  end loop;
end $$;
