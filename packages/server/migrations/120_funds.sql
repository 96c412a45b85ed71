-- Money that comes in and goes out. It moves on the real account only, so nothing here names a book. Amounts are in the
-- coin's smallest unit; times are business time, but for what customers wait for, which is measured by the wall clock.

-- What is offered: a coin on a network of a chain. Operators change it by proposals.
create table networks (
  id text primary key check (id ~ '^[A-Z0-9]{2,16}$'),
  coin text not null check (coin ~ '^[A-Z0-9]{2,16}$'),
  chain text not null check (chain in ('bitcoin', 'ethereum', 'tron')),
  name text not null,
  position smallint not null unique, -- in lists
  token text, -- the coin's contract on the chain; null for the chain's own coin
  token_decimals smallint not null check (token_decimals between 0 and 36), -- on the chain, which may be finer than the books
  address text check (length(address) between 20 and 128), -- where deposits go; null while none are taken
  sample boolean not null default false, -- an address of the sandbox that nobody has the key of
  deposit_minimum numeric(38, 0) not null check (deposit_minimum > 0),
  withdrawal_minimum numeric(38, 0) not null check (withdrawal_minimum > 0),
  confirmations smallint not null check (confirmations between 1 and 1000), -- blocks that operators wait for
  unique (coin, id)
);
insert into networks
  (id, coin, chain, name, position, token, token_decimals, deposit_minimum, withdrawal_minimum, confirmations)
values
  ('TRC20', 'USDT', 'tron', 'TRON (TRC20)', 1, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 6, 120000000, 20000000, 20),
  ('ERC20', 'USDT', 'ethereum', 'Ethereum (ERC20)', 2, '0xdAC17F958D2ee523a2206206994597C13D831ec7', 6, 120000000, 20000000, 12),
  ('BTC', 'BTC', 'bitcoin', 'Bitcoin', 3, null, 8, 1500000, 50000, 3),
  ('ETH', 'ETH', 'ethereum', 'Ethereum', 4, null, 18, 20000000, 1000000, 12);

insert into parameters (key, value, public) values
  ('withdrawal_fee_rate', '0.01', true),
  ('withdrawal_limit_day_unverified', '1000', true), -- USDT of the last 24 hours
  ('withdrawal_limit_month_unverified', '5000', true), -- of the last 30 days
  ('withdrawal_limit_day_verified', '100000', true),
  ('withdrawal_limit_month_verified', '1000000', true)
on conflict (key) do nothing;

create table deposits (
  id bigint generated always as identity primary key,
  deposit_no text not null unique check (deposit_no ~ '^D[0-9]{6}-[0-9A-Z]{10}$'), -- also the reference of its transfer

  -- Frozen when it is reported.
  user_id bigint not null references users,
  coin text not null,
  network_id text not null,
  chain text not null check (chain in ('bitcoin', 'ethereum', 'tron')),
  address text not null, -- the receive address as it was shown
  amount numeric(38, 0) not null check (amount > 0),
  hash text not null, -- in small letters: no chain tells them from capitals
  proof_id uuid not null unique references images,
  created_at timestamptz not null,

  status text not null default 'pendingReview' check (status in ('pendingReview', 'approved', 'completed', 'rejected', 'failed')),
  approved_by bigint references operators, -- the first person
  decided_by bigint references operators, -- who ended it
  ended_at timestamptz,

  foreign key (coin, network_id) references networks (coin, id),
  constraint hashes_as_the_chain_writes_them check (hash ~ case chain when 'ethereum' then '^0x[0-9a-f]{64}$' else '^[0-9a-f]{64}$' end),
  constraint two_persons check (decided_by <> approved_by),
  constraint approved_by_somebody check (
    case when status in ('approved', 'completed', 'failed') then approved_by is not null
      when status = 'pendingReview' then approved_by is null else true end
  ),
  constraint ended_by_somebody check (
    num_nonnulls(decided_by, ended_at) = case when status in ('completed', 'rejected', 'failed') then 2 else 0 end
  )
);
-- One transaction is credited once. A report that was turned down does not keep the true owner of the money from his own.
create unique index one_deposit_per_transaction on deposits (chain, hash) where status not in ('rejected', 'failed');
create index deposits_of_user on deposits (user_id, id desc);
create index deposits_waiting on deposits (id) where status in ('pendingReview', 'approved');

create table withdrawal_methods (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  kind text not null check (kind in ('coin', 'card')),
  coin text not null,
  network_id text,
  address text, -- of kind coin
  label text not null check (length(label) between 1 and 60), -- the owner's own word, or the bank
  holder text check (length(holder) between 2 and 100), -- of kind card, like the rest
  sealed_card bytea, -- its number, AES-256-GCM
  card_hash bytea check (octet_length(card_hash) = 32), -- keyed: tells the same card, and nothing else
  last_four text check (last_four ~ '^[0-9]{4}$'),
  created_at timestamptz not null,
  usable_from timestamptz not null check (usable_from >= created_at),
  removed_at timestamptz,
  foreign key (coin, network_id) references networks (coin, id),
  constraint coins_have_an_address check ((kind = 'coin') = (num_nonnulls(network_id, address) = 2)),
  constraint cards_have_a_number check (num_nonnulls(holder, sealed_card, card_hash, last_four) = case kind when 'card' then 4 else 0 end),
  constraint cards_are_paid_from_usdt check (kind = 'coin' or coin = 'USDT')
);
create unique index one_method_per_address on withdrawal_methods (user_id, network_id, address) where removed_at is null and kind = 'coin';
create unique index one_method_per_card on withdrawal_methods (user_id, card_hash) where removed_at is null and kind = 'card';
create index methods_of_user on withdrawal_methods (user_id, id desc) where removed_at is null;

create table withdrawals (
  id bigint generated always as identity primary key,
  withdrawal_no text not null unique check (withdrawal_no ~ '^W[0-9]{6}-[0-9A-Z]{10}$'), -- also the reference of its transfers

  -- Frozen when it is asked for.
  user_id bigint not null references users,
  method_id bigint not null references withdrawal_methods,
  coin text not null,
  amount numeric(38, 0) not null check (amount > 0),
  fee_rate numeric not null check (fee_rate >= 0 and fee_rate < 1),
  fee numeric(38, 0) not null check (fee = ceil(amount * fee_rate)),
  actual numeric(38, 0) not null check (actual > 0),
  value numeric(38, 0) not null check (value >= 0), -- micro-USDT that count against the limits
  created_at timestamptz not null,

  status text not null default 'pendingReview'
    check (status in ('pendingReview', 'approved', 'completed', 'rejected', 'failed', 'cancelled')),
  approved_by bigint references operators, -- the first person
  decided_by bigint references operators, -- who ended it; null where its owner cancelled it
  hash text check (length(hash) between 1 and 128), -- the chain's transaction that paid it, or the bank's reference
  ended_at timestamptz,

  constraint fee_and_actual_are_the_amount check (fee + actual = amount),
  constraint two_persons check (decided_by <> approved_by),
  constraint approved_by_somebody check (
    case when status in ('approved', 'completed', 'failed') then approved_by is not null
      when status in ('pendingReview', 'cancelled') then approved_by is null else true end
  ),
  constraint ended_by_somebody check (
    (ended_at is not null) = (status in ('completed', 'rejected', 'failed', 'cancelled'))
    and (decided_by is not null) = (status in ('completed', 'rejected', 'failed'))
  ),
  constraint paid_by_a_transaction check ((hash is not null) = (status = 'completed'))
);
create index withdrawals_of_user on withdrawals (user_id, id desc);
create index withdrawals_waiting on withdrawals (id) where status in ('pendingReview', 'approved');

-- What happened to them, step by step, for good.
create table deposit_steps (
  id bigint generated always as identity primary key,
  deposit_id bigint not null references deposits,
  status text not null,
  reason text check (length(reason) between 1 and 64),
  operator_id bigint references operators,
  at timestamptz not null,
  unique (deposit_id, status)
);
create table withdrawal_steps (
  id bigint generated always as identity primary key,
  withdrawal_id bigint not null references withdrawals,
  status text not null,
  reason text check (length(reason) between 1 and 64),
  operator_id bigint references operators,
  at timestamptz not null,
  unique (withdrawal_id, status)
);

create function funds_refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception 'what happened to money on its way is kept as it was' using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete or truncate on deposit_steps
  for each statement execute function funds_refuse_change();
create trigger append_only before update or delete or truncate on withdrawal_steps
  for each statement execute function funds_refuse_change();

-- Of a report or a request only its status changes, along its way, and who took a step is not rewritten.
create function funds_guard() returns trigger
language plpgsql as $$
declare
  living constant text[] := array['status', 'approved_by', 'decided_by', 'hash', 'ended_at'];
begin
  if tg_op = 'DELETE' then
    raise exception 'money on its way is kept for good' using errcode = 'insufficient_privilege';
  end if;
  if (old.status, new.status) not in (
    ('pendingReview', 'approved'), ('pendingReview', 'rejected'), ('pendingReview', 'cancelled'),
    ('approved', 'completed'), ('approved', 'rejected'), ('approved', 'failed')
  ) then
    raise exception '% % is % and can''t become %', tg_table_name, old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  if to_jsonb(new) - living <> to_jsonb(old) - living
    or (tg_table_name = 'deposits' and to_jsonb(new) -> 'hash' <> to_jsonb(old) -> 'hash') then
    raise exception 'the terms of % % are frozen', tg_table_name, old.id using errcode = 'check_violation';
  end if;
  if old.approved_by is not null and new.approved_by is distinct from old.approved_by then
    raise exception 'who approved % % is written down', tg_table_name, old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger funds_guard before update or delete on deposits for each row execute function funds_guard();
create trigger funds_guard before update or delete on withdrawals for each row execute function funds_guard();

-- A saved method is removed, never changed: a withdrawal goes where its owner has seen it go.
create function withdrawal_methods_guard() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.removed_at is not null or to_jsonb(new) - 'removed_at' <> to_jsonb(old) - 'removed_at' then
    raise exception 'a withdrawal method is not changed' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger withdrawal_methods_guard before update or delete on withdrawal_methods
  for each row execute function withdrawal_methods_guard();
