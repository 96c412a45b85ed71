-- What the law demands of a closed account is kept whole and sealed off until its time is over, and then erased: who the
-- customer was and what proved it, where money went, and agreements as they were signed.
create table retentions (
  user_id bigint primary key references users,
  until timestamptz not null -- wall clock
);
create index retentions_due on retentions (until);

insert into parameters (key, value, public) values ('retention_years', '5', true) on conflict (key) do nothing;

-- A period that has begun stays as long as it was told.
create function retention_stays() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'what is kept of user % is kept as long as was told', old.user_id using errcode = 'check_violation';
end $$;
create trigger retention_stays before update on retentions for each row execute function retention_stays();

-- An agreement is kept as it was signed, or erased whole.
create function erased_agreement() returns jsonb
language sql immutable
return '{"version": "", "title": "", "preamble": "", "figures": [], "clauses": [], "closing": ""}'::jsonb;
drop trigger loans_guard on loans;
create trigger loans_guard before update on loans for each row
  when (not (new.agreement = erased_agreement() and erases_only(to_jsonb(old), to_jsonb(new), array['agreement'])))
  execute function loans_guard();

-- Nothing that is kept is erased before.
create function refuse_kept() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from retentions r where r.user_id = old.user_id) then
    raise exception '% of user % is kept', tg_table_name, old.user_id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger refuse_kept before update of sealed_person on kyc_cases for each row
  when (new.sealed_person <> old.sealed_person) execute function refuse_kept();
create trigger refuse_kept before update of label on withdrawal_methods for each row
  when (new.label <> old.label) execute function refuse_kept();
create trigger refuse_kept before update of agreement on loans for each row
  when (new.agreement <> old.agreement) execute function refuse_kept();
