-- Spot: coins bought and sold for USDT. Prices are ticks (price × 10^price_scale), amounts are in the smallest unit of their
-- asset, times are business time. A buyer pays USDT and receives coins, a seller the reverse. Orders wait for their limit or a trigger,
-- for a take-profit or a stop-loss, and for no longer than they are told to; leftovers of coins are sold without a limit.
create table spot_orders (
  id bigint generated always as identity primary key,
  order_no text not null unique check (order_no ~ '^S[0-9]{6}-[0-9A-Z]{10}$'), -- also the reference of its transfers and quotes
  user_id bigint not null references users,
  book text not null check (book in ('demo', 'real')),
  instrument_id text not null,
  code text not null,

  -- Frozen when it is placed. While it waits its holder may change quantity, prices and end.
  order_type text not null check (order_type in ('market', 'limit', 'stopLimit', 'oco', 'dust')),
  side text not null check (side in ('buy', 'sell')),
  base text not null,
  quantity numeric(38, 0) not null check (quantity > 0), -- of the coin
  sized_by text not null check (sized_by in ('quantity', 'turnover')),
  price_scale smallint not null check (price_scale between 0 and 18),
  fee_rate numeric not null check (fee_rate >= 0 and fee_rate < 0.003),
  limit_price bigint check (limit_price > 0),
  trigger_price bigint check (trigger_price > 0), -- what a stop-limit order begins at; the stop-loss beside a take-profit
  expires_at timestamptz,
  with_fees boolean not null default false, -- whether what its coins have cost has the fee of their purchase in it
  created_at timestamptz not null,

  -- While it waits.
  status text not null check (status in ('open', 'filled', 'cancelled')),
  hold numeric(38, 0) not null default 0 check (hold >= 0), -- in the order account, of the asset paid
  triggered_at timestamptz,
  -- The terms that it had before each change.
  amendments jsonb check (jsonb_typeof(amendments) = 'array' and jsonb_array_length(amendments) between 1 and 100),
  quoted_at bigint not null, -- time of the quote that last decided something; later quotes may fill it

  -- When it has ended.
  reason text check (reason in ('takeProfit', 'stopLoss', 'cancelled', 'expired', 'stopped', 'reset')),
  filled_price bigint check (filled_price > 0),
  paid numeric(38, 0) check (paid > 0),
  received numeric(38, 0) check (received > 0), -- before the fee
  fee numeric(38, 0) check (fee between 0 and received), -- of the asset received
  profit numeric(38, 0), -- of a sale, in micro-USDT, against the average cost of the coins; fees apart
  cost numeric(38, 0) check (cost >= 0), -- what the coins sold had cost
  ended_at timestamptz,

  version integer not null default 1, -- counts changes, so that a late message is known as late
  changed xid8 not null default pg_current_xact_id(), -- the transaction of the last change: how the engine catches up

  constraint what_waits_has_a_limit check ((order_type in ('market', 'dust')) = (limit_price is null)),
  constraint what_has_no_limit_never_waits check (limit_price is not null or status = 'filled'),
  constraint a_trigger_where_one_belongs check ((order_type in ('stopLimit', 'oco')) = (trigger_price is not null)),
  constraint stop_limits_begin check (triggered_at is null or order_type = 'stopLimit'),
  constraint stop_limits_fill_once_begun check (order_type <> 'stopLimit' or status <> 'filled' or triggered_at is not null),
  constraint pairs_and_leftovers_are_sold check (order_type not in ('oco', 'dust') or side = 'sell'),
  constraint what_waits_holds check ((status = 'open') = (hold > 0)),
  constraint what_waits_has_not_ended check ((status = 'open') = (ended_at is null)),
  constraint what_is_filled_has_a_deal check (num_nonnulls(filled_price, paid, received, fee) = case status when 'filled' then 4 else 0 end),
  constraint a_sale_has_a_result check (num_nonnulls(profit, cost) = case when status = 'filled' and side = 'sell' then 2 else 0 end),
  constraint filled_at_what_it_waited_for check (
    case
      when order_type = 'oco' then filled_price >= limit_price or filled_price <= trigger_price
      when side = 'buy' then filled_price <= limit_price
      else filled_price >= limit_price
    end
  ),
  constraint what_was_withdrawn_says_why check (
    case when status = 'open' then reason is null
      when status = 'filled' then (order_type = 'oco') = (reason is not null) and reason in ('takeProfit', 'stopLoss')
      else not with_fees or reason in ('cancelled', 'expired', 'stopped', 'reset') end
  )
) with (fillfactor = 80);

create index spot_orders_of_account on spot_orders (user_id, book, id desc);
create index spot_orders_open_of_account on spot_orders (user_id, book) where status = 'open';
create index spot_orders_open on spot_orders (id) where status = 'open';
create index spot_orders_by_change on spot_orders (changed);
create index spot_orders_expiring on spot_orders (id) where status = 'open' and expires_at is not null;
-- Once a day at most, whoever asks.
create unique index spot_orders_dust_once on spot_orders (user_id, book, base, ((created_at at time zone 'UTC')::date))
  where order_type = 'dust';
create index spot_orders_dust on spot_orders (user_id, book, created_at) where order_type = 'dust';
-- What has ended is read by its ending.
create index spot_orders_ended_of_account on spot_orders (user_id, book, ended_at desc, id desc) where ended_at is not null;

-- Terms never change but of what waits, whose terms of before are kept each time; an ended order never changes at all, and none is
-- deleted.
create function spot_orders_guard() returns trigger
language plpgsql as $$
declare
  amended constant boolean := new.amendments is distinct from old.amendments;
begin
  if tg_op = 'DELETE' then
    raise exception 'spot orders are kept for good' using errcode = 'insufficient_privilege';
  end if;
  if old.status <> 'open' then
    raise exception 'spot order % is % and can''t change', old.id, old.status using errcode = 'check_violation';
  end if;
  if (new.order_no, new.user_id, new.book, new.instrument_id, new.code, new.order_type, new.side, new.base,
      new.price_scale, new.fee_rate, new.created_at)
    is distinct from
     (old.order_no, old.user_id, old.book, old.instrument_id, old.code, old.order_type, old.side, old.base,
      old.price_scale, old.fee_rate, old.created_at)
    or old.triggered_at is not null and new.triggered_at is distinct from old.triggered_at
    or not amended and (new.quantity, new.sized_by, new.limit_price, new.trigger_price, new.expires_at)
      is distinct from (old.quantity, old.sized_by, old.limit_price, old.trigger_price, old.expires_at)
  then
    raise exception 'the terms of spot order % are frozen', old.id using errcode = 'check_violation';
  end if;
  if amended and (new.amendments - -1 is distinct from coalesce(old.amendments, '[]')
    or (new.amendments -> -1 ->> 'quantity')::numeric is distinct from old.quantity
    or (new.amendments -> -1 ->> 'limitPrice')::bigint is distinct from old.limit_price
    or (new.amendments -> -1 ->> 'triggerPrice')::bigint is distinct from old.trigger_price
    or (new.amendments -> -1 ->> 'expiresAt')::timestamptz is distinct from old.expires_at
    or (new.amendments -> -1 ->> 'hold')::numeric is distinct from old.hold)
  then
    raise exception 'what spot order % was before it was amended is not kept', old.id using errcode = 'check_violation';
  end if;
  new.version := old.version + 1;
  new.changed := pg_current_xact_id();
  return new;
end $$;
create trigger spot_orders_guard before update or delete on spot_orders for each row execute function spot_orders_guard();
create trigger refuse_closed before insert on spot_orders for each row execute function refuse_closed();

-- What an order of coins holds after an amendment is what the ledger holds for it: nothing once it has filled by that.
create function spot_amended_exactly() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if new.hold is distinct from (
    select sum(e.amount) from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      join ledger_accounts a on a.id = e.account_id
    where a.kind = 'order' and t.reference = new.order_no
  ) then
    raise exception 'spot order % does not hold what the books say', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger spot_amended_exactly after update on spot_orders deferrable initially deferred
  for each row when (new.amendments is distinct from old.amendments) execute function spot_amended_exactly();

-- The coins of an account that were bought here and not sold yet, and what they cost. Written under the lock of the coin's
-- available balance, which every fill takes.
create table spot_costs (
  user_id bigint not null references users,
  book text not null check (book in ('demo', 'real')),
  asset text not null,
  quantity numeric(38, 0) not null check (quantity >= 0),
  cost numeric(38, 0) not null check (cost >= 0), -- micro-USDT
  primary key (user_id, book, asset)
);

-- What an account was worth, once an hour of business time, where something may have changed since the hour before.
create table equity_points (
  user_id bigint not null references users,
  book text not null check (book in ('demo', 'real')),
  hour timestamptz not null check (hour = date_trunc('hour', hour, 'UTC')),
  at timestamptz not null, -- the moment in that hour at which it was valued
  equity numeric(38, 0) not null, -- micro-USDT
  entries bigint not null, -- in the account's books by then: an account without new ones and without risk stands still
  primary key (user_id, book, hour)
);
