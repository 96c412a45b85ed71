-- The role as which the application works. What it may do is brought about by `rights.sql`, after these files and at every start. Where
-- the owner of the tables may make no roles, somebody else makes this one.
--
-- In all of these files: functions that work with the rights of the owner, and triggers that read tables, look for temporary tables and
-- views last. Unless a path names them they come first, so that whoever may post could put one in front of a table that such a function
-- reads. The same holds for what such a function calls or sets off, where it has a path of its own.
do $$
begin
  begin
    create role assay_application nologin;
  exception
    when duplicate_object or unique_violation then null; -- by another database of the same server
  end;
  execute format('grant assay_application to %I', current_user);
  grant usage on schema public to assay_application;
exception
  when insufficient_privilege then
    raise notice 'no role of its own for the application: the triggers alone keep the books append-only';
end $$;

-- Answers of calls that moved something, by the caller's own key: a repeat gets the first answer again.
create table idempotency (
  scope text not null, -- user, book and path
  key text not null,
  body_hash bytea not null,
  answer jsonb, -- null only inside the transaction that is still working on it
  created_at timestamptz not null default clock_timestamp(),
  primary key (scope, key)
);
create index idempotency_by_age on idempotency (created_at);

-- Keeps the answers of a group of calls. Refused when one of them was answered by somebody else meanwhile, whom this waits for:
-- the group is then decided again. An identical call without a key (`body:`) takes an old row over.
create function keep_answers(p_scopes text[], p_keys text[], p_hashes bytea[], p_answers jsonb[], p_repeat_ms bigint) returns void
language plpgsql set search_path = "$user", public, pg_temp as $$
declare
  kept int;
begin
  insert into idempotency as i (scope, key, body_hash, answer)
  select * from unnest(p_scopes, p_keys, p_hashes, p_answers)
  on conflict (scope, key) do update set created_at = clock_timestamp(), body_hash = excluded.body_hash, answer = excluded.answer
    where i.key like 'body:%' and i.created_at < clock_timestamp() - make_interval(secs => p_repeat_ms / 1000.0);
  get diagnostics kept = row_count;
  if kept <> cardinality(p_keys) then
    raise exception 'a call of the group has been answered meanwhile' using errcode = 'AC001';
  end if;
end $$;

-- Fails a statement that has changed fewer rows than were decided about.
create function all_or_none(p_found bigint, p_expected int) returns void
language plpgsql immutable as $$
begin
  if p_found <> p_expected then
    raise exception '% of % rows are as they were', p_found, p_expected using errcode = 'check_violation';
  end if;
end $$;

-- Settings that operators may change and, where public, everybody may read.
create table parameters (
  key text primary key check (key ~ '^[a-z0-9_]{1,64}$'),
  value text not null,
  public boolean not null default false
);
insert into parameters (key, value, public) values
  -- Where links of the navigation lead until an operator says otherwise. The hall of the lecturers is a page of its own.
  ('down_url', '/help#app', true),
  ('live_room_url', '/detail?id=lecturers-hall', true),
  ('demo_initial_balance', '100000', true);

-- Mails of a sandbox, shown at /sandbox/outbox instead of being sent.
create table outbox (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null default clock_timestamp()
);

-- What this database was begun as, by the first start. Sample money and sample operators never meet real ones.
create table installation (
  one boolean primary key default true check (one),
  mode text not null check (mode in ('sandbox', 'live'))
);

create function installation_refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception 'an installation stays what it was begun as' using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete or truncate on installation
  for each statement execute function installation_refuse_change();

-- What seals and hashes the product's own secrets: one random value, kept sealed under SECRET. So a SECRET that does not fit is
-- noticed at once, and replacing it seals one row anew.
create table secret_root (
  one boolean primary key default true check (one),
  sealed bytea not null check (octet_length(sealed) between 60 and 1024),
  sealed_at timestamptz not null default clock_timestamp()
);
