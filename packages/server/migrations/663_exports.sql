-- Whole lists that operators take away, written down part by part: whoever goes on begins behind the last part that is there. Sealed, since
-- lists tell of customers, and gone after a day.
create table exports (
  id bigint generated always as identity primary key,
  operator_id bigint not null references operators,
  list text not null check (length(list) <= 60),
  filters jsonb not null,
  status text not null default 'working' check (status in ('working', 'done', 'failed')),
  next_cursor text, -- where the next part begins; null before the first
  lines bigint not null default 0 check (lines >= 0),
  bytes bigint not null default 0 check (bytes >= 0),
  begun_at timestamptz not null,
  ended_at timestamptz,
  kept_until timestamptz not null check (kept_until > begun_at),
  taken_until timestamptz, -- somebody writes it until then, and says so again with each part
  constraint ended_once check ((ended_at is null) = (status = 'working'))
);
create index exports_of_operator on exports (operator_id, id desc);
create index exports_to_write on exports (id) where status = 'working';

create table export_parts (
  export_id bigint not null references exports on delete cascade,
  number integer not null,
  sealed bytea not null,
  primary key (export_id, number)
);

-- A picture that was seen in one case was not seen in another.
alter table image_views add column case_no text check (length(case_no) <= 40);
