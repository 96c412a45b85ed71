-- What moves much is approved by a second and then a third person, or waits first, as operators have set it; what an act weighs is written
-- down with it, in millionths of USDT. Nothing of this is on until two set it.
insert into parameters (key, value, public) values
  ('third_person_above', '0', false), ('wait_above', '0', false), ('wait_hours', '24', false), ('operator_day_max', '0', false)
on conflict (key) do nothing;

alter table proposals
  add column weight numeric(38, 0) check (weight >= 0), -- null of what moves no money, and where nobody knows what it is worth
  add column persons smallint not null default 2 check (persons in (2, 3)),
  add column ready_at timestamptz, -- before that nobody approves it for good
  add column seconded_by bigint references operators (id),
  add column seconded_at timestamptz,
  add constraint seconded_once check (num_nonnulls(seconded_by, seconded_at) in (0, 2) and (seconded_by is null or persons = 3)),
  add constraint another_seconds check (seconded_by <> proposed_by),
  add constraint three_persons check (persons = 2 or status not in ('approved', 'failed') or (seconded_by is not null and seconded_by <> decided_by)),
  add constraint waits_first check (status <> 'approved' or ready_at is null or decided_at >= ready_at);

-- What was proposed is what is approved, and a decision stands; as long as it waits, somebody may second it, once.
create or replace function proposals_refuse_change() returns trigger
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

drop trigger acts_in_own_name on proposals;
create trigger acts_in_own_name before insert or update on proposals
  for each row execute function acts_in_own_name('proposed_by', 'decided_by', 'seconded_by');

-- What one operator has proposed within a day.
create index proposals_of_operator on proposals (proposed_by, created_at) where weight is not null;

-- Who has seconded the payment of a single withdrawal, between who approved it and who pays it.
create table withdrawal_seconds (
  withdrawal_id bigint primary key references withdrawals,
  operator_id bigint not null references operators,
  at timestamptz not null
);
create trigger acts_in_own_name before insert or update on withdrawal_seconds
  for each row execute function acts_in_own_name('operator_id');
