-- Whose a deposit is, is told by the address that it reaches: every customer has own ones, drawn from an extended public key
-- of the chain. No private key is ever here.
create table receive_keys (
  id bigint generated always as identity primary key,
  chain text not null check (chain in ('bitcoin', 'ethereum', 'tron')),
  key text not null unique check (key ~ '^xpub[1-9A-HJ-NP-Za-km-z]{100,112}$'),
  proposal_id bigint unique references proposals, -- by whom; null for a sample
  next_position bigint not null default 0 check (next_position between 0 and 2147483648),
  created_at timestamptz not null default clock_timestamp()
);
-- A sandbox makes up one per chain, once.
create unique index one_sample_per_chain on receive_keys (chain) where proposal_id is null;

-- Once shown, an address is its customer's for good, also when the chain gets another key.
create table receive_addresses (
  key_id bigint not null references receive_keys,
  position bigint not null check (position >= 0),
  user_id bigint not null references users,
  chain text not null check (chain in ('bitcoin', 'ethereum', 'tron')),
  address text not null unique check (length(address) between 20 and 128),
  created_at timestamptz not null default clock_timestamp(),
  primary key (key_id, position),
  constraint one_address_per_customer_and_key unique (user_id, key_id)
);

create function receive_addresses_stay() returns trigger language plpgsql as $$
begin
  raise exception 'an address that was shown stays its customer''s';
end $$;
create trigger stay before update or delete on receive_addresses for each row execute function receive_addresses_stay();

-- The key in force is the last one.
create function receive_keys_shown()
returns table (id bigint, chain text, key text, sample boolean, drawn bigint, created_at timestamptz)
language sql stable security definer set search_path from current as $$
  select distinct on (k.chain) k.id, k.chain, k.key, k.proposal_id is null, k.next_position, k.created_at
  from receive_keys k order by k.chain, k.id desc
$$;

-- Whether it is, or was, a key of any chain.
create function receive_key_known(asked text) returns boolean
language sql stable security definer set search_path from current as $$
  select exists (select from receive_keys where key = asked)
$$;

-- The key comes from the proposal that two persons have agreed on, and from nowhere else.
create function receive_key_take(agreed bigint) returns void
language plpgsql security definer set search_path from current as $$
begin
  insert into receive_keys (chain, key, proposal_id)
  select p.payload ->> 'chain', p.payload ->> 'key', p.id from proposals p
  where p.id = agreed and p.kind = 'network.receiveKey' and p.status = 'waiting';
  if not found then raise exception 'no proposal % waits for a receive key', agreed; end if;
end $$;

-- A sandbox's own: what is sent to its addresses nobody can spend.
create function receive_key_sample(asked text, made text) returns void
language plpgsql security definer set search_path from current as $$
begin
  if exists (select from installation where mode = 'live') then raise exception 'live mode has no sample keys'; end if;
  if exists (select from receive_keys where chain = asked) then return; end if;
  insert into receive_keys (chain, key) values (asked, made) on conflict do nothing;
end $$;

-- The next position of the chain's key. Whoever asks has it until the transaction ends: positions are taken without gaps.
create function receive_position(asked text) returns table (id bigint, key text, sample boolean, "position" bigint)
language plpgsql security definer set search_path from current as $$
begin
  return query
    select k.id, k.key, k.proposal_id is null, k.next_position from receive_keys k
    where k.chain = asked order by k.id desc limit 1 for update;
end $$;

create function receive_address_keep(owner bigint, from_key bigint, at_position bigint, drawn text) returns void
language plpgsql security definer set search_path from current as $$
begin
  update receive_keys set next_position = at_position + 1 where id = from_key and next_position = at_position;
  if not found then raise exception 'position % of key % is not the next one', at_position, from_key; end if;
  insert into receive_addresses (key_id, position, user_id, chain, address)
  select id, at_position, owner, chain, drawn from receive_keys where id = from_key;
end $$;

do $$
declare
  one regprocedure;
begin
  for one in select p.oid from pg_proc p
    where p.pronamespace = current_schema::regnamespace and p.proname in
      ('receive_keys_shown', 'receive_key_known', 'receive_key_take', 'receive_key_sample', 'receive_position', 'receive_address_keep')
  loop
    execute format('alter function %s set search_path = %s, pg_temp', one, current_setting('search_path'));
  end loop;
  if exists (select from pg_roles where rolname = 'assay_application') then
    revoke all on receive_keys from assay_application;
    revoke insert, update, delete on receive_addresses from assay_application;
  end if;
end $$;

-- One address for everybody is none: whoever reported a transaction first would have been believed.
alter table networks add column deposits boolean not null default true; -- whether any are taken
alter table networks drop column address, drop column sample;

-- One transaction may pay many customers, each at an own address; each of them is credited once.
drop index one_deposit_per_transaction;
create unique index one_deposit_per_transaction on deposits (chain, hash, user_id) where status not in ('rejected', 'failed');
create index deposits_of_transaction on deposits (chain, hash);
