-- People, their sessions, the codes mailed to them, and how often somebody tried.
create table users (
  id bigint generated always as identity primary key,
  user_name text not null check (user_name ~ '^[A-Za-z][A-Za-z0-9_]{3,19}$'),
  email text not null check (char_length(email) <= 254 and position('@' in email) > 1),
  password_hash text not null, -- argon2id with its parameters
  password_changed_at timestamptz not null,
  language text not null check (language in ('zh', 'en', 'ja', 'ko', 'de', 'fr', 'it', 'es', 'ar', 'hk')),
  kyc_status text not null default 'notVerified' check (kyc_status in ('notVerified', 'pendingReview', 'verified', 'failed')),
  invite_code text not null unique check (invite_code ~ '^[A-Z0-9]{10}$'),
  invited_by bigint references users (id) check (invited_by <> id), -- set once, at registration
  frozen boolean not null default false,
  created_at timestamptz not null
);
create unique index users_by_name on users (lower(user_name));
create unique index users_by_email on users (lower(email));
create index users_by_inviter on users (invited_by) where invited_by is not null;

-- A session that ends is deleted. The token itself is never stored.
create table sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  user_id bigint not null references users (id),
  network text not null, -- the address without its last part
  user_agent text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_by_user on sessions (user_id, last_used_at);
create index sessions_by_expiry on sessions (expires_at);

-- Only the newest code of an address and purpose counts.
create table mail_codes (
  id bigint generated always as identity primary key,
  email text not null check (email = lower(email)),
  purpose text not null check (purpose in ('register', 'reset', 'withdraw', 'email')),
  code_hash bytea not null check (octet_length(code_hash) = 32),
  tries_left smallint not null check (tries_left >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mail_codes_by_email on mail_codes (email, created_at desc);
create index mail_codes_by_age on mail_codes (created_at);

-- Counters with a window, shared by all processes.
create table attempts (
  key text primary key check (char_length(key) <= 200),
  count integer not null check (count >= 0),
  resets_at timestamptz not null
);
create index attempts_by_end on attempts (resets_at);
