-- How many persons an act needs and how long it waits is worked out by the database, by the terms of when it was asked for and again by
-- those of when it is done: the stricter counts. Terms are loosened as slowly as they hold back, whoever was let in counts after the same
-- wait, and single deposits, payments and loans are weighed like proposals.

-- A payment to where the customer was never paid before needs a third person above an amount of its own.
insert into parameters (key, value, public) values ('third_person_new_above', '0', false) on conflict (key) do nothing;

-- The terms that operators have set; what is nought is off. Amounts in millionths of USDT.
create function risk_terms(
  out third_above numeric, out third_new_above numeric, out wait_above numeric, out day_max numeric, out waits interval
)
language sql stable set search_path = public, pg_temp as $$
  select coalesce(max(value::numeric) filter (where key = 'third_person_above'), 0) * 1000000,
    coalesce(max(value::numeric) filter (where key = 'third_person_new_above'), 0) * 1000000,
    coalesce(max(value::numeric) filter (where key = 'wait_above'), 0) * 1000000,
    coalesce(max(value::numeric) filter (where key = 'operator_day_max'), 0) * 1000000,
    coalesce(max(value::integer) filter (where key = 'wait_hours'), 24) * interval '1 hour'
  from parameters where key in ('third_person_above', 'third_person_new_above', 'wait_above', 'operator_day_max', 'wait_hours')
$$;

-- What the terms of now ask of an act: of one that weighs so much with all else of its operator, that goes where nothing went before, or
-- that loosens them.
create function risk_asks(
  p_day numeric, p_new boolean, p_loosens boolean, p_at timestamptz, out persons smallint, out ready_at timestamptz
)
language sql stable set search_path = public, pg_temp as $$
  select case when t.third_above > 0 and (p_loosens or p_day > t.third_above)
      or t.third_new_above > 0 and (p_loosens or p_new and p_day > t.third_new_above) then 3 else 2 end::smallint,
    case when p_loosens and greatest(t.third_above, t.third_new_above, t.wait_above, t.day_max) > 0 or t.wait_above > 0 and p_day > t.wait_above
      then p_at + t.waits end
  from risk_terms() t
$$;

-- Whether a proposal lets more through than now.
create function loosens_terms(p_kind text, p_payload jsonb) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select p_kind = 'parameter.change' and coalesce((
    select case when m.key = 'wait_hours' then (p_payload ->> 'value')::numeric < m.value::numeric
      else m.value::numeric > 0 and ((p_payload ->> 'value')::numeric = 0 or (p_payload ->> 'value')::numeric > m.value::numeric) end
    from parameters m
    where m.key = p_payload ->> 'key' and m.key in ('third_person_above', 'third_person_new_above', 'wait_above', 'operator_day_max', 'wait_hours')
  ), false)
$$;

-- Since when an operator has been let in, or given a role more, by two administrators; null of whom the command line has made.
alter table operators add column renewed_at timestamptz;

-- From when on the word of an operator counts where three are asked for; null: always.
create function operator_counts_from(p_id bigint) returns timestamptz
language sql stable set search_path = public, pg_temp as $$
  select o.renewed_at + t.waits from operators o, risk_terms() t where o.id = p_id
$$;

-- Nobody gains time by telling another one: the owner of the tables, at the command line or in a test, may.
create function asked_at(p_at timestamptz) returns timestamptz
language sql stable set search_path = public, pg_temp as $$
  select case when owner_acts() then p_at else greatest(p_at, now()) end
$$;
create function done_at(p_at timestamptz) returns timestamptz
language sql stable set search_path = public, pg_temp as $$
  select case when owner_acts() then p_at else least(p_at, now()) end
$$;

-- What a case weighs whose first person has approved it, in millionths of USDT.
create table case_weights (
  kind text not null check (kind in ('deposits', 'withdrawals', 'loans')),
  case_id bigint not null,
  operator_id bigint not null references operators,
  weight numeric(38, 0) check (weight >= 0), -- null where nobody knows what its coins are worth
  novel boolean not null default false, -- it pays where the customer was never paid before
  day numeric not null, -- with all else of that operator, infinite where nobody knows
  persons smallint not null check (persons in (2, 3)),
  ready_at timestamptz,
  at timestamptz not null,
  until timestamptz not null default 'infinity', -- it counts as long as it may be done, and for a day then
  primary key (kind, case_id)
);
create index case_weights_of_operator on case_weights (operator_id, until);

-- Who has seconded a case, between who approved it and who ends it.
create table case_seconds (
  kind text not null check (kind in ('deposits', 'withdrawals', 'loans')),
  case_id bigint not null,
  operator_id bigint not null references operators,
  at timestamptz not null,
  primary key (kind, case_id)
);
insert into case_seconds select 'withdrawals', withdrawal_id, operator_id, at from withdrawal_seconds;
drop table withdrawal_seconds;

-- Whether a withdrawal goes to where its customer was never paid before.
create function pays_anew(p_withdrawal bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
    select from withdrawals w where w.id = p_withdrawal and not exists (
      select from withdrawals o join withdrawal_methods m on m.id = o.method_id join withdrawal_methods own on own.id = w.method_id
      where o.user_id = w.user_id and o.status = 'completed' and (m.id = own.id or m.address = own.address)
    )
  )
$$;

-- What had been approved before counts, too.
insert into case_weights (kind, case_id, operator_id, weight, novel, day, persons, at)
select kind, id, approved_by, weight, kind = 'withdrawals' and pays_anew(id), coalesce(weight, 'infinity'),
  case when exists (select from case_seconds s where (s.kind, s.case_id) = (c.kind, c.id)) then 3 else 2 end, now()
from (
  select 'withdrawals' as kind, id, approved_by, value as weight from withdrawals where status = 'approved'
  union all
  select 'loans', id, approved_by, principal from loans where status = 'pendingReview' and approved_by is not null
  union all
  select 'deposits', id, approved_by, case when coin = 'USDT' then amount end from deposits d
  where status = 'approved' and not exists (select from chain_payments p where p.deposit_id = d.id)
) c;

alter table proposals
  add column day numeric, -- what it weighs with all else of its proposer, infinite where nobody knows; null of what moves no money
  add column weighed_at timestamptz;
-- As it stands of those that wait: an update would be a change. By what they weigh themselves.
alter table proposals disable trigger decided_once;
alter table proposals disable trigger acts_in_own_name;
update proposals set day = coalesce(weight, 'infinity'), weighed_at = created_at
where status = 'waiting' and (weight is not null or persons = 3);
alter table proposals enable trigger decided_once;
alter table proposals enable trigger acts_in_own_name;

-- Of a batch, what its proposer has approved one by one and counts already.
create function weighed_already(p_kind text, p_payload jsonb, p_operator bigint) returns numeric
language sql stable set search_path = public, pg_temp as $$
  select case when p_kind <> 'payout.batch' then 0 else (
    select coalesce(sum(c.weight), 0) from withdrawals w join case_weights c on c.kind = 'withdrawals' and c.case_id = w.id
    where c.operator_id = p_operator and w.withdrawal_no in (select jsonb_array_elements_text(p_payload -> 'cases'))
  ) end
$$;

-- What an act of this weight is together with all of the same operator that may still be done or was within 24 hours: nothing is gained by
-- splitting, nor by letting it lie, nor by taking another kind. Of two at once the second counts the first.
create function risk_day(p_operator bigint, p_weight numeric, p_at timestamptz, p_kind text, p_payload jsonb) returns numeric
language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(p_operator::text, 4127103));
  return p_weight - weighed_already(p_kind, p_payload, p_operator) + coalesce((
    select sum(p.weight - weighed_already(p.kind, p.payload, p_operator)) from proposals p
    where p.proposed_by = p_operator and p.weight is not null
      and (p.status = 'waiting' and p.expires_at > p_at or p.status = 'approved' and p.decided_at > p_at - interval '24 hours')
  ), 0) + coalesce((
    select sum(c.weight) from case_weights c where c.operator_id = p_operator and c.until > p_at - interval '24 hours'
  ), 0);
end $$;

-- What a proposal moves at least, whatever is said of it; null of what moves no real money. What is of coins is weighed by whoever knows prices.
create function weight_at_least(p_kind text, p_payload jsonb) returns numeric
language sql stable set search_path = public, pg_temp as $$
  select case
    when p_kind = 'ledger.correction' and p_payload ->> 'book' = 'real' then (
      select coalesce(sum(ledger_units_of(t ->> 'amount', 'USDT')) filter (where t ->> 'asset' = 'USDT'), 0)
      from jsonb_array_elements(p_payload -> 'transfers') t)
    when p_kind = 'treasury.move' and p_payload ->> 'book' = 'real' then
      case when coalesce(p_payload ->> 'asset', 'USDT') = 'USDT' then ledger_units_of(p_payload ->> 'amount', 'USDT') else 0 end
    when p_kind = 'charity.pay' then ledger_units_of(p_payload ->> 'amount', 'USDT')
    when p_kind = 'payout.batch' then (
      select coalesce(sum(w.value), 0) from withdrawals w
      where w.withdrawal_no in (select jsonb_array_elements_text(p_payload -> 'cases')))
  end
$$;

-- What a case asks for now: what it did when it was approved, or what is asked today, whichever is stricter. Before that, as it would be.
create function case_asks(p_kind text, p_case bigint, p_weight numeric, out persons smallint, out ready_at timestamptz)
language sql stable set search_path = public, pg_temp as $$
  select greatest(c.persons, a.persons)::smallint, case when c.kind is not null then greatest(c.ready_at, a.ready_at) end
  from (select) one
  left join case_weights c on c.kind = p_kind and c.case_id = p_case
  cross join lateral risk_asks(coalesce(c.day, p_weight), coalesce(c.novel, p_kind = 'withdrawals' and pays_anew(p_case)), false, c.at) a
$$;

-- What a proposal asks for by the terms of now: a batch what the strictest of its cases does.
create function terms_ask(
  p_kind text, p_payload jsonb, p_day numeric, p_at timestamptz, out persons smallint, out ready_at timestamptz
) language sql stable set search_path = public, pg_temp as $$
  select max(a.persons)::smallint, max(a.ready_at) from (
    select r.persons, r.ready_at from risk_asks(p_day, false, loosens_terms(p_kind, p_payload), p_at) r
    union all
    select c.persons, c.ready_at from withdrawals w cross join lateral case_asks('withdrawals', w.id, w.value) c
    where p_kind = 'payout.batch' and w.withdrawal_no in (select jsonb_array_elements_text(p_payload -> 'cases'))
  ) a
$$;

create function proposals_weighed() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  asked record;
begin
  new.weighed_at := asked_at(new.created_at);
  if new.day is distinct from 'infinity' then
    new.weight := greatest(new.weight, weight_at_least(new.kind, new.payload));
    new.day := risk_day(new.proposed_by, new.weight, new.created_at, new.kind, new.payload);
  end if;
  if exists (select from risk_terms() t where t.day_max > 0 and new.day > t.day_max) then
    raise exception 'beyond what one operator may move in a day' using errcode = 'check_violation';
  end if;
  asked := terms_ask(new.kind, new.payload, new.day, new.weighed_at);
  new.persons := greatest(new.persons, asked.persons);
  new.ready_at := greatest(new.ready_at, asked.ready_at);
  return new;
end $$;
create trigger weighed before insert on proposals for each row execute function proposals_weighed();

-- What a proposal asks for now: what it did when it was made, or what is asked today, whichever is stricter.
create function proposal_asks(p_of proposals, out persons smallint, out ready_at timestamptz)
language sql stable set search_path = public, pg_temp as $$
  select greatest(p_of.persons, a.persons)::smallint, greatest(p_of.ready_at, a.ready_at)
  from terms_ask(p_of.kind, p_of.payload, p_of.day, coalesce(p_of.weighed_at, p_of.created_at)) a
$$;

-- Refuses what fewer persons agree on than are asked for, or such as were let in a moment ago, and what has not waited.
create function refuse_below(p_asked smallint, p_ready timestamptz, p_persons bigint[], p_at timestamptz) returns void
language plpgsql stable set search_path = public, pg_temp as $$
declare
  who constant bigint[] := array(select distinct one from unnest(p_persons) one where one is not null);
begin
  if p_asked = 3 and cardinality(who) < 3 then
    raise exception 'three_persons: this needs a third person' using errcode = 'check_violation';
  end if;
  if p_asked = 3 and (select count(*) from unnest(who) one where coalesce(operator_counts_from(one), '-infinity') <= p_at) < 3 then
    raise exception 'three_persons: one of them does not count yet' using errcode = 'check_violation';
  end if;
  if p_at < p_ready then
    raise exception 'waits_first: this waits until %', p_ready using errcode = 'check_violation';
  end if;
end $$;

-- As before, and of what was weighed.
create or replace function proposals_refuse_change() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.status <> 'waiting'
    or (new.status = 'waiting' and (old.seconded_by is not null or new.seconded_by is null))
    or (new.status <> 'waiting' and row(new.seconded_by, new.seconded_at) is distinct from row(old.seconded_by, old.seconded_at))
    or row(new.id, new.kind, new.subject, new.payload, new.reason, new.proposed_by, new.created_at, new.expires_at, new.weight,
        new.persons, new.ready_at, new.day, new.weighed_at)
      is distinct from row(old.id, old.kind, old.subject, old.payload, old.reason, old.proposed_by, old.created_at, old.expires_at,
        old.weight, old.persons, old.ready_at, old.day, old.weighed_at)
  then
    raise exception 'a proposal is decided once and not changed' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create function proposals_judged() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  asked record;
begin
  asked := proposal_asks(old);
  if new.status = 'waiting' then
    new.persons := asked.persons;
    new.ready_at := asked.ready_at;
  elsif new.status = 'approved' then
    perform refuse_below(asked.persons, asked.ready_at, array[new.proposed_by, new.seconded_by, new.decided_by], done_at(new.decided_at));
  end if;
  return new;
end $$;
create trigger judged before update on proposals for each row execute function proposals_judged();
