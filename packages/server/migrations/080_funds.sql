-- Money that comes in and goes out. It moves on the real account only, so nothing here names a book. Amounts are in the
-- coin's smallest unit; times are business time, but for what customers wait for, which is measured by the wall clock.

-- What is offered: a coin on a network of a chain. Operators change it by proposals.
create table networks (
  id text primary key check (id ~ '^[A-Z0-9]{2,16}$'),
  coin text not null check (coin ~ '^[A-Z0-9]{2,16}$'),
  -- Coins lie in outputs of transactions on chains of Bitcoin's kind; BNB Smart Chain and Avalanche's C-Chain write as Ethereum does.
  chain text not null check (chain in ('bitcoin', 'ethereum', 'tron', 'litecoin', 'bitcoincash', 'dash', 'bsc', 'avalanche')),
  name text not null,
  position smallint not null unique, -- in lists
  token text, -- the coin's contract on the chain; null for the chain's own coin
  token_decimals smallint not null check (token_decimals between 0 and 36), -- on the chain, which may be finer than the books
  deposits boolean not null default true, -- whether any are taken
  deposit_minimum numeric(38, 0) not null check (deposit_minimum > 0),
  withdrawal_minimum numeric(38, 0) not null check (withdrawal_minimum > 0),
  confirmations smallint not null check (confirmations between 1 and 1000), -- blocks that operators wait for
  -- What a withdrawal costs: a share of the amount, no less than one sum and no more than another, in the coin's smallest unit.
  fee_rate numeric check (fee_rate between 0 and 0.1), -- null: the one of all, the parameter withdrawal_fee_rate
  fee_min numeric(38, 0) not null default 0 check (fee_min >= 0),
  fee_max numeric(38, 0) check (fee_max > 0), -- null: nothing caps it
  constraint fee_within_its_bounds check (fee_max >= fee_min),
  -- Whoever withdraws the smallest amount receives something.
  constraint fee_leaves_something check (fee_min < withdrawal_minimum),
  -- What the books hold to its last unit the chain can pay: a coin of fewer decimals there would leave a rest that nobody can send.
  constraint carries_what_is_booked check (token_decimals >= case coin when 'USDT' then 6 else 8 end),
  constraint one_network_per_contract unique (chain, token),
  unique (coin, id)
);
create unique index one_own_coin_per_chain on networks (chain) where token is null;

-- A payment costs on a chain what it costs, however large it is: at most about 25 USDT. Smallest amounts of all but the first four are of
-- about 30 USDT for deposits and 50 for withdrawals. Confirmations are of about half an hour where blocks are mined.
insert into networks
  (id, coin, chain, name, position, token, token_decimals, deposit_minimum, withdrawal_minimum, confirmations, fee_max)
values
  ('TRC20', 'USDT', 'tron', 'TRON (TRC20)', 1, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 6, 120000000, 20000000, 20, 25000000),
  ('ERC20', 'USDT', 'ethereum', 'Ethereum (ERC20)', 2, '0xdAC17F958D2ee523a2206206994597C13D831ec7', 6, 120000000, 20000000, 12, 25000000),
  ('BTC', 'BTC', 'bitcoin', 'Bitcoin', 3, null, 8, 1500000, 50000, 3, 30000),
  ('ETH', 'ETH', 'ethereum', 'Ethereum', 4, null, 18, 20000000, 1000000, 12, 1000000),
  ('LTC', 'LTC', 'litecoin', 'Litecoin', 5, null, 8, 50000000, 50000000, 12, 25000000),
  ('BNB', 'BNB', 'bsc', 'BNB Smart Chain (BEP20)', 6, null, 18, 5000000, 5000000, 30, 2500000),
  ('BCH', 'BCH', 'bitcoincash', 'Bitcoin Cash', 7, null, 8, 5000000, 10000000, 12, 5000000),
  ('AVAX', 'AVAX', 'avalanche', 'Avalanche C-Chain', 8, null, 18, 200000000, 500000000, 20, 250000000),
  ('DASH', 'DASH', 'dash', 'Dash', 9, null, 8, 100000000, 100000000, 12, 50000000);

-- Tokens of Ethereum that are dealt in on spot: what was bought here can leave, and what is elsewhere can come. Each is named by its
-- own contract, with as many decimals as that has.
insert into networks
  (id, coin, chain, name, position, token, token_decimals, deposit_minimum, withdrawal_minimum, confirmations, fee_max)
select coin || 'ERC20', coin, 'ethereum', 'Ethereum (ERC20)', 100 + place, token, decimals, deposit, withdrawal, 12, ceil(withdrawal / 2.0)
from (values
  (1, 'LINK', '0x514910771AF9Ca656af840dff83E8264EcF986CA', 18, 200000000, 500000000),
  (2, 'UNI', '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984', 18, 500000000, 1000000000),
  (3, 'AAVE', '0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9', 18, 20000000, 20000000),
  (4, 'WBTC', '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', 8, 20000, 50000),
  (5, 'LEO', '0x2AF5D2aD76741191D15Dfe7bF6aC92d4Bd912Ca3', 18, 500000000, 500000000),
  (6, 'MKR', '0x9f8F72aA9304c8B593d555F12eF6589cC3A579A2', 18, 2000000, 2000000),
  (7, 'MATIC', '0x7D1AfA7B718fb893dB30A3aBc0Cfc608AaCfeBB0', 18, 20000000000, 50000000000),
  (8, 'QNT', '0x4a220E6096B25EADb88358cb44068A3248254675', 18, 50000000, 50000000),
  (9, 'SAND', '0x3845badAde8e6dFF049820680d1F14bD3903a5d0', 18, 20000000000, 50000000000),
  (10, 'MANA', '0x0F5D2fB29fb7d3CFeE444a200298f468908cC942', 18, 20000000000, 50000000000),
  (11, 'APE', '0x4d224452801ACEd8B2F0aebE155379bb5D594381', 18, 20000000000, 20000000000),
  (12, 'GRT', '0xc944E90C64B2c07662A292be6244BDf05Cda44a7', 18, 100000000000, 100000000000),
  (13, 'CRV', '0xD533a949740bb3306d119CC777fa900bA034cd52', 18, 10000000000, 10000000000),
  (14, 'SNX', '0xC011a73ee8576Fb46F5E1c5751cA3B9Fe0af2a6F', 18, 5000000000, 10000000000),
  (15, 'COMP', '0xc00e94Cb662C3520282E6f5717214004A7f26888', 18, 100000000, 200000000),
  (16, 'YFI', '0x0bc529c00C6401aEF6D220BE8C6Ea1667F6Ad93e', 18, 1000000, 2000000),
  (17, 'SUSHI', '0x6B3595068778DD592e39A122f4f5a5cF09C90fE2', 18, 10000000000, 20000000000),
  (18, '1INCH', '0x111111111117dC0aa78b770fA6A738034120C302', 18, 20000000000, 20000000000),
  (19, 'BAT', '0x0D8775F648430679A709E98d2b0Cb6250d2887EF', 18, 10000000000, 20000000000),
  (20, 'ZRX', '0xE41d2489571d322189246DaFA5ebDe1F4699F498', 18, 20000000000, 50000000000),
  (21, 'ENJ', '0xF629cBd94d3791C9250152BD8dfBDF380E2a3B9c', 18, 100000000000, 200000000000),
  (22, 'CHZ', '0x3506424F91fD33084466F402d5D97f05F8e3b4AF', 18, 100000000000, 100000000000),
  (23, 'LPT', '0x58b6A8A3302369DAEc383334672404Ee733aB239', 18, 1000000000, 2000000000),
  (24, 'GNO', '0x6810e776880C02933D47DB1b9fc05908e5386b96', 18, 20000000, 50000000),
  (25, 'NEXO', '0xB62132e35a6c13ee1EE0f84dC5d40bad8d815206', 18, 2000000000, 5000000000),
  (26, 'ANKR', '0x8290333ceF9e6D528dD5618Fb97a76f268f3EDD4', 18, 500000000000, 1000000000000),
  (27, 'HOT', '0x6c6EE5e31d828De241282B9606C8e98Ea48526E2', 18, 5000000000000, 10000000000000),
  (28, 'STORJ', '0xB64ef51C888972c908CFacf59B47C1AfBC0Ab8aC', 8, 20000000000, 50000000000),
  (29, 'BNT', '0x1F573D6Fb3F13d689FF844B4cE37794d79a7FF1C', 18, 10000000000, 10000000000),
  (30, 'UMA', '0x04Fa0d235C4abf4BcF4787aF4CF447DE572eF828', 18, 5000000000, 5000000000),
  (31, 'LRC', '0xBBbbCA6A901c926F240b89EacB641d8Aec7AEafD', 18, 50000000000, 100000000000),
  (32, 'KNC', '0xdeFA4e8a7bcBA345F687a2f1456F5Edd9CE97202', 18, 10000000000, 20000000000),
  (33, 'NMR', '0x1776e1F26f98b1A5dF9cD347953a26dd3Cb46671', 18, 200000000, 500000000)
) as tokens (place, coin, token, decimals, deposit, withdrawal);

insert into parameters (key, value, public) values
  ('withdrawal_fee_rate', '0.01', true),
  ('withdrawal_limit_day_unverified', '1000', true), -- USDT of the last 24 hours
  ('withdrawal_limit_month_unverified', '5000', true), -- of the last 30 days
  ('withdrawal_limit_day_verified', '100000', true),
  ('withdrawal_limit_month_verified', '1000000', true),
  -- USDT that an account may withdraw in all its life before anybody knows whose it is: a limit of days alone is one for each account.
  ('withdrawal_limit_life_unverified', '5000', true);

create table deposits (
  id bigint generated always as identity primary key,
  deposit_no text not null unique check (deposit_no ~ '^D[0-9]{6}-[0-9A-Z]{10}$'), -- also the reference of its transfer

  -- Frozen when it is reported.
  user_id bigint not null references users,
  coin text not null,
  network_id text not null,
  chain text not null check (chain in ('bitcoin', 'ethereum', 'tron', 'litecoin', 'bitcoincash', 'dash', 'bsc', 'avalanche')),
  address text not null, -- the receive address as it was shown
  amount numeric(38, 0) not null check (amount > 0),
  hash text not null, -- in small letters: no chain tells them from capitals
  proof_id uuid unique references images, -- null: what the chain has shown by itself needs no picture
  created_at timestamptz not null,

  status text not null default 'pendingReview' check (status in ('pendingReview', 'approved', 'completed', 'rejected', 'failed')),
  approved_by bigint references operators, -- the first person
  decided_by bigint references operators, -- who ended it
  ended_at timestamptz,

  foreign key (coin, network_id) references networks (coin, id),
  constraint hashes_as_the_chain_writes_them check
    (hash ~ case when chain in ('ethereum', 'bsc', 'avalanche') then '^0x[0-9a-f]{64}$' else '^[0-9a-f]{64}$' end),
  constraint two_persons check (decided_by <> approved_by),
  constraint approved_by_somebody check (
    case when status in ('approved', 'completed', 'failed') then approved_by is not null
      when status = 'pendingReview' then approved_by is null else true end
  ),
  constraint ended_by_somebody check (
    num_nonnulls(decided_by, ended_at) = case when status in ('completed', 'rejected', 'failed') then 2 else 0 end
  )
);
-- One transaction is credited once: it may pay many customers, each at an own address, and somebody coins of several networks of a chain,
-- such as ether and a token. A report that was turned down does not keep the true owner of the money from his own.
create unique index one_deposit_per_transaction on deposits (network_id, hash, user_id) where status not in ('rejected', 'failed');
create index deposits_of_transaction on deposits (chain, hash);
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
  fee_min numeric(38, 0) not null default 0 check (fee_min >= 0),
  fee_max numeric(38, 0),
  fee numeric(38, 0) not null,
  actual numeric(38, 0) not null check (actual > 0),
  value numeric(38, 0) not null check (value >= 0), -- micro-USDT that count against the limits
  created_at timestamptz not null,

  status text not null default 'pendingReview'
    check (status in ('pendingReview', 'approved', 'completed', 'rejected', 'failed', 'cancelled')),
  approved_by bigint references operators, -- the first person
  decided_by bigint references operators, -- who ended it; null where its owner cancelled it
  hash text check (length(hash) between 1 and 128), -- the chain's transaction that paid it, or the bank's reference
  ended_at timestamptz,

  constraint fee_within_its_bounds check (fee_max >= fee_min),
  constraint fee_as_its_terms_say check (fee = greatest(fee_min, least(ceil(amount * fee_rate), fee_max))),
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
-- By which transaction withdrawals were completed while nobody watched: it pays no other.
create index withdrawals_by_hash on withdrawals (lower(hash)) where hash is not null;

-- How desks find and list them: by hashes and addresses as far as somebody has copied them, by amounts in the smallest unit of their coin,
-- by time, by network, and by whoever has decided them as the first of two or the second, however much others decided.
create index deposits_by_hash_begun on deposits (lower(hash) text_pattern_ops);
create index withdrawals_by_hash_begun on withdrawals (lower(hash) text_pattern_ops) where hash is not null;
create index methods_by_address on withdrawal_methods (lower(address) text_pattern_ops) where address is not null;
create index withdrawals_by_method on withdrawals (method_id, id desc);
create index methods_ever_of_user on withdrawal_methods (user_id, id desc);
create index withdrawal_methods_by_network on withdrawal_methods (network_id) where network_id is not null;
create index deposits_by_amount on deposits (amount, id desc);
create index withdrawals_by_amount on withdrawals (amount, id desc);
create index withdrawals_by_actual on withdrawals (actual, id desc);
-- The largest of whatever is listed, in units that are the same for every coin.
create index deposits_by_size on deposits ((amount * case when coin = 'USDT' then 100 else 1 end), id);
create index withdrawals_by_size on withdrawals ((amount * case when coin = 'USDT' then 100 else 1 end), id);
create index deposits_by_network on deposits (network_id, id);
create index deposits_by_time on deposits (created_at, id);
create index withdrawals_by_time on withdrawals (created_at, id);
create index deposits_by_first_person on deposits (approved_by, id) where approved_by is not null;
create index deposits_by_last_person on deposits (decided_by, id) where decided_by is not null;
create index withdrawals_by_first_person on withdrawals (approved_by, id) where approved_by is not null;
create index withdrawals_by_last_person on withdrawals (decided_by, id) where decided_by is not null;
-- Those that were decided since yesterday are found without reading all that ever were.
create index deposits_by_end on deposits (ended_at) where status = 'completed';
create index withdrawals_by_end on withdrawals (ended_at) where ended_at is not null;

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
create trigger refuse_closed before insert on deposits for each row execute function refuse_closed();
create trigger refuse_closed before insert on withdrawals for each row execute function refuse_closed();

create trigger acts_in_own_name before insert or update on deposits
  for each row execute function acts_in_own_name('approved_by', 'decided_by');
create trigger acts_in_own_name before insert or update on withdrawals
  for each row execute function acts_in_own_name('approved_by');

-- A withdrawal that the chain has confirmed ends in the name of whoever has given it out to be paid.
create function withdrawal_ends_in_own_name() returns trigger
language plpgsql set search_path = "$user", public, pg_temp as $$
begin
  if not pg_has_role(current_user, (select c.relowner from pg_class c where c.oid = tg_relid), 'member')
    and new.decided_by is distinct from acting_operator()
    and not exists (select from payouts p where p.withdrawal_id = new.id and p.second_by = new.decided_by) then
    raise exception 'decided_by of % is not who is present', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger ends_in_own_name before insert or update of decided_by on withdrawals
  for each row when (new.decided_by is not null) execute function withdrawal_ends_in_own_name();

-- Who has seconded the payment of a single withdrawal, between who approved it and who pays it.
create table withdrawal_seconds (
  withdrawal_id bigint primary key references withdrawals,
  operator_id bigint not null references operators,
  at timestamptz not null
);
create trigger acts_in_own_name before insert or update on withdrawal_seconds
  for each row execute function acts_in_own_name('operator_id');

-- A saved method is removed, never changed: a withdrawal goes where its owner has seen it go. Once the account of its owner is closed it
-- loses what says where that was.
create function withdrawal_methods_guard() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.removed_at is not null or to_jsonb(new) - 'removed_at' <> to_jsonb(old) - 'removed_at' then
    raise exception 'a withdrawal method is not changed' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger withdrawal_methods_guard_delete before delete on withdrawal_methods
  for each row execute function withdrawal_methods_guard();
create trigger withdrawal_methods_guard before update on withdrawal_methods for each row
  when (not (new.label = 'closed' and erases_only(to_jsonb(old), to_jsonb(new),
    array['address', 'label', 'holder', 'sealed_card', 'card_hash', 'last_four', 'removed_at'])))
  execute function withdrawal_methods_guard();
create trigger erase_closed_only before update of label on withdrawal_methods for each row
  when (new.label <> old.label) execute function erase_closed_only();
create trigger refuse_kept before update of label on withdrawal_methods for each row
  when (new.label <> old.label) execute function refuse_kept();
create trigger refuse_closed before insert on withdrawal_methods for each row execute function refuse_closed();

-- Coins that are sold for real money though no network carries them out: what is bought of them is a claim on the house. Codes with blanks
-- between; none until two operators allow it.
insert into parameters (key, value, public) values ('spot_claims', '', true),
  -- What one demo account may have done in a day where others deal with real money: all that it leaves is kept for good.
  ('demo_orders_day_max', '500', true);
