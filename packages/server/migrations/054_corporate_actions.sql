-- What two operators say of an instrument: prices that are the market's own, how many units there are, splits and dividends.

-- Prices that two operators have called the market's own, though they are far from the close that was made at `close_time_ms`.
create table real_prices (
  id bigint generated always as identity primary key,
  code text not null references instruments,
  source text not null check (source in ('live', 'simulated', 'replay')),
  close_time_ms bigint not null,
  price bigint not null check (price > 0), -- the mid that they were shown
  proposal_id bigint not null unique references proposals,
  at timestamptz not null
);
create index real_prices_by_code on real_prices (code, source, id desc);
create trigger append_only before update or delete or truncate on real_prices
  for each statement execute function market_refuse_change();
create constraint trigger approved_by_two after insert on real_prices
  deferrable initially deferred for each row execute function approved_by_two('instrument.realPrice');

-- How many shares, fund units or coins there are: what the market value is reckoned from. Recorded by two operators with source and
-- date; the latest counts, and those before it stay.
create table instrument_units (
  id bigint generated always as identity primary key,
  code text not null references instruments,
  units numeric not null check (units > 0),
  source text not null check (length(source) between 1 and 120),
  as_of date not null,
  proposal_id bigint not null unique references proposals,
  approved_at timestamptz not null
);
create index instrument_units_latest on instrument_units (code, as_of desc, id desc);

create constraint trigger approved_by_two after insert on instrument_units
  deferrable initially deferred for each row execute function approved_by_two('instrument.recordUnits');

-- Splits and dividends of what is listed, recorded by two operators. An action says what a unit becomes, or what is paid for it;
-- orders keep their frozen terms, and what they have lived through stands in rows of their own beside them.
create table corporate_actions (
  id bigint generated always as identity primary key,
  code text not null references instruments,
  kind text not null check (kind in ('split', 'reverseSplit', 'dividend')),
  to_units bigint check (to_units between 1 and 1000), -- new units for `from_units` old ones
  from_units bigint check (from_units between 1 and 1000),
  per_unit numeric check (per_unit > 0), -- of a dividend, in the currency of the price
  first_day date not null, -- the first that trades in new units, or without the dividend
  begins_at timestamptz not null, -- the end of the last session before it
  opens_at timestamptz not null check (opens_at >= begins_at), -- from here on no price is believed before it is done
  proposal_id bigint not null unique references proposals,
  approved_at timestamptz not null,
  withdrawal_id bigint unique references proposals, -- null unless two operators have taken it back before it began
  recorded_again boolean not null default false, -- whether a later one of its kind counts for the day; nobody records one so
  -- Once it has begun.
  begun_at timestamptz,
  begun_in xid8, -- the transaction that began it
  position bigint, -- of the tape: what comes later is in new units
  quoted_ms bigint, -- time of the last quote in old units
  close_price bigint check (close_price > 0), -- its mid, in ticks
  close_time_ms bigint, -- of the session's close that first prices are compared with
  done_at timestamptz,
  constraint a_split_has_a_ratio check ((kind = 'dividend') = (to_units is null) and (to_units is null) = (from_units is null)),
  constraint a_split_makes_more check (case kind when 'split' then to_units > from_units when 'reverseSplit' then to_units < from_units else true end),
  constraint a_dividend_has_an_amount check ((kind = 'dividend') = (per_unit is not null)),
  constraint what_has_begun_has_a_place check (num_nulls(begun_at, begun_in, position, quoted_ms) in (0, 4)),
  constraint what_is_done_has_begun check (done_at is null or begun_at is not null),
  constraint what_has_begun_stays check (withdrawal_id is null or begun_at is null)
);
-- One at a time: the next one would not know what this one leaves behind.
create unique index corporate_actions_under_way on corporate_actions (code) where done_at is null and withdrawal_id is null;
create index corporate_actions_by_code on corporate_actions (code, id);
-- Nobody records the same twice for a day: prices would be told seven times seven. Its reverse is of another kind.
create unique index corporate_actions_once on corporate_actions (code, kind, first_day)
  where withdrawal_id is null and not recorded_again;
create function refuse_recorded_again() returns trigger
language plpgsql set search_path = "$user", public, pg_temp as $$
begin
  raise exception 'corporate action of % is recorded once for a day', new.code using errcode = 'check_violation';
end $$;
create trigger refuse_recorded_again before insert on corporate_actions
  for each row when (new.recorded_again) execute function refuse_recorded_again();

create constraint trigger approved_by_two after insert on corporate_actions
  deferrable initially deferred for each row execute function approved_by_two('instrument.recordAction');

-- What two persons have approved is what is done; each step is taken once, in this order.
create function corporate_actions_guard() returns trigger
language plpgsql set search_path = "$user", public, pg_temp as $$
begin
  if tg_op <> 'UPDATE' then
    raise exception 'corporate actions are kept for good' using errcode = 'insufficient_privilege';
  end if;
  if (to_jsonb(new) - array['withdrawal_id', 'begun_at', 'begun_in', 'position', 'quoted_ms', 'close_price', 'close_time_ms', 'done_at'])
      <> (to_jsonb(old) - array['withdrawal_id', 'begun_at', 'begun_in', 'position', 'quoted_ms', 'close_price', 'close_time_ms', 'done_at'])
    or old.done_at is not null or old.withdrawal_id is not null
    or old.begun_at is not null and (to_jsonb(new) - 'done_at') <> (to_jsonb(old) - 'done_at')
    or new.withdrawal_id is not null and not exists (
      select from proposals p where p.id = new.withdrawal_id and p.kind = 'instrument.withdrawAction' and p.payload ->> 'id' = new.id::text
    )
  then
    raise exception 'corporate action % stands as it was approved', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger corporate_actions_guard before update or delete on corporate_actions
  for each row execute function corporate_actions_guard();

-- Which actions an order has lived through, and what it was paid or charged for them.
create table order_actions (
  product text not null check (product in ('contracts', 'options')),
  order_id bigint not null,
  action_id bigint not null references corporate_actions,
  opened boolean not null, -- whether it was open by then; what waited has no opening price that a split could be about
  amount numeric(38, 0) not null default 0, -- of a dividend, in micro-USDT; negative was received
  from_margin numeric(38, 0) not null default 0 check (from_margin >= 0),
  primary key (product, order_id, action_id)
);

-- Whoever writes it, the owner of the table included: an approved action that is under way, and an order alive on its instrument.
create function order_actions_guard() returns trigger
language plpgsql set search_path = "$user", public, pg_temp as $$
declare
  action corporate_actions;
  alive boolean;
begin
  select * into action from corporate_actions a where a.id = new.action_id;
  if new.product = 'contracts' then
    select p.status in ('awaiting', 'open') and p.code = action.code into alive from positions p where p.id = new.order_id;
  else
    select o.status = 'open' and o.code = action.code into alive from options o where o.id = new.order_id;
  end if;
  if action.begun_at is null or action.done_at is not null or alive is not true then
    raise exception 'no approved action is under way for order % of %', new.order_id, new.product using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger only_under_an_action before insert on order_actions for each row execute function order_actions_guard();
create trigger append_only before update or delete or truncate on order_actions
  for each statement execute function market_refuse_change();

-- The one way in for the application.
create function adjust_orders(p_product text, p_action bigint, p_orders bigint[], p_amounts numeric[], p_from_margin numeric[])
returns void
language plpgsql security definer set search_path = "$user", public, pg_temp as $$
begin
  if p_product = 'contracts' then
    insert into order_actions (product, order_id, action_id, opened, amount, from_margin)
    select 'contracts', n.id, p_action, p.status = 'open', n.amount, n.from_margin
    from unnest(p_orders, p_amounts, p_from_margin) n (id, amount, from_margin) join positions p on p.id = n.id;
    update positions set adjusted = true where id = any (p_orders);
  else
    insert into order_actions (product, order_id, action_id, opened)
    select 'options', n.id, p_action, true from unnest(p_orders) n (id);
    update options set adjusted = true where id = any (p_orders);
  end if;
end $$;

-- The splits of an order, oldest first. Volatile on purpose: where a row is read again because its lock was waited for, so is this,
-- and nothing else would be of the same moment.
create function order_splits(p_product text, p_order bigint) returns jsonb
language sql volatile set search_path = "$user", public, pg_temp as $$
  select jsonb_agg(jsonb_build_object('action', a.id, 'to', a.to_units::text, 'from', a.from_units::text, 'opened', o.opened,
    'since', a.quoted_ms) order by a.id)
  from order_actions o join corporate_actions a on a.id = o.action_id
  where o.product = p_product and o.order_id = p_order and a.to_units is not null
$$;

-- Nobody says of an order that it was adjusted but by a row that says for what.
create function adjusted_by_a_row() returns trigger
language plpgsql set search_path = "$user", public, pg_temp as $$
begin
  if not new.adjusted or not exists (select from order_actions o where o.product = tg_argv[0] and o.order_id = new.id) then
    raise exception 'nothing was recorded that order % of % could be adjusted by', new.id, tg_argv[0] using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- Nothing is opened in old units once an action has begun, whatever a process knows of it: looked at once for all that a group opens.
create function refuse_under_action() returns trigger
language plpgsql set search_path = "$user", public, pg_temp as $$
declare
  stopped text;
begin
  select a.code into stopped from corporate_actions a
  where a.done_at is null and a.withdrawal_id is null and a.begun_at is not null and a.code in (select o.code from opened o);
  if found then
    raise exception '% is being adjusted', stopped using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- Orders and alerts that a corporate action could not be brought to yet: their instrument does not trade until each has lived through
-- it or has ended. Tried again as long as they stand here; operators see which ones, and why.
create table action_faults (
  action_id bigint not null references corporate_actions,
  product text not null check (product in ('contracts', 'options', 'priceAlerts')),
  order_id bigint not null,
  tries integer not null check (tries > 0),
  last_error text not null check (length(last_error) <= 500),
  since timestamptz not null default clock_timestamp(), -- by the database's clock, as all of an engine's failures
  id bigint generated always as identity unique, -- the order in which the desk lists them
  primary key (action_id, product, order_id)
);
