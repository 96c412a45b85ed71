-- Shares of a position that take their profit before the rest: prices in ticks and lots, nearest first; null for none.
alter table positions add column targets jsonb;

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

-- A part comes with the change of its order, once, and under the terms of that. One quote may close several, and the order itself after
-- them: that each number is given once, by a change that has exactly as much less, `parted_exactly` holds at the commit.
create or replace function part_of_an_order() returns trigger
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
