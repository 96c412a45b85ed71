-- Holders add to the margin of an open position, and take out what is beyond its opening's. The ledger says so, and no other table.

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
    or old.status = 'open' and not parted and (new.maintenance, new.open_fee) is distinct from (old.maintenance, old.open_fee)
    or old.status = 'open' and not parted and new.margin is distinct from old.margin and new.status <> 'open'
  then
    raise exception 'the terms of position % are frozen', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;

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
