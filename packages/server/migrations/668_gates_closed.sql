-- What has been agreed on is carried out in the transaction in which the last of them agrees, and at no other time. In live mode the clock
-- of the database counts and no time that it is told. Terms have a form, and no guard can be hung on another table.

-- Where business has a clock of its own, as in a sandbox, times are those that are told.
create function own_clock_counts() returns boolean
language sql stable set search_path = public, pg_temp as $$
  select not owner_acts() and exists (select from installation where mode = 'live')
$$;
-- Not when the transaction began, which whoever holds it open chooses.
create function told_at(p_at timestamptz) returns timestamptz
language sql volatile set search_path = public, pg_temp as $$
  select case when own_clock_counts() then clock_timestamp() else p_at end
$$;
create or replace function asked_at(p_at timestamptz) returns timestamptz
language sql volatile set search_path = public, pg_temp as $$
  select case when owner_acts() then p_at else greatest(told_at(p_at), now()) end
$$;
create or replace function done_at(p_at timestamptz) returns timestamptz
language sql stable set search_path = public, pg_temp as $$
  select case when owner_acts() then p_at when own_clock_counts() then now() else least(p_at, now()) end
$$;

-- What is told to have been done at no time at all would be in no day of the books, and count in none.
alter table proposals add constraint decided_at_a_time check (isfinite(decided_at));
alter table deposits add constraint ended_at_a_time check (isfinite(ended_at));
alter table withdrawals add constraint ended_at_a_time check (isfinite(ended_at));
alter table loans add constraint paid_out_at_a_time check (isfinite(paid_out_at));

-- What is paid in USDT is worth that at least.
alter table withdrawals add constraint worth_what_it_is check (coin <> 'USDT' or value >= amount);

-- Nought is off; nothing else is.
alter table parameters add constraint terms_have_a_form check (
  case
    when key in ('third_person_above', 'third_person_new_above', 'wait_above', 'operator_day_max') then value ~ '^\d{1,11}(\.\d{1,6})?$'
    when key = 'wait_hours' then value ~ '^([1-9]|[1-3]\d|4[0-8])$'
    else true
  end
);

-- Whether a proposal lets more through than now: a threshold that is off is above everything, and where customers' money goes is not a
-- matter of how much.
create or replace function loosens_terms(p_kind text, p_payload jsonb) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select p_kind = 'network.receiveKey' or p_kind = 'parameter.change' and coalesce((
    select case when m.key = 'wait_hours' then t.after < t.before
      else case when t.after <= 0 then 'infinity' else t.after end > case when t.before <= 0 then 'infinity' else t.before end end
    from parameters m cross join lateral (select m.value::numeric as before, (p_payload ->> 'value')::numeric as after) t
    where m.key = p_payload ->> 'key' and m.key in ('third_person_above', 'third_person_new_above', 'wait_above', 'operator_day_max', 'wait_hours')
  ), false)
$$;

-- As before, and only where the second of two at once sees the first.
create or replace function risk_day(p_operator bigint, p_weight numeric, p_at timestamptz, p_kind text, p_payload jsonb) returns numeric
language plpgsql set search_path = public, pg_temp as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'what one operator moves in a day is counted as it is, not as it was' using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(hashtextextended(p_operator::text, 4127103));
  return p_weight - weighed_already(p_kind, p_payload, p_operator) + coalesce((
    select sum(p.weight - weighed_already(p.kind, p.payload, p_operator)) from proposals p
    where p.proposed_by = p_operator and p.weight is not null
      and (p.status = 'waiting' and p.expires_at > p_at or p.status = 'approved' and p.decided_at > p_at - interval '24 hours')
  ), 0) + coalesce((
    select sum(c.weight) from case_weights c where c.operator_id = p_operator and c.until > p_at - interval '24 hours'
  ), 0);
end $$;

-- The transaction in which it was approved, where it is carried out.
alter table proposals add column approved_in xid8;

create function agreed_now(p_of proposals) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select p_of.status = 'approved' and p_of.decided_by = acting_operator() and p_of.approved_in = pg_current_xact_id_if_assigned()
$$;

create or replace function proposals_weighed() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  asked record;
  lasts interval;
begin
  new.approved_in := null;
  if own_clock_counts() then
    lasts := least(new.expires_at - new.created_at, interval '3 days');
    new.created_at := told_at(new.created_at);
    new.expires_at := new.created_at + lasts;
  end if;
  new.weighed_at := asked_at(new.created_at);
  if new.day is distinct from 'infinity' then
    new.weight := greatest(new.weight, weight_at_least(new.kind, new.payload));
    new.day := risk_day(new.proposed_by, new.weight, new.weighed_at, new.kind, new.payload);
  end if;
  if exists (select from risk_terms() t where t.day_max > 0 and new.day > t.day_max) then
    raise exception 'beyond what one operator may move in a day' using errcode = 'check_violation';
  end if;
  asked := terms_ask(new.kind, new.payload, new.day, new.weighed_at);
  new.persons := greatest(new.persons, asked.persons);
  new.ready_at := greatest(new.ready_at, asked.ready_at);
  return new;
end $$;

create or replace function proposals_judged() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  asked record;
begin
  asked := proposal_asks(old);
  new.approved_in := null;
  if new.status = 'waiting' then
    new.persons := asked.persons;
    new.ready_at := asked.ready_at;
    return new;
  end if;
  new.decided_at := told_at(new.decided_at);
  if new.status = 'approved' then
    if own_clock_counts() and new.decided_at >= old.expires_at then
      raise exception 'proposal % has expired', old.id using errcode = 'check_violation';
    end if;
    perform refuse_below(asked.persons, asked.ready_at, array[new.proposed_by, new.seconded_by, new.decided_by], done_at(new.decided_at));
    new.approved_in := pg_current_xact_id();
  end if;
  return new;
end $$;

create or replace function parameter_changes_agreed() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if owner_acts() or exists (
    select from proposals p
    where p.id = new.proposal_id and p.kind = 'parameter.change' and agreed_now(p)
      and p.payload ->> 'key' = new.key and p.payload ->> 'value' = new.after
      and new.before is not distinct from (select m.value from parameters m where m.key = new.key)
  ) then
    return new;
  end if;
  raise exception 'no two have agreed on % of %', new.after, new.key using errcode = 'insufficient_privilege';
end $$;

create or replace function parameters_agreed() returns trigger
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
      and c.before is not distinct from (select m.value from parameters m where m.key = new.key) and agreed_now(p)
  ) then
    raise exception 'no two have agreed on % of %', new.value, new.key using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create or replace function receive_key_take(agreed bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into receive_keys (chain, key, proposal_id)
  select p.payload ->> 'chain', p.payload ->> 'key', p.id from proposals p
  where p.id = agreed and p.kind = 'network.receiveKey' and agreed_now(p);
  if not found then
    raise exception 'no two have agreed on a receive key by proposal %', agreed using errcode = 'insufficient_privilege';
  end if;
end $$;

create or replace function operator_apply(p_proposal_id bigint, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asked proposals;
  concerned bigint;
  given text[];
begin
  select * into asked from proposals p where p.id = p_proposal_id and p.kind like 'operator.%' and agreed_now(p);
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

create or replace function ledger_refuse_unagreed() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  booked text[];
begin
  if owner_acts() then
    return null;
  end if;
  select array_agg(concat_ws(' ', f.owner, f.kind, o.owner, o.kind, f.asset, t.amount) order by t.position) into booked
  from ledger_transfers t join ledger_accounts f on f.id = t.from_account join ledger_accounts o on o.id = t.to_account
  where t.transaction_id = new.id;
  if booked is distinct from ledger_agreed(new.book, new.reason, new.reference) or booked is null then
    raise exception '% of % is not what two operators have decided', new.reason, new.reference using errcode = 'insufficient_privilege';
  end if;
  if new.reason in ('correction.booked', 'house.funded', 'house.withdrawn', 'charity.paid') and not exists (
    select from proposals p where p.id = substring(new.reference from ':([0-9]{1,18})$')::bigint and agreed_now(p)
  ) then
    raise exception '% of % is not what two operators have decided just now', new.reason, new.reference using errcode = 'insufficient_privilege';
  end if;
  -- Of two at once one sees the other.
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', new.book, new.reason, new.reference), 4127103));
  if (select count(*) from ledger_transactions t where t.reference = new.reference and t.reason = new.reason and t.book = new.book) > 1 then
    raise exception '% of % has been booked', new.reason, new.reference using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;

-- These write with the rights of the owner: of the tables that they are of, and of no other.
create or replace function cases_end() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_relid is distinct from to_regclass('public.' || tg_argv[0]) then
    raise exception '% is no table of cases', tg_relid::regclass using errcode = 'insufficient_privilege';
  end if;
  update case_weights c set until = case
    when new.status in ('completed', 'repaying') then greatest(c.at, told_at((to_jsonb(new) ->> tg_argv[1])::timestamptz)) else '-infinity' end
  where c.kind = tg_argv[0] and c.case_id = new.id;
  return null;
end $$;

create or replace function begin_second_look() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_relid is distinct from 'kyc_cases'::regclass then
    raise exception '% is no table of cases', tg_relid::regclass using errcode = 'insufficient_privilege';
  end if;
  insert into identity_second_looks (case_id, counts_from) values (new.id, second_look_counts_from(new.decided_at));
  return null;
end $$;
