-- Nobody records the same twice for a day: prices would be told seven times seven. Its reverse is of another kind.
-- What was recorded twice before that is done but for the last one, and stands: of those the last one counts.
alter table corporate_actions add column recorded_again boolean not null default false;
alter table corporate_actions disable trigger corporate_actions_guard;
update corporate_actions earlier set recorded_again = true
where withdrawal_id is null and exists (
  select from corporate_actions later
  where later.id > earlier.id and later.withdrawal_id is null
    and (later.code, later.kind, later.first_day) = (earlier.code, earlier.kind, earlier.first_day)
);
alter table corporate_actions enable trigger corporate_actions_guard;
-- Of none that comes from here on.
create function refuse_recorded_again() returns trigger
language plpgsql as $$
begin
  raise exception 'corporate action of % is recorded once for a day', new.code using errcode = 'check_violation';
end $$;
create trigger refuse_recorded_again before insert on corporate_actions
  for each row when (new.recorded_again) execute function refuse_recorded_again();
create unique index corporate_actions_once on corporate_actions (code, kind, first_day)
  where withdrawal_id is null and not recorded_again;

-- A level that is set in between would be in the units of whoever typed it.
create trigger refuse_under_action after insert on price_alerts
  referencing new table as opened for each statement execute function refuse_under_action();

-- A result follows from price and strike told in the same units: those after as many splits as were done when the price was made. What
-- came later than that price, and before the result was written, does not count.
create or replace function options_result() returns trigger
language plpgsql as $$
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

do $$
begin
  execute format('alter function refuse_recorded_again() set search_path = %s, pg_temp', current_setting('search_path'));
  execute format('alter function options_result() set search_path = %s, pg_temp', current_setting('search_path'));
end $$;
