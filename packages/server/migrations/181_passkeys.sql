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
