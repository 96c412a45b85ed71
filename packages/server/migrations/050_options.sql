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

  -- When it has ended.
  status text not null default 'open' check (status in ('open', 'won', 'lost', 'tie', 'void')),
  void_reason text check (void_reason in ('stale', 'reset')),
  settlement bigint check (settlement > 0),
  profit numeric(38, 0), -- never below minus the stake
  settled_at timestamptz,

  constraint what_is_settled_has_a_result check ((status = 'open') = (settled_at is null and profit is null)),
  constraint what_a_price_settled_names_it check ((status in ('won', 'lost', 'tie')) = (settlement is not null)),
  constraint what_is_void_says_why check ((status = 'void') = (void_reason is not null)),
  constraint the_result_follows_from_price_and_strike check (
    case status
      when 'won' then case direction when 'up' then settlement > strike else settlement < strike end
      when 'lost' then case direction when 'up' then settlement < strike else settlement > strike end
      when 'tie' then settlement = strike
      else true
    end
  ),
  constraint the_profit_follows_from_the_result check (
    case status when 'won' then profit = floor(stake * payout_rate) when 'lost' then profit = -stake else coalesce(profit, 0) = 0 end
  )
) with (fillfactor = 80);

create index options_of_account on options (user_id, book, id desc);
create index options_open_of_account on options (user_id, book) where status = 'open';
create index options_by_expiry on options (expires_at, id) where status = 'open';

-- Terms never change, a settled option never changes at all, and none is deleted.
create function options_guard() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'options are kept for good' using errcode = 'insufficient_privilege';
  end if;
  if old.status <> 'open' or new.status = 'open' then
    raise exception 'option % is % and can''t become %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  if (to_jsonb(new) - array['status', 'void_reason', 'settlement', 'profit', 'settled_at'])
    <> (to_jsonb(old) - array['status', 'void_reason', 'settlement', 'profit', 'settled_at'])
  then
    raise exception 'the terms of option % are frozen', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger options_guard before update or delete on options for each row execute function options_guard();

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

-- ISO 3166 code of the country a customer is known to live in; null until that is known.
alter table users add column country text check (country ~ '^[A-Z]{2}$');

-- Finds the raw quotes around a moment of the business clock.
create index quote_batches_by_first_time on quote_batches ((times_ms[1]));
