-- What protects an account beside its password.
alter table users
  -- Stands in every mail to the user, so that a forged one is known by its absence.
  add column mail_word text check (char_length(mail_word) between 2 and 30),
  -- Last change of the password or the authenticator; null while there was none.
  add column security_changed_at timestamptz;

-- Where a user has signed in from. A sign-in from elsewhere is told by mail.
create table known_devices (
  user_id bigint not null references users (id),
  device text not null, -- browser and system
  network text not null, -- the address without its last part
  seen_at timestamptz not null,
  primary key (user_id, device, network)
);
create index known_devices_by_age on known_devices (seen_at);

create table authenticators (
  user_id bigint primary key references users (id),
  sealed_secret bytea not null, -- AES-256-GCM
  created_at timestamptz not null,
  confirmed_at timestamptz, -- null while it is being set up: nothing is asked of it yet
  last_step bigint not null default 0 -- the newest time step whose code was used; no code of it or an older one counts
);

-- A code that is used is deleted.
create table recovery_codes (
  user_id bigint not null references authenticators (user_id) on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  primary key (user_id, code_hash)
);
