-- A trailing stop that is a share of the opening price is one of the price at which the position opens, and not of the one that the order
-- waited for. The share is kept while it waits. What was ordered before keeps the distance that was worked out then.
alter table positions add column if not exists trailing_bps integer; -- hundredths of a percent

create or replace function positions_sound() returns trigger
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
    when new.trailing_bps is not null and (new.trailing_bps not between 1 and 10000 or new.trailing_distance is null or new.status = 'open') then 'trailing_bps'
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
