-- What needs a second person. A proposal is done in the transaction that approves it.
create table proposals (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z]+(\.[a-zA-Z]+)+$' and length(kind) <= 64),
  subject text not null check (length(subject) between 1 and 120),
  payload jsonb not null,
  reason text not null check (length(reason) between 10 and 500),
  status text not null default 'waiting' check (status in ('waiting', 'approved', 'rejected', 'withdrawn', 'failed')),
  proposed_by bigint not null references operators (id),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  decided_by bigint references operators (id),
  decided_at timestamptz,
  note text check (length(note) <= 500),
  failure text,
  constraint two_persons check (status not in ('approved', 'rejected', 'failed') or decided_by <> proposed_by),
  constraint own_withdrawal check (status <> 'withdrawn' or decided_by = proposed_by),
  constraint decided_once check (num_nonnulls(decided_by, decided_at) = case status when 'waiting' then 0 else 2 end),
  constraint failures_say_why check ((failure is not null) = (status = 'failed'))
);
create index proposals_by_subject on proposals (kind, subject, id);
create index proposals_waiting on proposals (created_at) where status = 'waiting';

-- What was proposed is what is approved, and a decision stands.
create function proposals_refuse_change() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.status <> 'waiting' or new.status = 'waiting'
    or row(new.id, new.kind, new.subject, new.payload, new.reason, new.proposed_by, new.created_at, new.expires_at)
      is distinct from row(old.id, old.kind, old.subject, old.payload, old.reason, old.proposed_by, old.created_at, old.expires_at)
  then
    raise exception 'a proposal is decided once and not changed' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger decided_once before update or delete on proposals for each row execute function proposals_refuse_change();

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
