-- Contents that the product brings, each found by its slug; every text that was ever saved, for good; what is shown of them.
alter table contents
  add column slug text unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 64), -- null for what operators write
  add column topic text check (topic ~ '^[a-z]{1,20}$'), -- a group within its type
  add column place smallint not null default 0; -- in lists; equal ones stand newest first

-- A draft is the newest version; `content_texts` has a copy of the version that is shown.
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

alter table content_texts add column version integer;

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

-- Where the links of the navigation lead until an operator says otherwise.
update parameters set value = '/help#app' where key = 'down_url' and value = '/';
update parameters set value = '/help#guides' where key = 'live_room_url' and value = '/service.html?language=en';
