-- Operators of the console. They are no users: other names, other sessions, another port.
create table operators (
  id bigint generated always as identity primary key,
  name text not null check (name ~ '^[A-Za-z][A-Za-z0-9._-]{2,31}$'),
  roles text[] not null check (cardinality(roles) between 1 and 4 and roles <@ array['support', 'reviewer', 'finance', 'administrator']),
  password_hash text, -- argon2id with its parameters; null until a one-time password is issued
  one_time_until timestamptz, -- while set, the password opens nothing but the first sign-in
  sealed_secret bytea, -- of the authenticator, AES-256-GCM
  last_step bigint not null default 0, -- the newest time step whose code was used; no code of it or an older one counts
  enrolled_at timestamptz, -- since when they have a password and an authenticator of their own
  proposed_by bigint references operators (id), -- null of those whom the command line made
  created_at timestamptz not null,
  disabled_at timestamptz,
  constraint nobody_without_authenticator check (enrolled_at is null or num_nonnulls(password_hash, sealed_secret) = 2),
  constraint one_time_passwords_are_not_own check (enrolled_at is null or one_time_until is null)
);
create unique index operators_by_name on operators (lower(name));

-- A session that ends is deleted. The token itself is never stored.
create table operator_sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  operator_id bigint not null references operators (id),
  network text not null, -- the address without its last part
  user_agent text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null
);
create index operator_sessions_by_operator on operator_sessions (operator_id, last_used_at);

-- Who works on which case.
create table claims (
  kind text not null check (kind in ('deposits', 'withdrawals', 'kyc', 'loans', 'nfts', 'chats')),
  subject_id text not null check (length(subject_id) between 1 and 64),
  operator_id bigint not null references operators (id),
  claimed_at timestamptz not null,
  primary key (kind, subject_id)
);
