-- Fixed-time options. Prices are ticks (price × 10^price_scale), money is in micro-USDT, times are business time.
create table options (
  id bigint generated always as identity primary key,
  order_no text not null unique check (order_no ~ '^O[0-9]{6}-[0-9A-Z]{10}$'), -- also the reference of its transfers and quotes
  user_id bigint not null references users,
  book text not null check (book in ('demo', 'real')),
  instrument_id text not null,
  code text not null,
  source text not null check (source in ('live', 'simulated', 'replay')), -- where strike and settlement come from

  -- Frozen when it is bought.
  direction text not null check (direction in ('up', 'down')),
  stake numeric(38, 0) not null check (stake > 0),
  period_id text not null,
  period_count integer not null check (period_count > 0),
  period_unit text not null check (period_unit in ('min', 'hour', 'day', 'week', 'month')),
  payout_rate numeric not null check (payout_rate > 0 and payout_rate < 1),
  strike bigint not null check (strike > 0),
  price_scale smallint not null check (price_scale between 0 and 18),
  stale_after_ms integer not null check (stale_after_ms > 0),
  opened_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > opened_at),

  -- While it lives and when it has ended.
  status text not null default 'open' check (status in ('open', 'won', 'lost', 'tie', 'void')),
  adjusted boolean not null default false, -- whether it has rows in `order_actions`
  void_reason text check (void_reason in ('stale', 'reset')),
  settlement bigint check (settlement > 0),
  profit numeric(38, 0), -- never below minus the stake
  settled_at timestamptz,

  constraint what_is_settled_has_a_result check ((status = 'open') = (settled_at is null and profit is null)),
  constraint what_a_price_settled_names_it check ((status in ('won', 'lost', 'tie')) = (settlement is not null)),
  constraint what_is_void_says_why check ((status = 'void') = (void_reason is not null)),
  constraint the_profit_follows_from_the_result check (
    case status when 'won' then profit = floor(stake * payout_rate) when 'lost' then profit = -stake else coalesce(profit, 0) = 0 end
  )
) with (fillfactor = 80);

create index options_of_account on options (user_id, book, id desc);
create index options_open_of_account on options (user_id, book) where status = 'open';
create index options_by_expiry on options (expires_at, id) where status = 'open';
create index options_ended_of_account on options (user_id, book, settled_at desc, id desc) where settled_at is not null;

-- Terms never change, a settled option never changes at all, and none is deleted.
create function options_guard() returns trigger
language plpgsql set search_path = "$user", public, pg_temp as $$
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
create trigger options_guard before update or delete on options for each row execute function options_guard();
create trigger refuse_closed before insert on options for each row execute function refuse_closed();
create trigger refuse_under_action after insert on options
  referencing new table as opened for each statement execute function refuse_under_action();
create trigger adjusted_by_a_row before update on options
  for each row when (new.adjusted is distinct from old.adjusted) execute function adjusted_by_a_row('options');

-- A result follows from price and strike told in the same units: those after as many splits as were done when the price was made. What
-- came later than that price, and before the result was written, does not count.
create function options_result() returns trigger
language plpgsql set search_path = "$user", public, pg_temp as $$
declare
  ratio numeric := 1;
  split jsonb;
  follows boolean := false;
begin
  if new.settlement is null then
    return new;
  end if;
  for split in
    select '{"to": 1, "from": 1}'::jsonb
    union all
    select value from jsonb_array_elements(case when new.adjusted then order_splits('options', new.id) else '[]' end)
  loop
    ratio := ratio * (split ->> 'to')::numeric / (split ->> 'from')::numeric;
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

-- Where an instrument's options are switched off: in a country, or everywhere.
create table options_off (
  code text not null references instruments,
  country text check (country ~ '^[A-Z]{2}$'), -- null is everywhere
  unique nulls not distinct (code, country)
);

-- Countries that forbid selling such options to retail customers, or allow it on licensed exchanges only.
insert into parameters (key, value, public) values
  ('restricted_countries',
   'AT AU BE BG CA CY CZ DE DK EE ES FI FR GB GR HR HU IE IL IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK US', true);
