-- Orders that wait for a trigger or until a time, and that their holders give other terms meanwhile.
alter table positions add column trigger_price bigint; -- of a stop order, and of a stop-limit order
alter table positions add column triggered_at timestamptz; -- the quote by which a stop-limit order rests at its limit
alter table positions add column expires_at timestamptz; -- until when it waits; null for as long as nobody withdraws it
alter table positions add column amendments integer not null default 0; -- how often it was given other terms
create index positions_to_expire on positions (expires_at) where status = 'awaiting' and expires_at is not null;

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

-- Terms never change once a position is open. Of an order that waits they do where its holder says so, and each time is counted.
create or replace function positions_guard() returns trigger
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
