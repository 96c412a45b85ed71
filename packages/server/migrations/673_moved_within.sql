-- What has moved between addresses of the house's own: what a signer takes out of customers' addresses, the gas for that, change that
-- comes back. It is nobody's deposit and no withdrawal, and nothing is booked for it.
create table chain_internal_moves (
  id bigint generated always as identity primary key,
  network_id text not null references networks,
  chain text not null,
  hash text not null, -- of the transaction, as deposits write it
  place integer not null check (place >= 0), -- of the output, or of the event within its transaction
  from_addresses text[] not null check (cardinality(from_addresses) > 0), -- all who have paid it; of Bitcoin's kind there may be many
  to_address text not null check (length(to_address) between 20 and 128),
  amount numeric(38, 0) not null check (amount > 0), -- in the coin's smallest unit of the books, rounded down
  fee numeric(60, 0) check (fee >= 0), -- of the whole transaction, in the smallest unit of the chain's own coin; null: the node does not tell
  height bigint not null check (height >= 0),
  block text not null,
  seen_at timestamptz not null,
  agreed_at timestamptz, -- when a second node had told the same of it, as deep as the network wants; null: it is one node's word
  constraint one_record_per_move unique (network_id, hash, place)
);
create index chain_internal_moves_by_height on chain_internal_moves (chain, height);
create index chain_internal_moves_of_one on chain_internal_moves (chain, height) where agreed_at is null;

-- It may come back in another block, or vanish with its block; what has moved stays what it was.
create function chain_moves_guard() returns trigger language plpgsql as $$
declare
  living constant text[] := array['height', 'block', 'agreed_at'];
begin
  if to_jsonb(new) - living <> to_jsonb(old) - living
    or old.agreed_at is not null and new.agreed_at is distinct from old.agreed_at then
    raise exception 'what movement % has moved is frozen', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard before update on chain_internal_moves for each row execute function chain_moves_guard();

-- What a customer was paid is no movement of the house's, and the other way round: coins are counted once.
create function chain_moves_apart() returns trigger
language plpgsql set search_path = "$user", public, pg_temp as $$
begin
  if tg_table_name = 'chain_payments' then
    perform from chain_internal_moves where network_id = new.network_id and hash = new.hash and place = new.place;
  else
    perform from chain_payments where network_id = new.network_id and hash = new.hash and place = new.place;
  end if;
  if found then
    raise exception '% at % is either a payment or moved within the house', new.hash, new.place using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger apart before insert on chain_payments for each row execute function chain_moves_apart();
create trigger apart before insert on chain_internal_moves for each row execute function chain_moves_apart();

-- As before, and what the house itself has moved bears no deposit out.
create or replace function deposit_borne_out(asked bigint) returns boolean
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
  if exists (select from chain_internal_moves where network_id = d.network_id and hash = d.hash) then return false; end if;
  if exists (
    select from chain_payments where chain = d.chain and hash = d.hash
    having count(*) > 0 and (bool_or(network_id = d.network_id) or not bool_or(user_id = d.user_id))
  ) then return false; end if;
  if d.chain in ('ethereum', 'bsc', 'avalanche') and d.token is null then return true; end if;
  return not d.watched;
end $$;
