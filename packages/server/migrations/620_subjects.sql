-- What a notice or a piece of news is about: codes of instruments, or whole classes of them in small letters. It is shown with them.
alter table contents
  add column subjects text[] not null default '{}'
    check (cardinality(subjects) <= 20 and array_position(subjects, null) is null);
create index contents_by_subject on contents using gin (subjects);
