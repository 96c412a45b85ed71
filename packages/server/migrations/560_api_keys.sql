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
