-- What protects an account beside its password, and what signs in without one.

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

-- Sign-ins by Google or a wallet. Each belongs to one account, which its owner has linked; never by a mail address alone.
create table linked_sign_ins (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  kind text not null check (kind in ('google', 'wallet')),
  issuer text not null, -- of OpenID Connect; eip155 for a wallet
  subject text not null, -- the issuer's own number of the person; the address in small letters
  label text not null, -- what its owner knows it by
  created_at timestamptz not null,
  unique (kind, issuer, subject)
);
create index linked_sign_ins_of_user on linked_sign_ins (user_id);

-- What has been shown about somebody who is not signed in yet. Spent once; only a hash is stored.
create table sign_in_tickets (
  hash bytea primary key check (octet_length(hash) = 32),
  kind text not null check (kind in ('google', 'wallet')),
  issuer text not null,
  subject text not null,
  label text not null,
  expires_at timestamptz not null
);
create index sign_in_tickets_by_end on sign_in_tickets (expires_at);

create table wallet_nonces (
  nonce text primary key check (nonce ~ '^[A-Za-z0-9]{32}$'),
  expires_at timestamptz not null
);
create index wallet_nonces_by_end on wallet_nonces (expires_at);

-- Passkeys (WebAuthn): each signs in to one account by itself. Only public keys are stored.
create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  credential_id text not null unique check (char_length(credential_id) between 1 and 1400), -- base64url
  public_key bytea not null check (octet_length(public_key) between 1 and 2048), -- COSE
  counter bigint not null check (counter >= 0), -- uses as the device counts them; 0 for ever where it does not
  transports text[] not null,
  name text not null check (char_length(name) between 1 and 40), -- given by its owner
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_of_user on passkeys (user_id);

-- What a passkey has to sign. Used up by the first answer, right or wrong; only a hash is stored.
create table passkey_challenges (
  hash bytea primary key check (octet_length(hash) = 32),
  user_id bigint references users, -- whose passkey it is to register; null to sign in
  expires_at timestamptz not null
);
create index passkey_challenges_by_end on passkey_challenges (expires_at);

-- Keys with which customers' own programs sign requests. What a key may do is said when it is made, and never changed: whoever
-- wants another makes another.
create table api_keys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  public_id text not null unique check (public_id ~ '^ak_[A-Za-z0-9_-]{16}$'),
  name text not null check (char_length(name) between 1 and 40), -- given by its owner
  right_to text not null check (right_to in ('read', 'trade')),
  book text not null check (book in ('demo', 'real', 'both')),
  networks text[] not null check (cardinality(networks) <= 20), -- addresses and networks; none for all
  sealed_secret bytea, -- of HMAC-SHA256, under a key of the installation's root
  public_key bytea, -- of Ed25519, as SubjectPublicKeyInfo
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at and expires_at <= created_at + interval '365 days'),
  revoked_at timestamptz,
  last_used_at timestamptz,
  last_network text,
  wrong_signatures integer not null default 0,
  wrong_at timestamptz,
  -- What nobody can use any more is not kept.
  constraint signs_by_one_thing check (
    case when revoked_at is null then num_nonnulls(sealed_secret, public_key) = 1 else sealed_secret is null end),
  constraint trades_from_anywhere_for_a_while check (
    right_to = 'read' or cardinality(networks) > 0 or expires_at <= created_at + interval '90 days')
);
create index api_keys_of_user on api_keys (user_id, id);
create trigger refuse_closed before insert on api_keys for each row execute function refuse_closed();

create function keep_api_key_terms() returns trigger
language plpgsql as $$
begin
  if (new.user_id, new.public_id, new.right_to, new.book, new.networks, new.created_at, new.expires_at)
     is distinct from (old.user_id, old.public_id, old.right_to, old.book, old.networks, old.created_at, old.expires_at)
     or (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at) then
    raise exception 'the terms of an API key never change, and a revoked one stays so';
  end if;
  return new;
end $$;
create trigger keep_terms before update on api_keys for each row execute function keep_api_key_terms();

-- What keys were used for.
create table api_key_uses (
  key_id bigint not null references api_keys on delete cascade,
  day date not null, -- UTC, wall time
  call text not null,
  network text not null,
  calls bigint not null check (calls > 0),
  refused bigint not null check (refused between 0 and calls), -- by the key's rights, or too often
  last_at timestamptz not null,
  primary key (key_id, day, call, network)
);
