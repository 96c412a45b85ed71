-- Persons behind accounts. What a case tells of its person is kept beside it as keyed hashes too: of kind and number of
-- its document, and of name and birth date. Whoever reads the tables learns nobody's name, and who comes twice is seen.
create table identity_marks (
  case_id bigint primary key references kyc_cases,
  document bytea check (octet_length(document) = 32), -- null where no number was told
  name bytea not null check (octet_length(name) = 32)
);
create index identity_marks_by_document on identity_marks (document) where document is not null;
create index identity_marks_by_name on identity_marks (name);

-- Somebody verified. A document proves one person, and a person may have several accounts: a reviewer has said so.
create table persons (
  id bigint generated always as identity primary key,
  verified_at timestamptz not null -- wall clock
);
create table person_documents (
  document bytea primary key check (octet_length(document) = 32),
  person_id bigint not null references persons
);
alter table users add column person_id bigint references persons;
create index users_of_person on users (person_id) where person_id is not null;

create function person_is_found_once() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'user % is person % and stays so', old.id, old.person_id using errcode = 'check_violation';
end $$;
create trigger person_is_found_once before update of person_id on users
  for each row when (old.person_id is distinct from new.person_id and old.person_id is not null)
  execute function person_is_found_once();
