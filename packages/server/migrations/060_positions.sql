-- Leveraged contracts: orders that wait for their limit, a trigger or both, open positions, and what became of them. Prices are ticks
-- (price × 10^price_scale), money is in micro-USDT, times are business time. What must hold of each column, `positions_sound` says.
create table positions (
  id bigint generated always as identity primary key,
  order_no text not null unique, -- also the reference of its transfers and quotes
  user_id bigint not null references users,
  book text not null,
  instrument_id text not null,
  code text not null,
  order_type text not null,

  -- Frozen when it is ordered. Of an order that waits its holder may change lots, prices and end.
  side text not null,
  leverage integer not null,
  lots numeric not null,
  lot_size numeric not null,
  price_scale smallint not null,
  fee_rate numeric not null,
  maintenance_rate numeric not null,
  financing_rate numeric not null,
  limit_price bigint,
  trigger_price bigint, -- of a stop order, and of a stop-limit order
  triggered_at timestamptz, -- the quote by which a stop-limit order rests at its limit
  expires_at timestamptz, -- until when it waits; null for as long as nobody withdraws it
  amendments integer not null default 0, -- how often it was given other terms
  created_at timestamptz not null,

  -- Frozen when it opens; until then as it would be at the limit.
  conversion numeric not null, -- USDT for one unit of the quote currency
  open_price bigint,
  opened_at timestamptz,
  margin numeric(38, 0) not null,
  maintenance numeric(38, 0) not null,
  open_fee numeric(38, 0) not null,

  -- While it lives.
  status text not null,
  hold numeric(38, 0) not null default 0, -- in the order account
  margin_taken numeric(38, 0) not null default 0, -- by financing
  financing numeric(38, 0) not null default 0, -- charged so far; negative was received
  financed_until timestamptz, -- the last moment of charging that is dealt with
  liquidation_price bigint,
  stop_loss bigint,
  take_profit bigint,
  trailing_distance bigint,
  trailing_best bigint,
  targets jsonb, -- shares of it that take their profit before the rest: prices in ticks and lots, nearest first; null for none
  -- Part of it can be closed: the part is a row of its own, ended from the start, and the order goes on with what stays. `part_of` is the
  -- order of a part. No foreign key, which would be looked at by whoever opens an order: a trigger asks for parts alone.
  part_of bigint,
  parts integer not null default 0, -- how many parts of it have been closed
  -- Whether it has rows in `order_actions`. One glance at the order itself tells most of them that nothing is to be looked for.
  adjusted boolean not null default false,
  margin_warned boolean not null default false, -- that little margin is left; once, until the position has recovered
  quoted_at bigint not null, -- time of the quote that last decided something; later quotes may trigger

  -- When it has ended.
  close_reason text,
  close_price bigint,
  closed_at timestamptz,
  close_fee numeric(38, 0),
  profit numeric(38, 0), -- fees and financing apart; never below minus the margin
  gap numeric(38, 0) not null default 0, -- loss beyond the margin, not the holder's

  version integer not null default 1, -- counts changes, so that a late message is known as late
  changed xid8 not null default pg_current_xact_id() -- the transaction of the last change: how the engine catches up
) with (fillfactor = 80);

create index positions_of_account on positions (user_id, book, id desc);
create index positions_alive_of_account on positions (user_id, book) where status in ('awaiting', 'open');
create index positions_alive on positions (id) where status in ('awaiting', 'open');
create index positions_by_change on positions (changed);
create index positions_to_finance on positions (financed_until) where status = 'open';
create index positions_to_expire on positions (expires_at) where status = 'awaiting' and expires_at is not null;
create index positions_parts on positions (part_of) where part_of is not null;
-- What has ended is read by its ending: results of a period, histories, exports.
create index positions_ended_of_account on positions (user_id, book, closed_at desc, id desc) where closed_at is not null;
-- Those that have lived through a split or a dividend, which are few.
create index positions_adjusted_of_account on positions (user_id, book) where adjusted;

-- What must hold of a position, checked by one trigger instead of some forty check constraints: those are parsed anew for each
-- statement, which costs more than writing the row with all its indexes. The names in refusals are like those of constraints.
create function positions_sound() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  -- As in a check constraint, a condition that is null (a column that says nothing yet) holds.
  broken constant text := case
    when not (new.order_no ~ '^C[0-9]{6}-[0-9A-Z]{10}(/[1-9][0-9]*)?$') then 'order_no'
    when not (new.book in ('demo', 'real')) then 'book'
    when not (new.order_type in ('market', 'limit', 'stop', 'stopLimit')) then 'order_type'
    when not (new.side in ('long', 'short')) then 'side'
    when not (new.leverage >= 1) then 'leverage'
    when not (new.lots > 0 and new.lot_size > 0) then 'lots'
    when not (new.price_scale between 0 and 18) then 'price_scale'
    when not (new.fee_rate >= 0 and new.fee_rate < 0.003) then 'fee_rate'
    when not (new.maintenance_rate >= 0 and new.maintenance_rate < 1) then 'maintenance_rate'
    when not (new.limit_price > 0) then 'limit_price'
    when not (new.trigger_price > 0) then 'trigger_price'
    when not (new.conversion > 0) then 'conversion'
    when not (new.open_price > 0) then 'open_price'
    when not (new.margin > 0) then 'margin'
    when not (new.maintenance >= 0) then 'maintenance'
    when not (new.open_fee >= 0) then 'open_fee'
    when not (new.status in ('awaiting', 'open', 'closed', 'liquidated', 'closedEarly', 'cancelled')) then 'status'
    when not (new.hold >= 0) then 'hold'
    when not (new.margin_taken between 0 and new.margin) then 'margin_taken'
    when not (new.liquidation_price > 0) then 'liquidation_price'
    when not (new.stop_loss > 0) then 'stop_loss'
    when not (new.take_profit > 0) then 'take_profit'
    when not (new.trailing_distance > 0 and new.trailing_best > 0) then 'trailing'
    when not (new.close_reason in
      ('stopLoss', 'takeProfit', 'trailingStop', 'manual', 'liquidation', 'cancelled', 'expired', 'uncovered', 'void', 'reset'))
      then 'close_reason'
    when not (new.close_price > 0) then 'close_price'
    when not (new.close_fee >= 0) then 'close_fee'
    when not (new.gap >= 0) then 'gap'
    when (new.order_type in ('limit', 'stopLimit')) <> (new.limit_price is not null) then 'a_limit_order_has_a_limit'
    when (new.order_type in ('stop', 'stopLimit')) <> (new.trigger_price is not null) then 'a_stop_order_has_a_trigger'
    when new.triggered_at is not null and new.order_type <> 'stopLimit' then 'what_rests_was_triggered'
    when new.order_type = 'stopLimit' and new.open_price is not null and new.triggered_at is null then 'what_rests_was_triggered'
    when new.status = 'awaiting' and not (new.order_type <> 'market' and new.open_price is null) then 'what_awaits_has_no_price'
    when (new.status = 'awaiting') <> (new.hold > 0) then 'what_awaits_holds'
    when new.status in ('open', 'closed', 'liquidated', 'closedEarly')
      and num_nulls(new.open_price, new.opened_at, new.financed_until) > 0 then 'what_is_open_has_opened'
    when (new.status in ('awaiting', 'open')) <> (new.close_reason is null and new.closed_at is null) then 'what_has_ended_says_why'
    when new.close_reason = 'expired' and new.expires_at is distinct from new.closed_at then 'what_expired_had_an_end'
    when new.close_reason = 'uncovered' and new.order_type <> 'stop' then 'what_is_uncovered_was_a_stop'
    when new.status in ('closed', 'liquidated', 'closedEarly')
      and num_nulls(new.close_price, new.close_fee, new.profit) > 0 then 'what_was_closed_has_a_result'
    when not (new.profit >= -new.margin) then 'no_loss_beyond_the_margin'
    when not (new.parts between 0 and 100) then 'parts'
    when not (new.amendments between 0 and 100) then 'amendments'
    when (new.part_of is not null) <> (new.order_no like '%/%') then 'a_part_has_a_number'
    when new.part_of is not null and (new.close_price is null or new.parts <> 0) then 'a_part_has_been_closed'
  end;
begin
  if broken is not null then
    raise exception 'position % is not sound: %', new.order_no, broken using errcode = 'check_violation', constraint = broken;
  end if;
  return new;
end $$;
-- Fires after the triggers that have a say in the row: they run in the order of their names.
create trigger positions_sound before insert or update on positions for each row execute function positions_sound();

-- At most five, each of some lots at some price, and together no more than there are.
create function targets_sound(p_targets jsonb, p_lots numeric) returns boolean
language sql immutable set search_path = public, pg_temp as $$
  select case when jsonb_typeof(p_targets) = 'array' then (
    select count(*) between 1 and 5 and count(distinct t.price) = count(*) and bool_and(t.price > 0 and t.lots > 0) and sum(t.lots) <= p_lots
    from jsonb_to_recordset(p_targets) t (price bigint, lots numeric)
  ) else false end
$$;

-- Beside `positions_sound`, which looks at every row: this one at those that have any.
create function positions_targets_sound() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if targets_sound(new.targets, new.lots) is not true or new.part_of is not null then
    raise exception 'position % is not sound: targets', new.order_no using errcode = 'check_violation', constraint = 'targets';
  end if;
  return new;
end $$;
create trigger positions_targets_sound before insert or update on positions
  for each row when (new.targets is not null) execute function positions_targets_sound();

-- Terms never change once a position is open. Of an order that waits they do where its holder says so, and each time is counted. Lots, and
-- what was set aside and paid for them, become less by a part that is closed, and by nothing else; holders add to the margin, and take out
-- what is beyond its opening's: the ledger says so, and no other table. An ended position never changes at all, and none is deleted: held here as well as in the application,
-- because it is what the product promises.
create function positions_guard() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  parted constant boolean := new.parts = old.parts + 1 and old.status = 'open' and new.status = 'open' and new.lots < old.lots;
  amended constant boolean := new.amendments = old.amendments + 1 and old.status = 'awaiting' and new.status = 'awaiting';
begin
  if tg_op = 'DELETE' then
    raise exception 'positions are kept for good' using errcode = 'insufficient_privilege';
  end if;
  if old.status not in ('awaiting', 'open') or (old.status = 'open' and new.status = 'awaiting') then
    raise exception 'position % is % and can''t become %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  if (new.order_no, new.user_id, new.book, new.instrument_id, new.code, new.order_type, new.side, new.leverage,
      new.lot_size, new.price_scale, new.fee_rate, new.maintenance_rate, new.financing_rate, new.created_at, new.part_of)
    is distinct from
     (old.order_no, old.user_id, old.book, old.instrument_id, old.code, old.order_type, old.side, old.leverage,
      old.lot_size, old.price_scale, old.fee_rate, old.maintenance_rate, old.financing_rate, old.created_at, old.part_of)
    or not amended and (new.limit_price, new.trigger_price, new.amendments)
      is distinct from (old.limit_price, old.trigger_price, old.amendments)
    or not parted and not amended and new.lots <> old.lots
    or not parted and new.parts <> old.parts
    or old.triggered_at is not null and new.triggered_at is distinct from old.triggered_at
    or old.status = 'open' and (new.conversion, new.open_price, new.opened_at, new.expires_at, new.triggered_at)
      is distinct from (old.conversion, old.open_price, old.opened_at, old.expires_at, old.triggered_at)
    or old.status = 'open' and not parted and (new.maintenance, new.open_fee) is distinct from (old.maintenance, old.open_fee)
    or old.status = 'open' and not parted and new.margin is distinct from old.margin and new.status <> 'open'
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
  before update of status, stop_loss, take_profit, trailing_distance, margin_taken, liquidation_price, financed_until, margin_warned
  on positions
  for each row execute function positions_changed();

create trigger refuse_closed before insert on positions for each row execute function refuse_closed();
create trigger refuse_under_action after insert on positions
  referencing new table as opened for each statement execute function refuse_under_action();
create trigger adjusted_by_a_row before update on positions
  for each row when (new.adjusted is distinct from old.adjusted) execute function adjusted_by_a_row('contracts');

-- Every financing charge of a position: at most one per moment of charging.
create table position_financing (
  position_id bigint not null references positions,
  due_at timestamptz not null,
  days smallint not null check (days in (1, 3)),
  amount numeric(38, 0) not null, -- negative was received
  from_margin numeric(38, 0) not null default 0 check (from_margin >= 0),
  primary key (position_id, due_at)
);

-- What stands behind a position is what is held for it: at the commit that has moved any of it the ledger says the same.
create function margin_as_booked() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  now_held numeric;
begin
  select coalesce(sum(e.amount), 0) into now_held
  from ledger_transactions t join ledger_entries e on e.transaction_id = t.id join ledger_accounts a on a.id = e.account_id
  where a.kind = 'margin' and (t.reference = new.order_no
    or t.reference in (select p.order_no from positions p where p.part_of = new.id));
  if now_held is distinct from (select p.margin - p.margin_taken from positions p where p.id = new.id and p.status = 'open')
    and exists (select from positions p where p.id = new.id and p.status = 'open')
  then
    raise exception 'position % does not have the margin that is held for it', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger margin_as_booked after update on positions deferrable initially deferred
  for each row when (new.status = 'open' and old.status = 'open' and new.margin <> old.margin) execute function margin_as_booked();

-- Terms that an order had while it waited, until its holder gave it others.
create table superseded_terms (
  position_id bigint not null references positions,
  number integer not null check (number between 1 and 100), -- 1 for those that it was placed with
  lots numeric not null check (lots > 0),
  limit_price bigint check (limit_price > 0),
  trigger_price bigint check (trigger_price > 0),
  conversion numeric not null check (conversion > 0),
  hold numeric(38, 0) not null check (hold > 0),
  until timestamptz not null,
  primary key (position_id, number)
);

-- Terms that an order had stand written down as they were, and what it holds now is what the ledger holds for it.
create function amended_exactly() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (
    select from superseded_terms s where s.position_id = old.id and s.number = new.amendments
      and (s.lots, s.limit_price, s.trigger_price, s.conversion, s.hold)
        is not distinct from (old.lots, old.limit_price, old.trigger_price, old.conversion, old.hold)
  ) or new.hold is distinct from (
    select sum(e.amount) from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      join ledger_accounts a on a.id = e.account_id
    where a.kind = 'order' and t.reference = new.order_no
  ) then
    raise exception 'order % was not changed as it is written down', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger amended_exactly after update on positions deferrable initially deferred
  for each row when (new.amendments <> old.amendments) execute function amended_exactly();

-- What an order has less of is what its part has, to the last unit. What has been charged may have become more in the same transaction:
-- of the margin, and of financing, of which each charge has a row.
create function parted_exactly() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (
    select from positions p where p.order_no = new.order_no || '/' || new.parts and p.part_of = new.id
      and (p.lots, p.margin, p.maintenance, p.open_fee)
        = (old.lots - new.lots, old.margin - new.margin, old.maintenance - new.maintenance, old.open_fee - new.open_fee)
      and p.margin_taken + new.margin_taken >= old.margin_taken
  ) or (select sum(p.financing) from positions p where p.id = new.id or p.part_of = new.id)
    <> (select coalesce(sum(f.amount), 0) from position_financing f where f.position_id = new.id)
  then
    raise exception 'part % of position % is not what the position has less of', new.parts, new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger parted_exactly after update on positions deferrable initially deferred
  for each row when (new.parts <> old.parts) execute function parted_exactly();

-- A part comes with the change of its order, once, and under the terms of that. One quote may close several, and the order itself after
-- them: that each number is given once, by a change that has exactly as much less, `parted_exactly` holds at the commit.
create function part_of_an_order() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (
    select from positions o where o.id = new.part_of
      and split_part(new.order_no, '/', 1) = o.order_no and split_part(new.order_no, '/', 2)::integer between 1 and o.parts
      and (o.status = 'open' or o.closed_at >= new.closed_at)
      and (o.user_id, o.book, o.instrument_id, o.code, o.order_type, o.side, o.leverage, o.lot_size, o.price_scale, o.fee_rate,
          o.maintenance_rate, o.financing_rate, o.limit_price, o.created_at, o.conversion, o.open_price, o.opened_at)
        is not distinct from
          (new.user_id, new.book, new.instrument_id, new.code, new.order_type, new.side, new.leverage, new.lot_size, new.price_scale,
          new.fee_rate, new.maintenance_rate, new.financing_rate, new.limit_price, new.created_at, new.conversion, new.open_price,
          new.opened_at)
  ) then
    raise exception 'position % is no part of %', new.order_no, new.part_of using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger part_of_an_order before insert on positions
  for each row when (new.part_of is not null) execute function part_of_an_order();

-- The splits that an order had lived through when a part of it was closed at a price of that time.
create function part_splits(p_order bigint, p_quoted_at bigint) returns jsonb
language sql volatile set search_path = public, pg_temp as $$
  select jsonb_agg(split order by (split ->> 'action')::bigint)
  from jsonb_array_elements(order_splits('contracts', p_order)) split where (split ->> 'since')::bigint < p_quoted_at
$$;
