-- What needs a second person, or a third. A proposal is done in the transaction that approves it for good.
create table proposals (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z]+(\.[a-zA-Z]+)+$' and length(kind) <= 64),
  subject text not null check (length(subject) between 1 and 120),
  payload jsonb not null,
  reason text not null check (length(reason) between 10 and 500),
  -- What it moves, in millionths of USDT; null of what moves no money, and where nobody knows what it is worth.
  weight numeric(38, 0) check (weight >= 0),
  persons smallint not null default 2 check (persons in (2, 3)),
  ready_at timestamptz, -- before that nobody approves it for good
  status text not null default 'waiting' check (status in ('waiting', 'approved', 'rejected', 'withdrawn', 'failed')),
  proposed_by bigint not null references operators (id),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  seconded_by bigint references operators (id),
  seconded_at timestamptz,
  decided_by bigint references operators (id),
  decided_at timestamptz,
  note text check (length(note) <= 500),
  failure text,
  constraint two_persons check (status not in ('approved', 'rejected', 'failed') or decided_by <> proposed_by),
  constraint seconded_once check (num_nonnulls(seconded_by, seconded_at) in (0, 2) and (seconded_by is null or persons = 3)),
  constraint another_seconds check (seconded_by <> proposed_by),
  constraint three_persons check (persons = 2 or status not in ('approved', 'failed') or (seconded_by is not null and seconded_by <> decided_by)),
  constraint waits_first check (status <> 'approved' or ready_at is null or decided_at >= ready_at),
  constraint own_withdrawal check (status <> 'withdrawn' or decided_by = proposed_by),
  constraint decided_once check (num_nonnulls(decided_by, decided_at) = case status when 'waiting' then 0 else 2 end),
  constraint failures_say_why check ((failure is not null) = (status = 'failed'))
);
create index proposals_by_subject on proposals (kind, subject, id);
create index proposals_waiting on proposals (created_at) where status = 'waiting';
create index proposals_by_decision on proposals (decided_at) where status = 'approved';
-- What one operator has proposed within a day.
create index proposals_of_operator on proposals (proposed_by, created_at) where weight is not null;

-- What moves much is approved by a second and then a third person, or waits first, as operators have set it. Nothing of this is on until
-- two set it.
insert into parameters (key, value, public) values
  ('third_person_above', '0', false), ('wait_above', '0', false), ('wait_hours', '24', false), ('operator_day_max', '0', false);

-- What was proposed is what is approved, and a decision stands; as long as it waits, somebody may second it, once.
create function proposals_refuse_change() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.status <> 'waiting'
    or (new.status = 'waiting' and (old.seconded_by is not null or new.seconded_by is null))
    or (new.status <> 'waiting' and row(new.seconded_by, new.seconded_at) is distinct from row(old.seconded_by, old.seconded_at))
    or row(new.id, new.kind, new.subject, new.payload, new.reason, new.proposed_by, new.created_at, new.expires_at, new.weight,
        new.persons, new.ready_at)
      is distinct from row(old.id, old.kind, old.subject, old.payload, old.reason, old.proposed_by, old.created_at, old.expires_at,
        old.weight, old.persons, old.ready_at)
  then
    raise exception 'a proposal is decided once and not changed' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger decided_once before update or delete on proposals for each row execute function proposals_refuse_change();
create trigger acts_in_own_name before insert or update on proposals
  for each row execute function acts_in_own_name('proposed_by', 'decided_by', 'seconded_by');

-- What parameters were before. The change itself stands in `parameters`.
create table parameter_changes (
  id bigint generated always as identity primary key,
  key text not null,
  before text,
  after text not null,
  proposal_id bigint not null unique references proposals (id),
  changed_at timestamptz not null
);
create index parameter_changes_by_key on parameter_changes (key, id);

-- Does to an operator what a proposal says that whoever is present has just approved. False where it can't be done.
create function operator_apply(p_proposal_id bigint, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = "$user", public, pg_temp as $$
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

-- A proposal is approved at the end of the transaction that does what it proposes, so these two are looked at when that commits: that two
-- have agreed on what concerns an instrument,
create function approved_by_two() returns trigger
language plpgsql set search_path = "$user", public, pg_temp as $$
begin
  if not exists (
    select from proposals where id = new.proposal_id and status = 'approved' and kind = tg_argv[0] and payload ->> 'code' = new.code
  ) then
    raise exception '% of % needs two operators', tg_table_name, new.code using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;

-- and that what two persons have approved is what is written down, by those two: the name of a part of the proposal, and the column it
-- is.
create function approved_as_proposed() returns trigger
language plpgsql set search_path = "$user", public, pg_temp as $$
declare
  asked jsonb;
begin
  select p.payload || to_jsonb(p) into asked from proposals p
  where p.id = new.proposal_id and p.status = 'approved' and p.kind = tg_argv[0];
  for i in 1 .. tg_nargs - 1 by 2 loop
    if asked ->> tg_argv[i] is distinct from to_jsonb(new) ->> tg_argv[i + 1] then asked := null; end if;
  end loop;
  if asked is null then
    raise exception '% % needs two operators', tg_table_name, new.id using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create function stays_as_approved() returns trigger
language plpgsql as $$
begin
  raise exception '% of % is refused: what two persons have approved stays', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- What the signer is given is, line by line, what one person has proposed and another has released.
--
-- Lines of proposals that say where customers are paid. What is frozen with a proposal, and goes into the audit log, is the digest of
-- each: without its salt nobody finds the line by trying addresses. Line and salt go when the account of the customer is erased.
create table proposal_lines (
  proposal_id bigint not null references proposals,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  user_id bigint not null references users,
  salt bytea not null,
  line text not null,
  primary key (proposal_id, digest),
  constraint told_by_its_digest check (
    case when line = '' then salt = '' else length(salt) >= 16 and digest = encode(sha256(salt || convert_to(line, 'UTF8')), 'hex') end)
);
create index proposal_lines_of_user on proposal_lines (user_id);

create function proposal_lines_guard() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'what was proposed about user % is not changed', old.user_id using errcode = 'check_violation';
end $$;
create trigger guard_delete before delete on proposal_lines for each row execute function proposal_lines_guard();
create trigger guard before update on proposal_lines for each row
  when (not (new.line = '' and erases_only(to_jsonb(old), to_jsonb(new), array['line', 'salt'])))
  execute function proposal_lines_guard();
create trigger erase_closed_only before update on proposal_lines for each row execute function erase_closed_only();

-- The lines of a proposal in their order; null where one has been erased, or none was asked for.
create function proposal_lines_of(asked bigint) returns text[]
language sql stable set search_path = public, pg_temp as $$
  select case when bool_and(coalesce(l.line, '') <> '') then array_agg(l.line order by d.place) end
  from proposals p cross join jsonb_array_elements_text(
    case jsonb_typeof(p.payload -> 'lines') when 'array' then p.payload -> 'lines' end) with ordinality d (digest, place)
  left join proposal_lines l on l.proposal_id = p.id and l.digest = d.digest
  where p.id = asked
$$;
