-- Pages that an operator publishes: company, policy, other, FAQ, notices, news (types 1 to 6).
create table contents (
  id bigint generated always as identity primary key,
  type smallint not null check (type between 1 and 6),
  published_at timestamptz -- null while it is a draft
);

create table content_texts (
  content_id bigint not null references contents (id),
  language text not null check (language in ('zh', 'en', 'ja', 'ko', 'de', 'fr', 'it', 'es', 'ar', 'hk')),
  title text not null check (length(title) between 1 and 200),
  body text not null check (length(body) <= 200000), -- Markdown
  primary key (content_id, language)
);
