-- A share whose first price of a session is far from the last one's close has been split, or has crashed: nothing trades on it
-- until two operators say which. The close and the price that waits outlive a restart; prices are ticks.
alter table market_state
  add column close_price bigint check (close_price > 0), -- mid of the last quote that was believed in a session
  add column close_time_ms bigint,
  add column gap_bid bigint check (gap_bid > 0), -- null while no price waits for two operators
  add column gap_ask bigint check (gap_ask >= gap_bid),
  add column gap_time_ms bigint,
  add constraint a_close_has_a_time check (num_nulls(close_price, close_time_ms) in (0, 2)),
  add constraint a_gap_has_a_close check (num_nulls(gap_bid, gap_ask, gap_time_ms) = 3 or num_nulls(gap_bid, gap_ask, gap_time_ms, close_price) = 0);

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

-- A proposal is approved at the end of the transaction that does what it proposes, so this is looked at when that commits.
create function approved_by_two() returns trigger
language plpgsql as $$
begin
  if not exists (
    select from proposals where id = new.proposal_id and status = 'approved' and kind = tg_argv[0] and payload ->> 'code' = new.code
  ) then
    raise exception '% of % needs two operators', tg_table_name, new.code using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create constraint trigger approved_by_two after insert on real_prices
  deferrable initially deferred for each row execute function approved_by_two('instrument.realPrice');

do $$
begin
  execute format('alter function approved_by_two() set search_path = %s, pg_temp', current_setting('search_path'));
end $$;
