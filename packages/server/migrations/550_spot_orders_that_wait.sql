-- Spot orders wait for a trigger, for a take-profit or a stop-loss, and for no longer than they are told to; what waits can be amended.
-- Leftovers of coins are sold without a limit. What coins have cost has the fees in it from here on.
alter table spot_orders
  add column trigger_price bigint check (trigger_price > 0), -- what a stop-limit order begins at; the stop-loss beside a take-profit
  add column triggered_at timestamptz,
  add column expires_at timestamptz,
  add column amendments jsonb check (jsonb_typeof(amendments) = 'array' and jsonb_array_length(amendments) between 1 and 100),
  -- Coins that were bought before this have a cost without the fee of their purchase, which was in coins that they are not among.
  add column with_fees boolean not null default false,
  add column reason text check (reason in ('takeProfit', 'stopLoss', 'cancelled', 'expired', 'stopped', 'reset')),
  drop constraint spot_orders_order_type_check,
  drop constraint a_limit_order_has_a_limit,
  drop constraint a_market_order_never_waits,
  drop constraint filled_at_the_limit_or_better,
  add constraint spot_orders_order_type_check check (order_type in ('market', 'limit', 'stopLimit', 'oco', 'dust')),
  add constraint what_waits_has_a_limit check ((order_type in ('market', 'dust')) = (limit_price is null)),
  add constraint what_has_no_limit_never_waits check (limit_price is not null or status = 'filled'),
  add constraint a_trigger_where_one_belongs check ((order_type in ('stopLimit', 'oco')) = (trigger_price is not null)),
  add constraint stop_limits_begin check (triggered_at is null or order_type = 'stopLimit'),
  add constraint stop_limits_fill_once_begun check (order_type <> 'stopLimit' or status <> 'filled' or triggered_at is not null),
  add constraint pairs_and_leftovers_are_sold check (order_type not in ('oco', 'dust') or side = 'sell'),
  add constraint filled_at_what_it_waited_for check (
    case
      when order_type = 'oco' then filled_price >= limit_price or filled_price <= trigger_price
      when side = 'buy' then filled_price <= limit_price
      else filled_price >= limit_price
    end
  ),
  add constraint what_was_withdrawn_says_why check (
    case when status = 'open' then reason is null
      when status = 'filled' then (order_type = 'oco') = (reason is not null) and reason in ('takeProfit', 'stopLoss')
      else not with_fees or reason in ('cancelled', 'expired', 'stopped', 'reset') end
  );

create index spot_orders_expiring on spot_orders (id) where status = 'open' and expires_at is not null;
-- Once a day at most, whoever asks.
create unique index spot_orders_dust_once on spot_orders (user_id, book, base, ((created_at at time zone 'UTC')::date))
  where order_type = 'dust';
create index spot_orders_dust on spot_orders (user_id, book, created_at) where order_type = 'dust';

-- As before, but what waits may be amended, and each time its terms of before are kept.
create or replace function spot_orders_guard() returns trigger
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
