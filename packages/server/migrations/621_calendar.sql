-- Events of the economy as operators enter or import them, each with its source; one that was wrong is taken back and stays.
create table calendar_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'), -- whose economy it is about
  kind text not null check (kind ~ '^[a-zA-Z]{1,20}$'),
  title text not null check (length(title) <= 120), -- in the words of its source; empty where the kind says it all
  importance smallint not null check (importance between 1 and 3),
  previous text not null default '' check (length(previous) <= 24), -- figures as their source writes them; empty while unknown
  forecast text not null default '' check (length(forecast) <= 24),
  actual text not null default '' check (length(actual) <= 24),
  source text not null check (length(source) between 1 and 120),
  written_by bigint not null references operators,
  written_at timestamptz not null,
  removed_at timestamptz
);
-- An event that is imported again is the same one.
create unique index calendar_events_once on calendar_events (at, currency, kind, title) where removed_at is null;
