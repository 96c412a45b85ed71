-- Pages: company, policy, other, FAQ, notices, news (types 1 to 6). Some come with the product, each found by its slug; operators write
-- others.
create table contents (
  id bigint generated always as identity primary key,
  type smallint not null check (type between 1 and 6),
  published_at timestamptz, -- null while it is a draft
  slug text unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 64), -- null for what operators write
  topic text check (topic ~ '^[a-z]{1,20}$'), -- a group within its type
  place smallint not null default 0, -- in lists; equal ones stand newest first
  -- What a notice or a piece of news is about: codes of instruments, or whole classes of them in small letters. It is shown with them.
  subjects text[] not null default '{}'
    check (cardinality(subjects) <= 20 and array_position(subjects, null) is null),
  -- Notices that operators publish are told to everybody, a thousand people at a time; null in both: nothing to tell.
  announcing boolean not null default false,
  announced_to bigint not null default 0 -- the user told last, by id
);
create index contents_to_announce on contents (id) where announcing;
create index contents_by_subject on contents using gin (subjects);

-- Every text that was ever saved, for good. A draft is the newest version; `content_texts` has a copy of the version that is shown.
create table content_versions (
  content_id bigint not null references contents (id),
  language text not null check (language in ('zh', 'en', 'ja', 'ko', 'de', 'fr', 'it', 'es', 'ar', 'hk')),
  version integer not null check (version > 0),
  title text not null check (length(title) between 1 and 200),
  body text not null check (length(body) <= 30000), -- Markdown
  written_by bigint references operators (id), -- the operator; null for what came with the product
  written_at timestamptz not null,
  primary key (content_id, language, version)
);

create table content_texts (
  content_id bigint not null references contents (id),
  language text not null check (language in ('zh', 'en', 'ja', 'ko', 'de', 'fr', 'it', 'es', 'ar', 'hk')),
  version integer,
  title text not null check (length(title) between 1 and 200),
  body text not null check (length(body) <= 200000), -- Markdown
  primary key (content_id, language)
);

create function content_versions_guard() returns trigger
language plpgsql as $$
begin
  raise exception 'what was written is kept for good' using errcode = 'insufficient_privilege';
end;
$$;
create trigger content_versions_kept
  before update or delete on content_versions
  for each row execute function content_versions_guard();
create trigger content_versions_not_truncated
  before truncate on content_versions
  for each statement execute function content_versions_guard();

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

-- Events that somebody wants to be told of some time before they happen. Whoever is told has none any more; an event that is taken back
-- before is told to nobody.
create table calendar_reminders (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  event_id bigint references calendar_events,
  action_id bigint references corporate_actions,
  code text not null, -- the instrument that it was asked for
  minutes integer not null check (minutes > 0), -- before it happens
  due_at timestamptz not null,
  created_at timestamptz not null,
  constraint reminder_of_one_thing check ((event_id is null) <> (action_id is null)),
  constraint one_reminder_per_event unique (user_id, event_id),
  constraint one_reminder_per_action unique (user_id, action_id)
);
create index calendar_reminders_due on calendar_reminders (due_at);
