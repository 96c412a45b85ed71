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

-- What two persons have approved is what is written down, by those two: the name of a part of the proposal, and the column it is.
create function approved_as_proposed() returns trigger
language plpgsql as $$
declare
  asked jsonb;
begin
  select p.payload || to_jsonb(p) into asked from proposals p
  where p.id = new.proposal_id and p.status = 'approved' and p.kind = tg_argv[0];
  for i in 1 .. tg_nargs - 1 by 2 loop
    if asked ->> tg_argv[i] is distinct from to_jsonb(new) ->> tg_argv[i + 1] then asked := null; end if;
  end loop;
  if asked is null then
    raise exception '% % needs two operators', tg_table_name, new.id using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create function stays_as_approved() returns trigger
language plpgsql as $$
begin
  raise exception '% of % is refused: what two persons have approved stays', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;
create constraint trigger approved_by_two after insert on payout_batches
  deferrable initially deferred for each row
  execute function approved_as_proposed('payout.batch', 'network', 'network_id', 'proposed_by', 'proposed_by', 'decided_by', 'released_by');
create trigger append_only before update or delete or truncate on payout_batches
  for each statement execute function stays_as_approved();

create table payouts (
  id bigint generated always as identity primary key,
  withdrawal_id bigint not null references withdrawals,
  batch_id bigint references payout_batches, -- null where it was paid by itself
  chain text not null check (chain in ('bitcoin', 'ethereum', 'tron')),
  second_by bigint not null references operators, -- who ends the withdrawal once the chain has confirmed it
  -- released: with the signer · sent: its transaction is known · confirmed · failed: for people · takenBack: has not paid, as two say
  status text not null check (status in ('released', 'sent', 'confirmed', 'failed', 'takenBack')),
  hash text, -- as deposits write them
  place integer check (place >= 0), -- of the output or event that pays it
  sent_at timestamptz, -- when the hash was entered, by the wall clock
  fault text check (fault in ('differs', 'reverted', 'unknown')),
  constraint hashes_as_the_chain_writes_them check (hash ~ case chain when 'ethereum' then '^0x[0-9a-f]{64}$' else '^[0-9a-f]{64}$' end),
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

-- What nobody has seen yet may still be seen, and what has failed is taken back by people; what was reverted has ended by itself.-- By which transaction withdrawals were completed while nobody watched: it pays no other.
create index withdrawals_by_hash on withdrawals (lower(hash)) where hash is not null;

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

-- While money may be on its way, or may have arrived by a transaction that nobody knows, its customer does not get it back; where the chain is watched, only what it has confirmed is paid.
create function withdrawals_payout_guard() returns trigger
language plpgsql as $$
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

-- See 239.
do $$
begin
  execute format('alter function withdrawals_payout_guard() set search_path = %s, pg_temp', current_setting('search_path'));
  execute format('alter function approved_as_proposed() set search_path = %s, pg_temp', current_setting('search_path'));
end $$;
