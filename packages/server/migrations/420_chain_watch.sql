-- What the chains themselves say of payments to customers' addresses. A node is asked block by block; what it says counts once
-- as many blocks lie over it as the network wants.

-- How far each chain has been read.
create table chain_watches (
  chain text primary key check (chain in ('bitcoin', 'ethereum', 'tron')),
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

-- A payment may move to another block or vanish while it is unconfirmed; after that it stays, and is credited by one case.
create function chain_payments_guard() returns trigger
language plpgsql as $$
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

-- Whether the chain bears a case out, as far as it is watched; while its node is at fault it bears out nothing. Where nobody watches, two persons have looked it up by hand. So
-- they do for coins of a chain's own that came from within a contract: no event tells of those.
create function deposit_borne_out(asked bigint) returns boolean
language plpgsql stable as $$
declare
  d record;
begin
  select e.id, e.chain, e.hash, e.user_id, e.amount, n.token,
    coalesce(sum(p.amount), 0) as paid, count(p.id) as payments,
    coalesce(bool_or(p.lost_at is not null or p.confirmed_at is null or p.height > w.height - n.confirmations + 1), false) as shaky,
    coalesce(w.watched, false) as watched, w.fault
  into strict d
  from deposits e join networks n on n.id = e.network_id left join chain_watches w on w.chain = e.chain
  left join chain_payments p on p.deposit_id = e.id
  where e.id = asked group by e.id, n.token, w.watched, w.fault;
  if d.watched and d.fault is not null then return false; end if;
  if d.payments > 0 then return d.paid = d.amount and not d.shaky; end if;
  if exists (select from chain_payments where chain = d.chain and hash = d.hash) then return false; end if;
  if d.chain = 'ethereum' and d.token is null then return true; end if;
  return not d.watched;
end $$;

create function deposits_borne_out() returns trigger
language plpgsql as $$
begin
  if new.status = 'completed' and not deposit_borne_out(new.id) then
    raise exception 'the chain does not bear out deposit %', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger borne_out before update on deposits for each row execute function deposits_borne_out();

-- What the chain has shown by itself needs no picture.
alter table deposits alter column proof_id drop not null;

-- See 239.
do $$
begin
  execute format('alter function chain_payments_guard() set search_path = %s, pg_temp', current_setting('search_path'));
  execute format('alter function deposit_borne_out(bigint) set search_path = %s, pg_temp', current_setting('search_path'));
  execute format('alter function deposits_borne_out() set search_path = %s, pg_temp', current_setting('search_path'));
end $$;
