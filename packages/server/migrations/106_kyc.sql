-- Who customers are: one case for each identification that was handed in. What a person says of themselves lies sealed with
-- the server's secret, and their pictures with keys of their own; nothing here names anybody.
create table kyc_cases (
  id bigint generated always as identity primary key,
  case_no text not null unique check (case_no ~ '^K[0-9]{6}-[0-9A-Z]{10}$'),
  user_id bigint not null references users,
  document_type text not null check (document_type in ('idCard', 'driverLicence', 'passport')),
  sealed_person bytea not null,
  front_id uuid not null references images,
  back_id uuid references images,
  holding_id uuid not null references images,
  signature_id uuid not null references images,
  kept text[] not null, -- fields that were taken over from the case before
  submitted_at timestamptz not null, -- wall clock, like all of this table
  due_at timestamptz not null check (due_at > submitted_at),

  status text not null default 'pendingReview' check (status in ('pendingReview', 'verified', 'failed')),
  rejected jsonb not null default '[]' check (jsonb_typeof(rejected) = 'array'),
  decided_at timestamptz,
  decided_by bigint references operators,

  constraint back_where_there_is_one check ((back_id is null) = (document_type = 'passport')),
  constraint decided_by_somebody check ((status = 'pendingReview') = (num_nonnulls(decided_at, decided_by) = 0)),
  constraint decided_whole check (num_nonnulls(decided_at, decided_by) <> 1),
  constraint failed_for_a_reason check ((status = 'failed') = (jsonb_array_length(rejected) > 0))
);
create unique index one_living_case_per_user on kyc_cases (user_id) where status in ('pendingReview', 'verified');
create index kyc_cases_of_user on kyc_cases (user_id, id desc);
create index kyc_cases_waiting on kyc_cases (id) where status = 'pendingReview';
create index kyc_cases_by_status on kyc_cases (status, id desc);

-- What was handed in never changes, a decision is made once, and no case is deleted.
create function kyc_cases_guard() returns trigger
language plpgsql as $$
declare
  decision constant text[] := array['status', 'rejected', 'decided_at', 'decided_by'];
begin
  if tg_op = 'DELETE' then
    raise exception 'identifications are kept' using errcode = 'insufficient_privilege';
  end if;
  if old.status <> 'pendingReview' or new.status = 'pendingReview' then
    raise exception 'case % is % and can''t become %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  if to_jsonb(new) - decision <> to_jsonb(old) - decision then
    raise exception 'what was handed in with case % is frozen', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger kyc_cases_guard before update or delete on kyc_cases for each row execute function kyc_cases_guard();

-- A user's status is that of the newest case; nothing else writes it.
create function kyc_cases_tell_user() returns trigger
language plpgsql as $$
begin
  update users set kyc_status = new.status where id = new.user_id;
  return null;
end $$;
create trigger kyc_cases_tell_user after insert or update of status on kyc_cases
  for each row execute function kyc_cases_tell_user();

insert into parameters (key, value, public) values ('kyc_hours', '48', true) on conflict (key) do nothing;
