-- Answers of calls that moved something, by the caller's own key: a repeat gets the first answer again.
create table idempotency (
  scope text not null, -- user, book and path
  key text not null,
  body_hash bytea not null,
  answer jsonb, -- null only inside the transaction that is still working on it
  created_at timestamptz not null default clock_timestamp(),
  primary key (scope, key)
);
create index idempotency_by_age on idempotency (created_at);

-- Settings that operators may change and, where public, everybody may read.
create table parameters (
  key text primary key check (key ~ '^[a-z0-9_]{1,64}$'),
  value text not null,
  public boolean not null default false
);
insert into parameters (key, value, public) values
  ('down_url', '/', true),
  ('live_room_url', '/service.html?language=en', true),
  ('demo_initial_balance', '100000', true);

-- Mails of a sandbox, shown at /sandbox/outbox instead of being sent.
create table outbox (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null default clock_timestamp()
);
