-- What leaves: which withdrawals went to the signer together, which transaction pays each, and what the chain says of it.

-- A file for the signer, released by two persons; its lines are the payouts that name it.
create table payout_batches (
  id bigint generated always as identity primary key,
  network_id text not null references networks,
  proposal_id bigint not null unique references proposals,
  proposed_by bigint not null references operators,
  released_by bigint not null references operators,
  released_at timestamptz not null,
  constraint two_persons check (proposed_by <> released_by)
);
create constraint trigger approved_by_two after insert on payout_batches
  deferrable initially deferred for each row
  execute function approved_as_proposed('payout.batch', 'network', 'network_id', 'proposed_by', 'proposed_by', 'decided_by', 'released_by');
create trigger append_only before update or delete or truncate on payout_batches
  for each statement execute function stays_as_approved();

create table payouts (
  id bigint generated always as identity primary key,
  withdrawal_id bigint not null references withdrawals,
  batch_id bigint references payout_batches, -- null where it was paid by itself
  chain text not null check (chain in ('bitcoin', 'ethereum', 'tron', 'litecoin', 'bitcoincash', 'dash', 'bsc', 'avalanche')),
  second_by bigint not null references operators, -- who ends the withdrawal once the chain has confirmed it
  -- released: with the signer · sent: its transaction is known · confirmed · failed: for people · takenBack: has not paid, as two say
  status text not null check (status in ('released', 'sent', 'confirmed', 'failed', 'takenBack')),
  hash text, -- as deposits write them
  place integer check (place >= 0), -- of the output or event that pays it
  sent_at timestamptz, -- when the hash was entered, by the wall clock
  fault text check (fault in ('differs', 'reverted', 'unknown')),
  constraint hashes_as_the_chain_writes_them check
    (hash ~ case when chain in ('ethereum', 'bsc', 'avalanche') then '^0x[0-9a-f]{64}$' else '^[0-9a-f]{64}$' end),
  constraint sent_by_a_transaction check (case status
    when 'released' then num_nonnulls(hash, sent_at) = 0 when 'takenBack' then num_nonnulls(hash, sent_at) <> 1
    else num_nonnulls(hash, sent_at) = 2 end),
  constraint confirmed_at_a_place check ((place is not null) = (status = 'confirmed')),
  constraint failed_for_a_reason check (status = 'takenBack' or (fault is not null) = (status = 'failed'))
);
create unique index one_payout_per_withdrawal on payouts (withdrawal_id) where status in ('released', 'sent', 'confirmed');
create unique index one_payout_per_place on payouts (chain, hash, place) where status = 'confirmed';
create index payouts_of_batch on payouts (batch_id);
create index payouts_sought on payouts (chain, id) where status = 'sent' or status = 'failed' and fault = 'unknown';
create unique index one_line_per_batch on payouts (batch_id, withdrawal_id) where batch_id is not null;
create index payouts_by_hash on payouts (lower(hash) text_pattern_ops) where hash is not null;
create trigger acts_in_own_name before insert or update on payouts
  for each row execute function acts_in_own_name('second_by');

-- What nobody has seen yet may still be seen, and what has failed is taken back by people; what was reverted has ended by itself.
create function payouts_guard() returns trigger
language plpgsql as $$
declare
  living constant text[] := array['status', 'hash', 'place', 'sent_at', 'fault'];
begin
  if tg_op = 'DELETE' or (old.status, new.status) not in (
    ('released', 'sent'), ('released', 'takenBack'), ('sent', 'confirmed'), ('sent', 'failed'), ('failed', 'takenBack'),
    ('failed', 'confirmed'), ('failed', 'failed')
  ) or old.status = 'failed' and (old.fault = 'reverted' or old.fault <> 'unknown' and new.status <> 'takenBack')
    or to_jsonb(new) - living <> to_jsonb(old) - living or (old.hash is not null and new.hash <> old.hash) then
    raise exception 'payout % is %, and does not change so', old.id, old.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard before update or delete on payouts for each row execute function payouts_guard();

-- While money may be on its way, or may have arrived by a transaction that nobody knows, its customer does not get it back; where the
-- chain is watched, only what it has confirmed is paid.
create function withdrawals_payout_guard() returns trigger
language plpgsql set search_path = "$user", public, pg_temp as $$
begin
  if new.status in ('rejected', 'failed', 'cancelled')
    and exists (select from payouts where withdrawal_id = new.id and status <> 'takenBack' and fault is distinct from 'reverted') then
    raise exception 'the payout of withdrawal % is on its way', new.id using errcode = 'check_violation';
  end if;
  if new.status = 'completed'
    and exists (
      select from withdrawal_methods m join networks n on n.id = m.network_id join chain_watches w on w.chain = n.chain
      where m.id = new.method_id and w.watched
    )
    and not exists (select from payouts where withdrawal_id = new.id and status = 'confirmed' and hash = new.hash) then
    raise exception 'the chain has not confirmed the payout of withdrawal %', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger payout_guard before update on withdrawals for each row execute function withdrawals_payout_guard();

-- A withdrawal as the signer's file has it: number, network, address, amount in coins. The scales are those of the books.
create function payout_line(asked bigint) returns text
language sql stable set search_path = public, pg_temp as $$
  select concat_ws(',', w.withdrawal_no, m.network_id, m.address,
    trim_scale(w.actual * case w.coin when 'USDT' then 0.000001 else 0.00000001 end))
  from withdrawals w join withdrawal_methods m on m.id = w.method_id where w.id = asked
$$;

-- What the books hold under a withdrawal's own number.
create function withdrawal_hold(asked bigint) returns numeric
language sql stable set search_path = public, pg_temp as $$
  select coalesce(sum(e.amount), 0)
  from withdrawals w
  join ledger_accounts a on a.owner = w.user_id::text and a.book = 'real' and a.asset = w.coin and a.kind = 'withdrawal'
  join ledger_transactions t on t.reference = w.withdrawal_no and t.book = 'real'
  join ledger_entries e on e.transaction_id = t.id and e.account_id = a.id
  where w.id = asked
$$;

-- The payouts of a batch are the lines on which two have agreed, each of a withdrawal that is still to be paid.
create function payout_lines_as_agreed() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  batch bigint := to_jsonb(new) ->> case tg_table_name when 'payouts' then 'batch_id' else 'id' end;
  agreed text[];
  given text[];
begin
  select array(select jsonb_array_elements_text(p.payload -> 'lines') order by 1) into agreed
  from payout_batches b join proposals p on p.id = b.proposal_id where b.id = batch;
  select coalesce(array_agg(l.digest order by l.digest), '{}') into given
  from payouts o join payout_batches b on b.id = o.batch_id join networks n on n.id = b.network_id
  join withdrawals w on w.id = o.withdrawal_id join withdrawal_methods m on m.id = w.method_id
  join proposal_lines l on l.proposal_id = b.proposal_id and l.user_id = w.user_id and l.line = payout_line(w.id)
  where o.batch_id = batch and m.network_id = b.network_id and o.chain = n.chain and o.second_by = b.released_by
    and w.status = 'approved' and w.approved_by <> b.released_by and withdrawal_hold(w.id) = w.amount;
  if agreed is distinct from given or given = '{}'
    or cardinality(given) <> (select count(*) from payouts where batch_id = batch) then
    raise exception 'batch % is not what two operators have agreed to pay', batch using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create constraint trigger lines_as_agreed after insert on payout_batches
  deferrable initially deferred for each row execute function payout_lines_as_agreed();
create constraint trigger lines_as_agreed after insert on payouts
  deferrable initially deferred for each row when (new.batch_id is not null) execute function payout_lines_as_agreed();

-- What the signer was to pay, or has paid by a hash that nobody knows, is taken back by two who have named it as it stood.
create function payouts_taken_back_by_two() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (
    select from withdrawals w join proposals p
      on p.kind = 'payout.takeBack' and p.status = 'approved' and p.subject = 'withdrawal:' || w.withdrawal_no
    where w.id = new.withdrawal_id and p.payload ->> 'id' = w.withdrawal_no
      and p.payload -> 'payouts' ? concat_ws(' ', old.id, old.status, old.fault, old.hash)
  ) then
    raise exception 'payout % is not what two operators have agreed to take back', new.id using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create constraint trigger taken_back_by_two after update on payouts
  deferrable initially deferred for each row when (new.status = 'takenBack' and old.status <> 'takenBack')
  execute function payouts_taken_back_by_two();

-- What the house's addresses hold, as the nodes say, to be set against what customers own. Here are those beside the addresses of
-- customers, such as the wallet that pays out. Two persons declare one; it is the house's own once its key has signed so: the text and the
-- signature are what anybody can check. One that was not signed counts for nothing, and can be declared again.
create table reserve_addresses (
  id bigint generated always as identity primary key,
  chain text not null check (chain in ('bitcoin', 'ethereum', 'tron', 'litecoin', 'bitcoincash', 'dash', 'bsc', 'avalanche')),
  address text not null check (length(address) between 20 and 128),
  label text not null check (length(label) between 1 and 60),
  message text check (length(message) between 1 and 500),
  signature text check (length(signature) between 1 and 200),
  proposal_id bigint not null unique references proposals,
  declared_at timestamptz not null,
  constraint signed_by_its_key check (num_nonnulls(message, signature) in (0, 2)),
  constraint declared_once unique (address, message)
);
create constraint trigger approved_by_two after insert on reserve_addresses
  deferrable initially deferred for each row
  execute function approved_as_proposed(
    'reserve.declare', 'chain', 'chain', 'address', 'address', 'label', 'label', 'message', 'message', 'signature', 'signature');
create trigger append_only before update or delete or truncate on reserve_addresses
  for each statement execute function stays_as_approved();

-- What is sold, stolen or given up counts no more, whoever signs for it later. Two persons say so, too: one alone could let the house
-- look poor.
create table reserve_retirements (
  id bigint generated always as identity primary key,
  address text not null unique,
  proposal_id bigint not null unique references proposals,
  retired_at timestamptz not null
);
create constraint trigger approved_by_two after insert on reserve_retirements
  deferrable initially deferred for each row execute function approved_as_proposed('reserve.retire', 'address', 'address');
create trigger append_only before update or delete or truncate on reserve_retirements
  for each statement execute function stays_as_approved();

create table chain_holdings (
  network_id text primary key references networks,
  amount numeric(38, 0) check (amount >= 0), -- in the coin's smallest unit of the books, rounded down; null: never known
  height bigint check (height >= 0), -- the block that it is of
  addresses integer not null default 0 check (addresses >= 0), -- how many were asked about
  known_at timestamptz, -- by the wall clock
  asked_at timestamptz not null,
  fault text check (length(fault) between 1 and 200), -- why the last answer is missing
  constraint known_with_its_block check (num_nonnulls(amount, height, known_at) in (0, 3))
);
