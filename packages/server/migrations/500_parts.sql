-- Part of a position can be closed: the part is a row of its own, ended from the start, and the order goes on with what stays.
-- The order that it is a part of. No foreign key, which would be looked at by whoever opens an order: a trigger asks for parts alone.
alter table positions add column part_of bigint;
alter table positions add column parts integer not null default 0; -- how many parts of it have been closed
create index positions_parts on positions (part_of) where part_of is not null;

create or replace function positions_sound() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  -- As in a check constraint, a condition that is null (a column that says nothing yet) holds.
  broken constant text := case
    when not (new.order_no ~ '^C[0-9]{6}-[0-9A-Z]{10}(/[1-9][0-9]*)?$') then 'order_no'
    when not (new.book in ('demo', 'real')) then 'book'
    when not (new.order_type in ('market', 'limit')) then 'order_type'
    when not (new.side in ('long', 'short')) then 'side'
    when not (new.leverage >= 1) then 'leverage'
    when not (new.lots > 0 and new.lot_size > 0) then 'lots'
    when not (new.price_scale between 0 and 18) then 'price_scale'
    when not (new.fee_rate >= 0 and new.fee_rate < 0.003) then 'fee_rate'
    when not (new.maintenance_rate >= 0 and new.maintenance_rate < 1) then 'maintenance_rate'
    when not (new.limit_price > 0) then 'limit_price'
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
      ('stopLoss', 'takeProfit', 'trailingStop', 'manual', 'liquidation', 'cancelled', 'void', 'reset')) then 'close_reason'
    when not (new.close_price > 0) then 'close_price'
    when not (new.close_fee >= 0) then 'close_fee'
    when not (new.gap >= 0) then 'gap'
    when (new.order_type = 'limit') <> (new.limit_price is not null) then 'a_limit_order_has_a_limit'
    when new.status = 'awaiting' and not (new.order_type = 'limit' and new.open_price is null) then 'what_awaits_has_no_price'
    when (new.status = 'awaiting') <> (new.hold > 0) then 'what_awaits_holds'
    when new.status in ('open', 'closed', 'liquidated', 'closedEarly')
      and num_nulls(new.open_price, new.opened_at, new.financed_until) > 0 then 'what_is_open_has_opened'
    when (new.status in ('awaiting', 'open')) <> (new.close_reason is null and new.closed_at is null) then 'what_has_ended_says_why'
    when new.status in ('closed', 'liquidated', 'closedEarly')
      and num_nulls(new.close_price, new.close_fee, new.profit) > 0 then 'what_was_closed_has_a_result'
    when not (new.profit >= -new.margin) then 'no_loss_beyond_the_margin'
    when not (new.parts between 0 and 100) then 'parts'
    when (new.part_of is not null) <> (new.order_no like '%/%') then 'a_part_has_a_number'
    when new.part_of is not null and (new.close_price is null or new.parts <> 0) then 'a_part_has_been_closed'
  end;
begin
  if broken is not null then
    raise exception 'position % is not sound: %', new.order_no, broken using errcode = 'check_violation', constraint = broken;
  end if;
  return new;
end $$;

-- Terms never change once frozen. Lots, and what was set aside and paid for them, become less by a part that is closed, and by nothing else.
create or replace function positions_guard() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  parted constant boolean := new.parts = old.parts + 1 and old.status = 'open' and new.status = 'open' and new.lots < old.lots;
begin
  if tg_op = 'DELETE' then
    raise exception 'positions are kept for good' using errcode = 'insufficient_privilege';
  end if;
  if old.status not in ('awaiting', 'open') or (old.status = 'open' and new.status = 'awaiting') then
    raise exception 'position % is % and can''t become %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  if (new.order_no, new.user_id, new.book, new.instrument_id, new.code, new.order_type, new.side, new.leverage,
      new.lot_size, new.price_scale, new.fee_rate, new.maintenance_rate, new.financing_rate, new.limit_price, new.created_at, new.part_of)
    is distinct from
     (old.order_no, old.user_id, old.book, old.instrument_id, old.code, old.order_type, old.side, old.leverage,
      old.lot_size, old.price_scale, old.fee_rate, old.maintenance_rate, old.financing_rate, old.limit_price, old.created_at, old.part_of)
    or not parted and (new.lots, new.parts) is distinct from (old.lots, old.parts)
    or old.status = 'open' and (new.conversion, new.open_price, new.opened_at) is distinct from (old.conversion, old.open_price, old.opened_at)
    or old.status = 'open' and not parted
      and (new.margin, new.maintenance, new.open_fee) is distinct from (old.margin, old.maintenance, old.open_fee)
  then
    raise exception 'the terms of position % are frozen', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;

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

-- A part comes with the change of its order, once, and under the terms of that.
create function part_of_an_order() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (
    select from positions o where o.id = new.part_of and new.order_no = o.order_no || '/' || o.parts and o.status = 'open'
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
