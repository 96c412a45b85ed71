-- A customer's status is that of the newest case (106), which an operator who is present has decided (443); so far nothing kept others
-- from writing it. Higher limits, loans and rewards are given by it. The owner of the tables may, for samples and by hand.
create function kyc_status_guard() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if new.kyc_status <> coalesce((select c.status from kyc_cases c where c.user_id = new.id order by c.id desc limit 1), 'notVerified')
    and not pg_has_role(current_user, (select c.relowner from pg_class c where c.oid = tg_relid), 'member') then
    raise exception 'the status of user % is that of the newest case', new.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger kyc_status_guard before insert on users
  for each row when (new.kyc_status <> 'notVerified') execute function kyc_status_guard();
create trigger kyc_status_guard_update before update on users
  for each row when (new.kyc_status <> old.kyc_status) execute function kyc_status_guard();
