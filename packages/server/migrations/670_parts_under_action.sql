-- A part opens nothing: it is closed out of what was there, at a price of before the action. Refused while its code was being adjusted, what
-- a target had reached could never be done, and with it neither could the adjustment.
create or replace function refuse_opened_under_action() returns trigger
language plpgsql set search_path = "$user", public, pg_temp as $$
declare
  stopped text;
begin
  select a.code into stopped from corporate_actions a
  where a.done_at is null and a.withdrawal_id is null and a.begun_at is not null
    and a.code in (select o.code from opened o where o.part_of is null);
  if found then
    raise exception '% is being adjusted', stopped using errcode = 'check_violation';
  end if;
  return null;
end $$;
drop trigger refuse_under_action on positions;
create trigger refuse_under_action after insert on positions
  referencing new table as opened for each statement execute function refuse_opened_under_action();
