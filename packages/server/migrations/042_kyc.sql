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

-- What was handed in never changes, a decision is made once, and no case is deleted. Once the account of its owner is closed it loses what
-- names somebody, and that alone.
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
create trigger kyc_cases_guard_delete before delete on kyc_cases for each row execute function kyc_cases_guard();
create trigger kyc_cases_guard before update on kyc_cases for each row
  when (not (new.sealed_person = '' and erases_only(to_jsonb(old), to_jsonb(new), array['sealed_person'])))
  execute function kyc_cases_guard();
create trigger erase_closed_only before update of sealed_person on kyc_cases for each row
  when (new.sealed_person <> old.sealed_person) execute function erase_closed_only();
create trigger refuse_kept before update of sealed_person on kyc_cases for each row
  when (new.sealed_person <> old.sealed_person) execute function refuse_kept();
create trigger acts_in_own_name before insert or update on kyc_cases for each row execute function acts_in_own_name('decided_by');
create trigger refuse_closed before insert on kyc_cases for each row execute function refuse_closed();

insert into parameters (key, value, public) values ('kyc_hours', '48', true);

-- A user's status is that of the newest case, which an operator who is present has decided. Higher limits, loans and rewards are given by
-- it: nothing else writes it, but the owner of the tables, for samples and by hand.
create function kyc_cases_tell_user() returns trigger
language plpgsql set search_path = "$user", public, pg_temp as $$
begin
  update users set kyc_status = new.status where id = new.user_id;
  return null;
end $$;
create trigger kyc_cases_tell_user after insert or update of status on kyc_cases
  for each row execute function kyc_cases_tell_user();

create function kyc_status_guard() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if new.kyc_status <> coalesce((select c.status from kyc_cases c where c.user_id = new.id order by c.id desc limit 1), 'notVerified')
    and not pg_has_role(current_user, (select c.relowner from pg_class c where c.oid = tg_relid), 'member') then
    raise exception 'the status of user % is that of the newest case', new.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger kyc_status_guard before insert on users
  for each row when (new.kyc_status <> 'notVerified') execute function kyc_status_guard();
create trigger kyc_status_guard_update before update on users
  for each row when (new.kyc_status <> old.kyc_status) execute function kyc_status_guard();

-- One reviewer verifies; another looks at it a second time, or nobody objects in time. Until then the limits stay those of whoever is
-- not verified. Times are wall clock, as in all of what identifications are.
create table identity_second_looks (
  case_id bigint primary key references kyc_cases,
  counts_from timestamptz not null, -- without anybody's second look
  looked_by bigint references operators,
  looked_at timestamptz,
  objected boolean not null default false,
  constraint looked_by_somebody check ((looked_by is null) = (looked_at is null)),
  constraint objected_by_somebody check (not objected or looked_by is not null)
);
create index identity_second_looks_open on identity_second_looks (case_id) where looked_by is null or objected;
create trigger acts_in_own_name before insert or update on identity_second_looks
  for each row execute function acts_in_own_name('looked_by');

-- A second look begins with the verification that it is of, whoever writes that and however: the application neither begins one nor says
-- how long others may object. That is counted from when it is written, if it says to have been decided before. In a sandbox a minute is a day.
create function second_look_counts_from(p_decided_at timestamptz) returns timestamptz
language sql stable set search_path = public, pg_temp as $$
  select greatest(p_decided_at, statement_timestamp())
    + case when exists (select from installation where mode = 'sandbox') then interval '1 minute' else interval '1 day' end
$$;

create function begin_second_look() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into identity_second_looks (case_id, counts_from) values (new.id, second_look_counts_from(new.decided_at));
  return null;
end $$;
create trigger begin_second_look after insert on kyc_cases
  for each row when (new.status = 'verified') execute function begin_second_look();
create trigger begin_second_look_when_decided after update on kyc_cases
  for each row when (new.status = 'verified' and old.status <> 'verified') execute function begin_second_look();

-- By another than who decided, and never taken back to nobody; an objection is made and taken back by whoever is present.
create function second_looks_guard() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.looked_by is not null or new.objected
      or new.counts_from < (select second_look_counts_from(c.decided_at) from kyc_cases c where c.id = new.case_id) then
      raise exception 'a second look begins with what it is of' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' or new.case_id <> old.case_id or new.counts_from <> old.counts_from or new.looked_by is null then
    raise exception 'a second look is kept' using errcode = 'check_violation';
  end if;
  if new.looked_by = (select c.decided_by from kyc_cases c where c.id = new.case_id) then
    raise exception 'whoever has verified does not look a second time' using errcode = 'check_violation';
  end if;
  if new.looked_by is distinct from acting_operator()
    and not pg_has_role(current_user, (select c.relowner from pg_class c where c.oid = tg_relid), 'member') then
    raise exception 'looked_by of % is not who is present', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger second_looks_guard before insert or update or delete on identity_second_looks
  for each row execute function second_looks_guard();

-- Whether the limits of verified customers count for this one. A case that has no second look needs none.
create function has_higher_limits(p_user_id bigint, p_wall timestamptz) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select u.kyc_status = 'verified' and not exists (
    select from kyc_cases c join identity_second_looks l on l.case_id = c.id
    where c.user_id = u.id and c.status = 'verified' and (l.objected or (l.looked_by is null and l.counts_from > p_wall)))
  from users u where u.id = p_user_id
$$;

-- Persons behind accounts. What a case tells of its person is kept beside it as keyed hashes too: of kind and number of
-- its document, and of name and birth date. Whoever reads the tables learns nobody's name, and who comes twice is seen.
create table identity_marks (
  case_id bigint primary key references kyc_cases,
  document bytea check (octet_length(document) = 32), -- null where no number was told
  name bytea not null check (octet_length(name) = 32)
);
create index identity_marks_by_document on identity_marks (document) where document is not null;
create index identity_marks_by_name on identity_marks (name);

create table person_documents (
  document bytea primary key check (octet_length(document) = 32),
  person_id bigint not null references persons
);

-- By what somebody is found to come twice is written once and never changed. What is known of whoever has closed their account goes
-- when its time is over, and not before: who could delete a mark would be a new person.
create function forget_marks(forgotten bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from users where id = forgotten and closed_at is not null)
    or exists (select from retentions where user_id = forgotten) then
    raise exception 'by what user % is found again is kept', forgotten using errcode = 'insufficient_privilege';
  end if;
  delete from identity_marks where case_id in (select id from kyc_cases where user_id = forgotten);
  delete from person_documents where person_id = (
    select person_id from users u where u.id = forgotten and not exists (
      select from users other left join retentions r on r.user_id = other.id
      where other.person_id = u.person_id and (other.closed_at is null or r.user_id is not null)));
end $$;

create function refuse_other_marks() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception '% never change', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger stays before update or truncate on identity_marks for each statement execute function refuse_other_marks();
create trigger stays before update or truncate on person_documents for each statement execute function refuse_other_marks();
create trigger stays before update or delete or truncate on persons for each statement execute function refuse_other_marks();

-- How a desk finds what a customer can name. What is sealed is found by keyed hashes of its words, under a key of their own that
-- is another with every replacement of the secret: whoever reads the tables learns no word, and who knows a word finds its cases.
create table search_keys (
  id integer generated always as identity primary key,
  made_at timestamptz not null default clock_timestamp() -- wall clock
);
insert into search_keys default values;

create table search_marks (
  mark bytea not null check (octet_length(mark) = 16),
  case_id bigint not null references kyc_cases,
  key_id integer not null references search_keys,
  primary key (mark, case_id)
);
create index search_marks_of_case on search_marks (case_id, key_id);

-- An account that is erased is found by no word any more; whoever writes the marks of one waits for the erasure, and is refused.
create function search_marks_of_the_open() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  perform from users u where u.id = (select user_id from kyc_cases where id = new.case_id) and u.closed_at is null for share;
  if not found then
    raise exception 'case % is of a closed account: it is found by no word', new.case_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger of_the_open before insert or update on search_marks for each row execute function search_marks_of_the_open();
