-- By what somebody is found to come twice is written once and never changed. What is known of whoever has closed their account goes
-- when its time is over, and not before: who could delete a mark would be a new person.
create function forget_marks(forgotten bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from users where id = forgotten and closed_at is not null)
    or exists (select from retentions where user_id = forgotten) then
    raise exception 'by what user % is found again is kept', forgotten using errcode = 'insufficient_privilege';
  end if;
  delete from identity_marks where case_id in (select id from kyc_cases where user_id = forgotten);
  delete from person_documents where person_id = (
    select person_id from users u where u.id = forgotten and not exists (
      select from users other left join retentions r on r.user_id = other.id
      where other.person_id = u.person_id and (other.closed_at is null or r.user_id is not null)));
end $$;

create function refuse_other_marks() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception '% never change', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger stays before update or truncate on identity_marks for each statement execute function refuse_other_marks();
create trigger stays before update or truncate on person_documents for each statement execute function refuse_other_marks();
create trigger stays before update or delete or truncate on persons for each statement execute function refuse_other_marks();
