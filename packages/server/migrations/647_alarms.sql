-- What somebody must look at: raised once while it stands, told outside, and taken by whoever looks after it.
create table alarms (
  id bigint generated always as identity primary key,
  rule text not null check (length(rule) between 1 and 40),
  subject text not null check (length(subject) between 1 and 80),
  detail text not null check (length(detail) between 1 and 300),
  raised_at timestamptz not null, -- wall clock, as all times here
  told_at timestamptz, -- outside of the console
  tries integer not null default 0,
  taken_by bigint references operators,
  taken_at timestamptz,
  ended_at timestamptz, -- since when it is no more
  constraint taken_by_somebody check ((taken_by is null) = (taken_at is null))
);
create unique index alarms_standing on alarms (rule, subject) where ended_at is null;
create index alarms_untold on alarms (id) where told_at is null;
create trigger acts_in_own_name before insert or update on alarms for each row execute function acts_in_own_name('taken_by');
