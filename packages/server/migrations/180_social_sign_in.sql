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
