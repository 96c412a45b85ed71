-- How people protect themselves from losing too much. Every choice is a row and none is ever changed: what is in force, and
-- its history, are the same table. A choice counts from `effective_at` on, which is later where it loosens something; one
-- that still waits when a newer one of its kind is made never counts.
create table limit_choices (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  kind text not null check (kind in ('dailyLoss', 'coolOff', 'exclusion')),
  daily_loss numeric(38, 0) check (daily_loss > 0), -- micro-USDT; null for none
  until timestamptz, -- when a pause ends; null for an exclusion for good
  chosen_at timestamptz not null, -- wall time, as all times here
  effective_at timestamptz not null check (effective_at >= chosen_at),
  check (kind = 'dailyLoss' or daily_loss is null),
  check (case kind when 'dailyLoss' then until is null when 'coolOff' then until is not null else true end),
  constraint exclusion_counts_at_once check (kind <> 'exclusion' or effective_at = chosen_at)
);
create index limit_choices_of_user on limit_choices (user_id, kind, id desc);
create index limit_choices_of_losses on limit_choices (user_id) where kind = 'dailyLoss';

create function limit_choices_refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% of % is refused: choices are append-only', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete or truncate on limit_choices
  for each statement execute function limit_choices_refuse_change();

-- The database itself refuses to shorten a self-exclusion.
create function exclusion_is_never_shortened() returns trigger
language plpgsql set search_path = "$user", public, pg_temp as $$
begin
  if exists (
    select from limit_choices c where c.user_id = new.user_id and c.kind = 'exclusion'
      and new.until is not null and (c.until is null or c.until > new.until)
  ) then
    raise exception 'a self-exclusion is never shortened' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger never_shortened before insert on limit_choices
  for each row when (new.kind = 'exclusion') execute function exclusion_is_never_shortened();

-- Days on which somebody has been told that the limit is reached.
create table limits_reached (
  user_id bigint not null references users,
  day date not null, -- UTC, business time
  primary key (user_id, day)
);

-- By what the house holds on to its money where customers deal with real one; changed by two persons like every parameter.
insert into parameters (key, value, public) values
  ('deal_turnover_share', '0.001', true), -- share of an instrument's turnover of 24 hours that one order may have
  ('deal_floor', '1000', true), -- USDT that one order may have in any case
  ('exposure_person_max', '1000000', false), -- USDT net of one person in one instrument
  ('exposure_instrument_max', '3000000', false), -- USDT net of all customers in one instrument, and no more than ten such orders
  ('exposure_house_max', '20000000', false), -- USDT, the net amounts of all instruments together
  ('close_window_hours', '8', true), -- hours before a market closes in which new contracts are margined for the gap
  ('close_leverage_max', '5', true); -- largest leverage of what opens in them
