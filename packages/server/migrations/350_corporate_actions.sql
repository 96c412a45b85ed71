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

create constraint trigger approved_by_two after insert on corporate_actions
  deferrable initially deferred for each row execute function approved_by_two('instrument.recordAction');

-- What two persons have approved is what is done; each step is taken once, in this order.
create function corporate_actions_guard() returns trigger
language plpgsql as $$
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

-- True while an order has a row there. One glance at the order itself tells most of them that nothing is to be looked for.
alter table positions add column adjusted boolean not null default false;
alter table options add column adjusted boolean not null default false;

-- Whoever writes it, the owner of the table included: an approved action that is under way, and an order alive on its instrument.
create function order_actions_guard() returns trigger
language plpgsql as $$
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
language plpgsql security definer set search_path from current as $$
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
language sql volatile set search_path from current as $$
  select jsonb_agg(jsonb_build_object('action', a.id, 'to', a.to_units::text, 'from', a.from_units::text, 'opened', o.opened,
    'since', a.quoted_ms) order by a.id)
  from order_actions o join corporate_actions a on a.id = o.action_id
  where o.product = p_product and o.order_id = p_order and a.to_units is not null
$$;

-- As the guards before, and nobody says of an order that it was adjusted but by a row that says for what.
create function adjusted_by_a_row() returns trigger
language plpgsql as $$
begin
  if not new.adjusted or not exists (select from order_actions o where o.product = tg_argv[0] and o.order_id = new.id) then
    raise exception 'nothing was recorded that order % of % could be adjusted by', new.id, tg_argv[0] using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger adjusted_by_a_row before update on positions
  for each row when (new.adjusted is distinct from old.adjusted) execute function adjusted_by_a_row('contracts');
create trigger adjusted_by_a_row before update on options
  for each row when (new.adjusted is distinct from old.adjusted) execute function adjusted_by_a_row('options');

create or replace function options_guard() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'options are kept for good' using errcode = 'insufficient_privilege';
  end if;
  if old.status <> 'open' or (new.status = 'open' and new.adjusted is not distinct from old.adjusted and not new.adjusted) then
    raise exception 'option % is % and can''t become %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  if (to_jsonb(new) - array['status', 'void_reason', 'settlement', 'profit', 'settled_at', 'adjusted'])
    <> (to_jsonb(old) - array['status', 'void_reason', 'settlement', 'profit', 'settled_at', 'adjusted'])
  then
    raise exception 'the terms of option % are frozen', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- A result follows from price and strike, each told in the same units: those of now, or those of before a split where the last price
-- before expiry was one of then.
alter table options drop constraint the_result_follows_from_price_and_strike;
create function options_result() returns trigger
language plpgsql as $$
declare
  ratio numeric := 1;
  split jsonb;
  follows boolean := false;
begin
  if new.settlement is null then
    return new;
  end if;
  for place in 0 .. case when new.adjusted then 1 else 0 end loop
    if place = 1 then
      for split in select jsonb_array_elements(order_splits('options', new.id)) loop
        ratio := ratio * (split ->> 'to')::numeric / (split ->> 'from')::numeric;
      end loop;
    end if;
    follows := follows or case new.status
      when 'won' then case new.direction when 'up' then new.settlement * ratio > new.strike else new.settlement * ratio < new.strike end
      when 'lost' then case new.direction when 'up' then new.settlement * ratio < new.strike else new.settlement * ratio > new.strike end
      when 'tie' then abs(new.settlement * ratio - new.strike) < 0.000001
      else true
    end;
  end loop;
  if not follows then
    raise exception 'option % is not sound: the_result_follows_from_price_and_strike', new.order_no
      using errcode = 'check_violation', constraint = 'the_result_follows_from_price_and_strike';
  end if;
  return new;
end $$;
create trigger options_result before insert or update on options
  for each row when (new.settlement is not null) execute function options_result();

-- Nothing is opened in old units once an action has begun, whatever a process knows of it.
create function refuse_under_action() returns trigger
language plpgsql as $$
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
-- Once for all that a group opens.
create trigger refuse_under_action after insert on positions
  referencing new table as opened for each statement execute function refuse_under_action();
create trigger refuse_under_action after insert on options
  referencing new table as opened for each statement execute function refuse_under_action();

-- What a split, or a dividend, makes of a level that waits: the alert is another one for the engine.
alter table price_alerts add column version integer not null default 1;
alter table price_alerts add column adjusted_by bigint references corporate_actions; -- the last action that it has lived through

create index price_alerts_by_code on price_alerts (code, id);

create or replace function ledger_is_dealt(reason text) returns boolean
language sql immutable parallel safe
return reason in (
  'contract.opened', 'contract.filled', 'contract.closed', 'contract.liquidated', 'contract.voided',
  'financing.charged', 'financing.received', 'dividend.charged', 'dividend.received', 'option.won', 'option.lost'
);

do $$
begin
  execute format('alter function corporate_actions_guard() set search_path = %s, pg_temp', current_setting('search_path'));
  execute format('alter function order_actions_guard() set search_path = %s, pg_temp', current_setting('search_path'));
  execute format('alter function adjust_orders(text, bigint, bigint[], numeric[], numeric[]) set search_path = %s, pg_temp', current_setting('search_path'));
  execute format('alter function order_splits(text, bigint) set search_path = %s, pg_temp', current_setting('search_path'));
  execute format('alter function adjusted_by_a_row() set search_path = %s, pg_temp', current_setting('search_path'));
  execute format('alter function options_guard() set search_path = %s, pg_temp', current_setting('search_path'));
  execute format('alter function options_result() set search_path = %s, pg_temp', current_setting('search_path'));
  execute format('alter function refuse_under_action() set search_path = %s, pg_temp', current_setting('search_path'));
end $$;

-- Written by `adjust_orders` alone.
do $$
begin
  revoke insert, update, delete on order_actions from assay_application;
exception
  when undefined_object then null; -- the application has no role of its own
end $$;
