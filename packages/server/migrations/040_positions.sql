-- Leveraged contracts: orders that wait for their limit, open positions, and what became of them. Prices are ticks
-- (price × 10^price_scale), money is in micro-USDT, times are business time.
create table positions (
  id bigint generated always as identity primary key,
  order_no text not null unique check (order_no ~ '^C[0-9]{6}-[0-9A-Z]{10}$'), -- also the reference of its transfers and quotes
  user_id bigint not null references users,
  book text not null check (book in ('demo', 'real')),
  instrument_id text not null,
  code text not null,
  order_type text not null check (order_type in ('market', 'limit')),

  -- Frozen when it is ordered.
  side text not null check (side in ('long', 'short')),
  leverage integer not null check (leverage >= 1),
  lots numeric not null check (lots > 0),
  lot_size numeric not null check (lot_size > 0),
  price_scale smallint not null check (price_scale between 0 and 18),
  fee_rate numeric not null check (fee_rate >= 0 and fee_rate < 0.003),
  maintenance_rate numeric not null check (maintenance_rate >= 0 and maintenance_rate < 1),
  financing_rate numeric not null,
  limit_price bigint check (limit_price > 0),
  created_at timestamptz not null,

  -- Frozen when it opens; until then as it would be at the limit.
  conversion numeric not null check (conversion > 0), -- USDT for one unit of the quote currency
  open_price bigint check (open_price > 0),
  opened_at timestamptz,
  margin numeric(38, 0) not null check (margin > 0),
  maintenance numeric(38, 0) not null check (maintenance >= 0),
  open_fee numeric(38, 0) not null check (open_fee >= 0),

  -- While it lives.
  status text not null check (status in ('awaiting', 'open', 'closed', 'liquidated', 'closedEarly', 'cancelled')),
  hold numeric(38, 0) not null default 0 check (hold >= 0), -- in the order account
  margin_taken numeric(38, 0) not null default 0 check (margin_taken between 0 and margin), -- by financing
  financing numeric(38, 0) not null default 0, -- charged so far; negative was received
  financed_until timestamptz, -- the last moment of charging that is dealt with
  liquidation_price bigint check (liquidation_price > 0),
  stop_loss bigint check (stop_loss > 0),
  take_profit bigint check (take_profit > 0),
  trailing_distance bigint check (trailing_distance > 0),
  trailing_best bigint check (trailing_best > 0),
  quoted_at bigint not null, -- time of the quote that last decided something; later quotes may trigger

  -- When it has ended.
  close_reason text check (
    close_reason in ('stopLoss', 'takeProfit', 'trailingStop', 'manual', 'liquidation', 'cancelled', 'void', 'reset')
  ),
  close_price bigint check (close_price > 0),
  closed_at timestamptz,
  close_fee numeric(38, 0) check (close_fee >= 0),
  profit numeric(38, 0), -- fees and financing apart; never below minus the margin
  gap numeric(38, 0) not null default 0 check (gap >= 0), -- loss beyond the margin, not the holder's

  version integer not null default 1, -- counts changes, so that a late message is known as late
  changed xid8 not null default pg_current_xact_id(), -- the transaction of the last change: how the engine catches up

  constraint a_limit_order_has_a_limit check ((order_type = 'limit') = (limit_price is not null)),
  constraint what_awaits_has_no_price check (status <> 'awaiting' or (order_type = 'limit' and open_price is null)),
  constraint what_awaits_holds check ((status = 'awaiting') = (hold > 0)),
  constraint what_is_open_has_opened check (
    status not in ('open', 'closed', 'liquidated', 'closedEarly')
    or (open_price is not null and opened_at is not null and financed_until is not null)
  ),
  constraint what_has_ended_says_why check ((status in ('awaiting', 'open')) = (close_reason is null and closed_at is null)),
  constraint what_was_closed_has_a_result check (
    status not in ('closed', 'liquidated', 'closedEarly') or (close_price is not null and close_fee is not null and profit is not null)
  ),
  constraint no_loss_beyond_the_margin check (profit >= -margin)
) with (fillfactor = 80);

create index positions_of_account on positions (user_id, book, id desc);
create index positions_alive_of_account on positions (user_id, book) where status in ('awaiting', 'open');
create index positions_alive on positions (id) where status in ('awaiting', 'open');
create index positions_by_change on positions (changed);
create index positions_to_finance on positions (financed_until) where status = 'open';

-- Terms never change once frozen, an ended position never changes at all, and none is deleted: held here as well as in the
-- application, because it is what the product promises.
create function positions_guard() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'positions are kept for good' using errcode = 'insufficient_privilege';
  end if;
  if old.status not in ('awaiting', 'open') or (old.status = 'open' and new.status = 'awaiting') then
    raise exception 'position % is % and can''t become %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  if (new.order_no, new.user_id, new.book, new.instrument_id, new.code, new.order_type, new.side, new.leverage, new.lots,
      new.lot_size, new.price_scale, new.fee_rate, new.maintenance_rate, new.financing_rate, new.limit_price, new.created_at)
    is distinct from
     (old.order_no, old.user_id, old.book, old.instrument_id, old.code, old.order_type, old.side, old.leverage, old.lots,
      old.lot_size, old.price_scale, old.fee_rate, old.maintenance_rate, old.financing_rate, old.limit_price, old.created_at)
    or old.status = 'open' and (new.conversion, new.open_price, new.opened_at, new.margin, new.maintenance, new.open_fee)
    is distinct from (old.conversion, old.open_price, old.opened_at, old.margin, old.maintenance, old.open_fee)
  then
    raise exception 'the terms of position % are frozen', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger positions_guard before update or delete on positions for each row execute function positions_guard();

-- Not of `trailing_best`: that comes from the engine itself, for many positions at once.
create function positions_changed() returns trigger
language plpgsql as $$
begin
  new.version := old.version + 1;
  new.changed := pg_current_xact_id();
  return new;
end $$;
create trigger positions_changed
  before update of status, stop_loss, take_profit, trailing_distance, margin_taken, liquidation_price, financed_until on positions
  for each row execute function positions_changed();

-- Every financing charge of a position: at most one per moment of charging.
create table position_financing (
  position_id bigint not null references positions,
  due_at timestamptz not null,
  days smallint not null check (days in (1, 3)),
  amount numeric(38, 0) not null, -- negative was received
  from_margin numeric(38, 0) not null default 0 check (from_margin >= 0),
  primary key (position_id, due_at)
);
