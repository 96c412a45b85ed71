-- What operators did: append-only, numbered without gaps, each entry chained to the one before it.
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

create function audit_append(
  p_at timestamptz, p_operator_id bigint, p_action text, p_subject text, p_details jsonb, p_network text
) returns bigint
language plpgsql security definer set search_path from current as $$
declare
  head audit_head;
  next bytea;
begin
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

-- Without end and without change, by the application's role or any other: entries come in by the function alone.
do $$
begin
  if exists (select from pg_roles where rolname = 'assay_application') then
    revoke insert, update, delete on audit_log, audit_head from assay_application;
  end if;
end $$;
