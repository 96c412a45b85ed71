-- Notices that operators publish are told to everybody, a thousand people at a time; null in both: nothing to tell.
alter table contents
  add column announcing boolean not null default false,
  add column announced_to bigint not null default 0; -- the user told last, by id

create index contents_to_announce on contents (id) where announcing;
