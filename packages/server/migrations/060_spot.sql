-- Spot: coins bought and sold for USDT. Prices are ticks (price × 10^price_scale), amounts are in the smallest unit of their
-- asset, times are business time. A buyer pays USDT and receives coins, a seller the reverse.
create table spot_orders (
  id bigint generated always as identity primary key,
  order_no text not null unique check (order_no ~ '^S[0-9]{6}-[0-9A-Z]{10}$'), -- also the reference of its transfers and quotes
  user_id bigint not null references users,
  book text not null check (book in ('demo', 'real')),
  instrument_id text not null,
  code text not null,

  -- Frozen when it is placed.
  order_type text not null check (order_type in ('market', 'limit')),
  side text not null check (side in ('buy', 'sell')),
  base text not null,
  quantity numeric(38, 0) not null check (quantity > 0), -- of the coin
  sized_by text not null check (sized_by in ('quantity', 'turnover')),
  price_scale smallint not null check (price_scale between 0 and 18),
  fee_rate numeric not null check (fee_rate >= 0 and fee_rate < 0.003),
  limit_price bigint check (limit_price > 0),
  created_at timestamptz not null,

  -- While it waits.
  status text not null check (status in ('open', 'filled', 'cancelled')),
  hold numeric(38, 0) not null default 0 check (hold >= 0), -- in the order account, of the asset paid
  quoted_at bigint not null, -- time of the quote that last decided something; later quotes may fill it

  -- When it has ended.
  filled_price bigint check (filled_price > 0),
  paid numeric(38, 0) check (paid > 0),
  received numeric(38, 0) check (received > 0), -- before the fee
  fee numeric(38, 0) check (fee between 0 and received), -- of the asset received
  profit numeric(38, 0), -- of a sale, in micro-USDT, against the average cost of the coins; fees apart
  cost numeric(38, 0) check (cost >= 0), -- what the coins sold had cost
  ended_at timestamptz,

  version integer not null default 1, -- counts changes, so that a late message is known as late
  changed xid8 not null default pg_current_xact_id(), -- the transaction of the last change: how the engine catches up

  constraint a_limit_order_has_a_limit check ((order_type = 'limit') = (limit_price is not null)),
  constraint a_market_order_never_waits check (order_type = 'limit' or status = 'filled'),
  constraint what_waits_holds check ((status = 'open') = (hold > 0)),
  constraint what_waits_has_not_ended check ((status = 'open') = (ended_at is null)),
  constraint what_is_filled_has_a_deal check (num_nonnulls(filled_price, paid, received, fee) = case status when 'filled' then 4 else 0 end),
  constraint a_sale_has_a_result check (num_nonnulls(profit, cost) = case when status = 'filled' and side = 'sell' then 2 else 0 end),
  constraint filled_at_the_limit_or_better check (
    case side when 'buy' then filled_price <= limit_price else filled_price >= limit_price end
  )
) with (fillfactor = 80);

create index spot_orders_of_account on spot_orders (user_id, book, id desc);
create index spot_orders_open_of_account on spot_orders (user_id, book) where status = 'open';
create index spot_orders_open on spot_orders (id) where status = 'open';
create index spot_orders_by_change on spot_orders (changed);

-- Terms never change once frozen, an ended order never changes at all, and none is deleted.
create function spot_orders_guard() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'spot orders are kept for good' using errcode = 'insufficient_privilege';
  end if;
  if old.status <> 'open' then
    raise exception 'spot order % is % and can''t change', old.id, old.status using errcode = 'check_violation';
  end if;
  if (new.order_no, new.user_id, new.book, new.instrument_id, new.code, new.order_type, new.side, new.base, new.quantity,
      new.sized_by, new.price_scale, new.fee_rate, new.limit_price, new.created_at)
    is distinct from
     (old.order_no, old.user_id, old.book, old.instrument_id, old.code, old.order_type, old.side, old.base, old.quantity,
      old.sized_by, old.price_scale, old.fee_rate, old.limit_price, old.created_at)
  then
    raise exception 'the terms of spot order % are frozen', old.id using errcode = 'check_violation';
  end if;
  new.version := old.version + 1;
  new.changed := pg_current_xact_id();
  return new;
end $$;
create trigger spot_orders_guard before update or delete on spot_orders for each row execute function spot_orders_guard();

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
