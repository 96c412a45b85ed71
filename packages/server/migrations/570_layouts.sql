-- How a person has set up the site: one text that the site writes and reads.
create table layouts (
  user_id bigint primary key references users,
  layout text not null check (length(layout) <= 32768),
  changed_at timestamptz not null default now()
);
