-- What instruments are stands in the catalogue; here is what must outlive a release: that each exists, the scale that
-- its stored prices are read with, and the terms that operators have changed.
create table instruments (
  code text primary key check (code ~ '^[A-Z0-9][A-Z0-9._-]{0,23}$'),
  id text not null unique,
  number smallint not null unique, -- short name inside the recording of raw quotes
  price_scale smallint not null check (price_scale between 0 and 12),
  changed_terms jsonb not null default '{}' -- only the terms that differ from the catalogue
);

create function market_refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% of % is refused: recorded prices are append-only', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- Closed bars of mid prices in ticks (price × 10^price_scale). One-minute bars come from quotes, larger ones from the
-- next smaller. Prices of different sources never share a chart.
create table bars (
  time_ms bigint not null, -- start of the bar, epoch milliseconds of the business clock
  open bigint not null,
  high bigint not null,
  low bigint not null,
  close bigint not null,
  volume double precision not null check (volume >= 0),
  code text not null references instruments,
  source text not null check (source in ('live', 'simulated', 'replay')),
  period text not null check (period in ('1m', '5m', '1h', '1d')),
  primary key (code, source, period, time_ms),
  check (low > 0 and low <= least(open, close) and high >= greatest(open, close))
);
create trigger append_only before update or delete or truncate on bars
  for each statement execute function market_refuse_change();

-- The last quote of each instrument and the minute that is still running: the only bar that may change.
create table market_state (
  code text not null references instruments,
  source text not null check (source in ('live', 'simulated', 'replay')),
  bid bigint not null check (bid > 0),
  ask bigint not null check (ask >= bid),
  time_ms bigint not null,
  bar_time_ms bigint, -- null when no minute is running
  bar_open bigint,
  bar_high bigint,
  bar_low bigint,
  bar_close bigint,
  bar_volume double precision,
  primary key (code, source)
) with (fillfactor = 50); -- rewritten every second: room on the page keeps the index out of it

-- Raw quotes for seven days: one row holds what one second brought, an array per column, because a row per quote would
-- cost ten times as much. Read it with: select … from quote_batches, unnest(numbers, bids, asks, times_ms, volumes).
create table quote_batches (
  id bigint generated always as identity primary key,
  source text not null,
  numbers smallint[] not null, -- instruments.number
  bids bigint[] not null,
  asks bigint[] not null,
  times_ms bigint[] not null,
  volumes double precision[] not null,
  recorded_at timestamptz not null default clock_timestamp()
);
create index quote_batches_by_age on quote_batches using brin (recorded_at);

-- Quotes that decided something about an order: kept for good.
create table quotes_used (
  id bigint generated always as identity primary key,
  reference text not null, -- what it decided about: an order number
  moment text not null, -- what it decided: open, close, …
  code text not null references instruments,
  bid bigint not null check (bid > 0),
  ask bigint not null check (ask >= bid),
  price_scale smallint not null,
  time_ms bigint not null,
  source text not null check (source in ('live', 'simulated', 'replay')),
  recorded_at timestamptz not null default clock_timestamp()
);
create index quotes_used_by_reference on quotes_used (reference);
create trigger append_only before update or delete or truncate on quotes_used
  for each statement execute function market_refuse_change();
