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
--
-- A share whose first price of a session is far from the last one's close has been split, or has crashed: nothing trades on it until two
-- operators say which. The close and the price that waits outlive a restart. Prices are ticks.
create table market_state (
  code text not null references instruments,
  source text not null check (source in ('live', 'simulated', 'replay')),
  bid bigint not null check (bid > 0),
  ask bigint not null check (ask >= bid),
  time_ms bigint not null,
  -- Whether whoever leads lets nothing trade on this price: it moved too far and waits to be confirmed, or a later one could not be kept.
  -- Processes that share nothing but the database read it beside the tape.
  held boolean not null default false,
  bar_time_ms bigint, -- null when no minute is running
  bar_open bigint,
  bar_high bigint,
  bar_low bigint,
  bar_close bigint,
  bar_volume double precision,
  close_price bigint check (close_price > 0), -- mid of the last quote that was believed in a session
  close_time_ms bigint,
  gap_bid bigint check (gap_bid > 0), -- null while no price waits for two operators
  gap_ask bigint check (gap_ask >= gap_bid),
  gap_time_ms bigint,
  primary key (code, source),
  constraint a_close_has_a_time check (num_nulls(close_price, close_time_ms) in (0, 2)),
  constraint a_gap_has_a_close check (num_nulls(gap_bid, gap_ask, gap_time_ms) = 3 or num_nulls(gap_bid, gap_ask, gap_time_ms, close_price) = 0)
) with (fillfactor = 50); -- rewritten every second: room on the page keeps the index out of it

-- The tape: a believed quote counts, is shown and is judged once it stands in a batch, and not before. Kept for seven days. One row holds
-- what one second brought, an array per column, because a row per quote would cost ten times as much. Read it with: select … from
-- quote_batches, unnest(numbers, bids, asks, times_ms, volumes).
--
-- Batches are numbered by whoever leads, without gaps, so that one whose connection was lost at the commit can be asked for by its number.
create table quote_batches (
  id bigint not null,
  shard smallint not null default 0,
  writer uuid, -- who appended it: another's batch under the same number is not one's own
  source text not null,
  numbers smallint[] not null, -- instruments.number
  bids bigint[] not null,
  asks bigint[] not null,
  times_ms bigint[] not null,
  volumes double precision[] not null,
  acting boolean[] not null default '{}', -- whether the quote may act: an evidence alone while the market was closed
  recorded_at timestamptz not null default clock_timestamp(),
  primary key (shard, id)
);
create index quote_batches_by_age on quote_batches using brin (recorded_at);

-- A batch holds a second of real time, and in a fast replay hours of the business clock: what finds the quotes around a moment is the
-- span that a batch covers, not where it begins.
create function quote_batch_span(times_ms bigint[]) returns int8range
language sql immutable strict parallel safe
return int8range(least(times_ms[1], times_ms[cardinality(times_ms)]), greatest(times_ms[1], times_ms[cardinality(times_ms)]), '[]');

create index quote_batches_by_span on quote_batches using gist (quote_batch_span(times_ms));

-- Up to which batch of the tape it has been taken into bars and last quotes, written together with those; and up to which every quote has
-- been judged against every order: whoever takes the lead judges from there on.
create table tape_marks (
  shard smallint not null,
  name text not null check (name in ('folded', 'judged')),
  position bigint not null,
  primary key (shard, name)
) with (fillfactor = 50); -- rewritten every second: room on the page keeps the index out of it
insert into tape_marks (shard, name, position) values (0, 'folded', 0), (0, 'judged', 0);

-- Nobody but who owns it changes what is on the tape, or takes anything off but what is over: prices that orders were judged by are not
-- the product's to rewrite. A bite at a time of what is older than seven days and of which nothing is to be made any more; answers how many
-- batches it took.
create function tape_forget(p_most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  taken integer;
begin
  delete from quote_batches where id in (
    select b.id from quote_batches b
    where b.recorded_at < now() - interval '7 days' and b.id <= (select min(m.position) from tape_marks m) order by b.id limit p_most);
  get diagnostics taken = row_count;
  return taken;
end $$;

-- What the tape may still bring about for orders on these instruments: quotes that may act, in their order, from the mark on. Read
-- under an order's lock: one whose price was reached ends at that quote, whoever touches it first. By the places of the instruments
-- within a batch: its lists are searched for their numbers, and no quote of any other instrument is taken out. Unnesting whole batches
-- costs a lone order half a millisecond more.
create function unjudged_quotes(p_codes text[])
returns table (code text, bid bigint, ask bigint, time_ms bigint, batch bigint, place bigint)
language sql stable
begin atomic
  select i.code, b.bids[one.place], b.asks[one.place], b.times_ms[one.place], b.id, one.place::bigint
  from quote_batches b, instruments i, unnest(array_positions(b.numbers, i.number)) one (place)
  where b.shard = 0 and b.id > (select m.position from tape_marks m where m.shard = 0 and m.name = 'judged')
    and i.code = any (p_codes) and b.acting[one.place];
end;

-- What must follow from a quote that reached an order's price and could not be done yet: the mark has gone past it, and it is
-- tried until it is done. One for each order: it is not judged by later quotes meanwhile.
create table parked_acts (
  source text not null, -- whose orders: contracts, spot, alerts
  order_id bigint not null,
  code text not null references instruments,
  bid bigint not null check (bid > 0),
  ask bigint not null check (ask >= bid),
  time_ms bigint not null,
  position bigint not null, -- the quote's batch
  -- Of the order as it was reached: it may have been given other terms by the time that this is done, which a quote of before says
  -- nothing about.
  version integer,
  best bigint, -- how far a trailing stop had followed
  tries integer not null,
  last_error text not null,
  parked_at timestamptz not null default clock_timestamp(),
  id bigint generated always as identity unique, -- the order in which the desk lists them
  primary key (source, order_id),
  constraint how_far_is_of_a_version check (best is null or version is not null)
);

-- Quotes that decided something about an order: kept for good. No foreign key to the instrument, whose row an order of a popular one would
-- lock together with everybody else's, for a check that can't fail: none is ever removed, and a quote comes from one of them.
create table quotes_used (
  id bigint generated always as identity primary key,
  reference text not null, -- what it decided about: an order number
  moment text not null, -- what it decided: open, close, …
  code text not null,
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

-- Who leads the engine, by shard of the instruments; there is one shard so far.
--
-- The lease says until when somebody leads. Its holder renews it every second; nobody else touches it while it lives.
create table lead_leases (
  shard smallint primary key,
  holder text, -- as the holder's connections are named; null once he has given it back
  term bigint not null,
  until timestamptz not null -- by the database's clock
);

-- A row of its own that changes only when somebody takes over, under `for update`. Whoever acts in a term holds it `for key
-- share`, so that a term ends when what was begun in it is done, and nothing begins in it after that. A renewal waits for nobody.
create table lead_terms (
  shard smallint primary key,
  term bigint not null
);

insert into lead_leases (shard, term, until) values (0, 0, '-infinity');
insert into lead_terms (shard, term) values (0, 0);

-- Begins a new term, once nobody acts in the old one any more. Nothing where somebody else leads: his lease is alive, and
-- `p_free`, that he has let go of his lock or lost it, is not so.
create function lead_take(p_shard int, p_holder text, p_free boolean, p_lease_ms int) returns bigint
language plpgsql as $$
declare
  begun bigint;
begin
  select term + 1 into strict begun from lead_terms where shard = p_shard for update;
  -- Read after the lock: somebody may just have taken over.
  if not p_free and exists (select from lead_leases where shard = p_shard and until > clock_timestamp()) then
    return null;
  end if;
  update lead_terms set term = begun where shard = p_shard;
  update lead_leases
  set holder = p_holder, term = begun, until = clock_timestamp() + make_interval(secs => p_lease_ms / 1000.0)
  where shard = p_shard;
  return begun;
end $$;
