-- What the chains have to do with customers: the addresses that they are paid at, and what the chains say of payments to these.

-- Whose a deposit is, is told by the address that it reaches: every customer has own ones, drawn from an extended public key
-- of the chain. One address for everybody is none: whoever reported a transaction first would be believed. No private key is ever here.
create table receive_keys (
  id bigint generated always as identity primary key,
  chain text not null check (chain in ('bitcoin', 'ethereum', 'tron', 'litecoin', 'bitcoincash', 'dash', 'bsc', 'avalanche')),
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
  chain text not null check (chain in ('bitcoin', 'ethereum', 'tron', 'litecoin', 'bitcoincash', 'dash', 'bsc', 'avalanche')),
  address text not null unique check (length(address) between 20 and 128),
  created_at timestamptz not null default clock_timestamp(),
  primary key (key_id, position),
  constraint one_address_per_customer_and_key unique (user_id, key_id)
);
create index receive_addresses_begun on receive_addresses (lower(address) text_pattern_ops);

create function receive_addresses_stay() returns trigger language plpgsql as $$
begin
  raise exception 'an address that was shown stays its customer''s';
end $$;
create trigger stay before update or delete on receive_addresses for each row execute function receive_addresses_stay();

-- The key in force is the last one.
create function receive_keys_shown()
returns table (id bigint, chain text, key text, sample boolean, drawn bigint, created_at timestamptz)
language sql stable security definer set search_path = "$user", public, pg_temp as $$
  select distinct on (k.chain) k.id, k.chain, k.key, k.proposal_id is null, k.next_position, k.created_at
  from receive_keys k order by k.chain, k.id desc
$$;

-- Whether it is, or was, a key of any chain.
create function receive_key_known(asked text) returns boolean
language sql stable security definer set search_path = "$user", public, pg_temp as $$
  select exists (select from receive_keys where key = asked)
$$;

-- The key of a chain comes from the proposal that whoever is present has just approved, and from nowhere else.
create function receive_key_take(agreed bigint) returns void
language plpgsql security definer set search_path = "$user", public, pg_temp as $$
begin
  insert into receive_keys (chain, key, proposal_id)
  select p.payload ->> 'chain', p.payload ->> 'key', p.id from proposals p
  where p.id = agreed and p.kind = 'network.receiveKey' and p.status = 'approved' and p.decided_by = acting_operator();
  if not found then
    raise exception 'no two have agreed on a receive key by proposal %', agreed using errcode = 'insufficient_privilege';
  end if;
end $$;

-- A sandbox's own: what is sent to its addresses nobody can spend.
create function receive_key_sample(asked text, made text) returns void
language plpgsql security definer set search_path = "$user", public, pg_temp as $$
begin
  if exists (select from installation where mode = 'live') then raise exception 'live mode has no sample keys'; end if;
  if exists (select from receive_keys where chain = asked) then return; end if;
  insert into receive_keys (chain, key) values (asked, made) on conflict do nothing;
end $$;

-- The next position of the chain's key. Whoever asks has it until the transaction ends: positions are taken without gaps.
create function receive_position(asked text) returns table (id bigint, key text, sample boolean, "position" bigint)
language plpgsql security definer set search_path = "$user", public, pg_temp as $$
begin
  return query
    select k.id, k.key, k.proposal_id is null, k.next_position from receive_keys k
    where k.chain = asked order by k.id desc limit 1 for update;
end $$;

create function receive_address_keep(owner bigint, from_key bigint, at_position bigint, drawn text) returns void
language plpgsql security definer set search_path = "$user", public, pg_temp as $$
begin
  update receive_keys set next_position = at_position + 1 where id = from_key and next_position = at_position;
  if not found then raise exception 'position % of key % is not the next one', at_position, from_key; end if;
  insert into receive_addresses (key_id, position, user_id, chain, address)
  select id, at_position, owner, chain, drawn from receive_keys where id = from_key;
end $$;

-- How far each chain has been read. A node is asked block by block; what it says counts once as many blocks lie over it as the network
-- wants.
create table chain_watches (
  chain text primary key check (chain in ('bitcoin', 'ethereum', 'tron', 'litecoin', 'bitcoincash', 'dash', 'bsc', 'avalanche')),
  watched boolean not null default true, -- false while no node is set
  height bigint not null check (height >= 0), -- the last block that was read
  head bigint not null check (head >= 0), -- the last one that the node knows
  head_at timestamptz not null, -- when it last moved, by the wall clock
  heard_at timestamptz not null, -- when the node last answered properly
  fault text check (length(fault) between 1 and 200) -- why nothing is read or believed now
);

-- The blocks that were read last, to find out which of them have been replaced.
create table chain_blocks (
  chain text not null references chain_watches,
  height bigint not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  primary key (chain, height)
);

create table chain_payments (
  id bigint generated always as identity primary key,
  network_id text not null references networks,
  chain text not null,
  hash text not null, -- of the transaction, as deposits write it
  place integer not null check (place >= 0), -- of the output, or of the event within its transaction
  user_id bigint not null references users,
  address text not null references receive_addresses (address),
  amount numeric(38, 0) not null check (amount > 0), -- in the coin's smallest unit of the books, rounded down
  height bigint not null check (height >= 0),
  block text not null,
  seen_at timestamptz not null,
  confirmed_at timestamptz, -- once enough blocks lay over it
  lost_at timestamptz, -- its block was replaced after that, and it has not been seen again
  deposit_id bigint references deposits, -- the case that credits it
  constraint one_credit_per_payment unique (network_id, hash, place),
  constraint only_confirmed_ones_are_credited check (deposit_id is null or confirmed_at is not null)
);
create index chain_payments_of_transaction on chain_payments (chain, hash);
create index chain_payments_of_deposit on chain_payments (deposit_id) where deposit_id is not null;
create index chain_payments_open on chain_payments (user_id, network_id) where deposit_id is null;
create index chain_payments_unconfirmed on chain_payments (chain, height) where confirmed_at is null;
create index chain_payments_lost on chain_payments (chain) where lost_at is not null;
create index chain_payments_by_hash on chain_payments (lower(hash) text_pattern_ops);

-- A payment may move to another block or vanish while it is unconfirmed; after that it stays, and is credited by one case.
create function chain_payments_guard() returns trigger
language plpgsql set search_path = "$user", public, pg_temp as $$
declare
  living constant text[] := array['height', 'block', 'confirmed_at', 'lost_at', 'deposit_id'];
begin
  if tg_op = 'DELETE' then
    if old.confirmed_at is not null then
      raise exception 'payment % is confirmed, and stays', old.id using errcode = 'check_violation';
    end if;
    return old;
  end if;
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - living <> to_jsonb(old) - living then
      raise exception 'what payment % has paid is frozen', old.id using errcode = 'check_violation';
    end if;
    if old.confirmed_at is not null and new.confirmed_at is distinct from old.confirmed_at then
      raise exception 'when payment % was confirmed is written down', old.id using errcode = 'check_violation';
    end if;
    if old.deposit_id is not null and new.deposit_id is distinct from old.deposit_id
      and not exists (select from deposits where id = old.deposit_id and status in ('rejected', 'failed')) then
      raise exception 'payment % is credited by another case', old.id using errcode = 'check_violation';
    end if;
    if new.deposit_id is not distinct from old.deposit_id then return new; end if;
  end if;
  if new.deposit_id is not null and not exists (
    select from deposits d where d.id = new.deposit_id and d.user_id = new.user_id and d.network_id = new.network_id
  ) then
    raise exception 'payment % belongs to another customer or network than its case', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard before insert or update or delete on chain_payments for each row execute function chain_payments_guard();

-- Whether the chain bears a case out, as far as it is watched, network by network; while its node is at fault it bears out nothing. What a
-- transaction is known to pay of the network, and not to this case, bears the case out no more than one that pays others alone. Where
-- nobody watches, two persons have looked it up by hand. So they do for coins of a chain's own that came from within a contract: no event
-- tells of those on chains of Ethereum's kind.
create function deposit_borne_out(asked bigint) returns boolean
language plpgsql stable set search_path = "$user", public, pg_temp as $$
declare
  d record;
begin
  select e.id, e.chain, e.network_id, e.hash, e.user_id, e.amount, n.token,
    coalesce(sum(p.amount), 0) as paid, count(p.id) as payments,
    coalesce(bool_or(p.lost_at is not null or p.confirmed_at is null or p.height > w.height - n.confirmations + 1), false) as shaky,
    coalesce(w.watched, false) as watched, w.fault
  into strict d
  from deposits e join networks n on n.id = e.network_id left join chain_watches w on w.chain = e.chain
  left join chain_payments p on p.deposit_id = e.id
  where e.id = asked group by e.id, n.token, w.watched, w.fault;
  if d.watched and d.fault is not null then return false; end if;
  if d.payments > 0 then return d.paid = d.amount and not d.shaky; end if;
  if exists (
    select from chain_payments where chain = d.chain and hash = d.hash
    having count(*) > 0 and (bool_or(network_id = d.network_id) or not bool_or(user_id = d.user_id))
  ) then return false; end if;
  if d.chain in ('ethereum', 'bsc', 'avalanche') and d.token is null then return true; end if;
  return not d.watched;
end $$;

create function deposits_borne_out() returns trigger
language plpgsql set search_path = "$user", public, pg_temp as $$
begin
  if new.status = 'completed' and not deposit_borne_out(new.id) then
    raise exception 'the chain does not bear out deposit %', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger borne_out before update on deposits for each row execute function deposits_borne_out();
