-- What must hold of a position, checked by one trigger instead of some forty check constraints: those are parsed anew for each
-- statement, which cost more than writing the row with all its indexes. The names in refusals stay those of constraints.
do $$
declare
  name text;
begin
  for name in select conname from pg_constraint where conrelid = 'positions'::regclass and contype = 'c' loop
    execute format('alter table positions drop constraint %I', name);
  end loop;
end $$;

create function positions_sound() returns trigger
language plpgsql as $$
declare
  -- As in a check constraint, a condition that is null (a column that says nothing yet) holds.
  broken constant text := case
    when not (new.order_no ~ '^C[0-9]{6}-[0-9A-Z]{10}$') then 'order_no'
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
  end;
begin
  if broken is not null then
    raise exception 'position % is not sound: %', new.order_no, broken using errcode = 'check_violation', constraint = broken;
  end if;
  return new;
end $$;
-- Fires after the triggers that have a say in the row: they run in the order of their names.
create trigger positions_sound before insert or update on positions for each row execute function positions_sound();

-- An order of a popular instrument would lock the instrument's row together with everybody else's, for a check that can't
-- fail: instruments are never removed, and a quote comes from one of them.
alter table quotes_used drop constraint quotes_used_code_fkey;
