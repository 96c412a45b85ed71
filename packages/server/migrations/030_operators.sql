-- Operators of the console. They are no users: other names, other sessions, another port.
create table operators (
  id bigint generated always as identity primary key,
  name text not null check (name ~ '^[A-Za-z][A-Za-z0-9._-]{2,31}$'),
  -- A regulator has a seat of their own: they read the books and the log, and whoever reads so decides nothing.
  roles text[] not null check (
    cardinality(roles) between 1 and 4
    and roles <@ array['support', 'reviewer', 'finance', 'administrator', 'regulator']
    and (not 'regulator' = any (roles) or cardinality(roles) = 1)
  ),
  password_hash text, -- argon2id with its parameters; null until a one-time password is issued
  -- A one-time password made on the console has two halves by two administrators: whoever knew it all could be two persons. While it is
  -- one, `password_hash` is of its second half.
  first_half_hash text,
  first_half_by bigint references operators (id),
  one_time_until timestamptz, -- while set, the password opens nothing but the first sign-in
  sealed_secret bytea, -- of the authenticator, AES-256-GCM
  last_step bigint not null default 0, -- the newest time step whose code was used; no code of it or an older one counts
  enrolled_at timestamptz, -- since when they have a password and an authenticator of their own
  proposed_by bigint references operators (id), -- null of those whom the command line made
  created_at timestamptz not null,
  disabled_at timestamptz,
  constraint nobody_without_authenticator check (enrolled_at is null or num_nonnulls(password_hash, sealed_secret) = 2),
  constraint one_time_passwords_are_not_own check (enrolled_at is null or one_time_until is null),
  constraint halves_are_of_one_time_passwords
    check (num_nonnulls(first_half_hash, first_half_by) in (0, 2) and (enrolled_at is null or first_half_hash is null))
);
create unique index operators_by_name on operators (lower(name));

-- A session that ends is deleted. The token itself is never stored.
create table operator_sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  operator_id bigint not null references operators (id),
  network text not null, -- the address without its last part
  user_agent text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null
);
create index operator_sessions_by_operator on operator_sessions (operator_id, last_used_at);

-- What operators do, the database takes from operators alone. Whoever has the application's login has no operator's token and no operator's
-- password: of tokens it reads the hashes, and of passwords not even these. So nobody can write by it that somebody proposed, approved,
-- looked or signed in who has not.

-- Who acts in a transaction: whoever has shown the token of a session that lives. Rows of transactions that have ended mean nothing.
create unlogged table acting_operators (
  transaction xid8 primary key,
  operator_id bigint not null
);

create function operator_acts(p_operator_id bigint) returns void
language sql security definer set search_path = "$user", public, pg_temp as $$
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
language plpgsql security definer set search_path = "$user", public, pg_temp as $$
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
language sql stable security definer set search_path = "$user", public, pg_temp as $$
  select operator_id from acting_operators where transaction = pg_current_xact_id_if_assigned()
$$;

-- Names whom a row says to have acted: whoever is present, or who has been named before. The owner of the tables may name anybody.
create function acts_in_own_name() returns trigger
language plpgsql set search_path = "$user", public, pg_temp as $$
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

-- What operators did: append-only, numbered without gaps, each entry chained to the one before it. Entries come in by the function alone.
create table audit_log (
  id bigint primary key,
  at timestamptz not null,
  operator_id bigint references operators (id), -- null: the command line of the server
  action text not null check (action ~ '^[a-z]+(\.[a-zA-Z]+)+$' and length(action) <= 64),
  subject text not null check (length(subject) between 1 and 120),
  details jsonb not null,
  network text not null,
  hash bytea not null check (octet_length(hash) = 32)
);
create index audit_log_by_subject on audit_log (subject, id);
create index audit_log_by_operator on audit_log (operator_id, id);
-- What has become of somebody, read downwards.
create index audit_log_of_acts on audit_log (subject, id) where action <> 'user.viewed';

-- The newest entry: whoever appends waits for its row, so that there is one order; and a tail that is cut off is missed.
create table audit_head (
  one boolean primary key default true check (one),
  entries bigint not null,
  hash bytea not null
);
insert into audit_head (entries, hash) values (0, sha256('assay audit log'));

create function audit_hash(
  previous bytea, id bigint, at timestamptz, operator_id bigint, action text, subject text, details jsonb, network text
) returns bytea
language sql stable parallel safe
return sha256(previous || convert_to(
  jsonb_build_array(id, (extract(epoch from at) * 1000000)::bigint, operator_id, action, subject, details, network)::text, 'UTF8'));

-- An entry of the log is of whoever is present, whose token is told with it or was before; of somebody else nothing can be said but that
-- a sign-in was refused. The owner of the tables, at the command line, may be nobody.
create function audit_append(
  p_token text, p_at timestamptz, p_operator_id bigint, p_action text, p_subject text, p_details jsonb, p_network text
) returns bigint
language plpgsql security definer set search_path = "$user", public, pg_temp as $$
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

create function audit_refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% of % is refused: it is append-only', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete or truncate on audit_log
  for each statement execute function audit_refuse_change();
create trigger append_only before delete or truncate on audit_head
  for each statement execute function audit_refuse_change();

create function audit_refuse_setback() returns trigger
language plpgsql as $$
begin
  if new.entries <> old.entries + 1 then
    raise exception 'the head of the audit log only moves on' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger moves_on before update on audit_head for each row execute function audit_refuse_setback();

-- By what a typed password is hashed again: all of a hash but the hash itself, which only the database compares.
create function operator_salts(p_id bigint, out whole text, out half text)
language sql stable security definer set search_path = "$user", public, pg_temp as $$
  select regexp_replace(o.password_hash, '\$[^$]*$', ''), regexp_replace(o.first_half_hash, '\$[^$]*$', '') from operators o where o.id = p_id
$$;

create function operator_password_fits(p_id bigint, p_whole text, p_half text) returns boolean
language sql stable security definer set search_path = "$user", public, pg_temp as $$
  select exists (
    select from operators o where o.id = p_id and o.password_hash = p_whole and o.first_half_hash is not distinct from p_half
  )
$$;

-- A session of whoever proves their password; in its transaction they are present. False where it is not theirs any more.
create function operator_session_open(
  p_id bigint, p_password_hash text, p_token text, p_network text, p_user_agent text, p_at timestamptz, p_expires_at timestamptz
) returns boolean
language plpgsql security definer set search_path = "$user", public, pg_temp as $$
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
language plpgsql security definer set search_path = "$user", public, pg_temp as $$
begin
  update operators o set password_hash = p_password_hash, one_time_until = null, first_half_hash = null, first_half_by = null,
    enrolled_at = p_at, last_step = p_step
  where o.id = p_id and o.password_hash = p_whole and o.first_half_hash is not distinct from p_half and o.sealed_secret = p_sealed
    and o.enrolled_at is null and o.disabled_at is null;
  return found;
end $$;

create function operator_change_password(p_id bigint, p_before text, p_after text) returns boolean
language plpgsql security definer set search_path = "$user", public, pg_temp as $$
begin
  update operators o set password_hash = p_after
  where o.id = p_id and o.id = acting_operator() and o.password_hash = p_before and o.enrolled_at is not null;
  return found;
end $$;

-- One half of a one-time password, of the administrator who is present: the second one is made by another than the first, or it is the
-- first again. Answers which; null where they have a password of their own or are disabled.
create function operator_issue_half(p_id bigint, p_hash text, p_until timestamptz) returns text
language plpgsql security definer set search_path = "$user", public, pg_temp as $$
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
