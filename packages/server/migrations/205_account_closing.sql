-- Accounts that their owners close: asked for, reverted by signing in again, and erased after a while. What is booked stays;
-- it holds numbers and not names.
create table account_closings (
  user_id bigint primary key references users,
  asked_at timestamptz not null, -- wall time, as all times here
  due_at timestamptz not null check (due_at > asked_at)
);
create index account_closings_due on account_closings (due_at);

-- Names that nobody can register stand in for the erased ones, so that those are free again.
alter table users
  add column closed_at timestamptz,
  drop constraint users_user_name_check,
  drop constraint users_email_check,
  add constraint users_user_name_check check (
    case when closed_at is null then user_name ~ '^[A-Za-z][A-Za-z0-9_]{3,19}$' else user_name = 'closed-' || id end),
  add constraint users_email_check check (
    case when closed_at is null then char_length(email) <= 254 and position('@' in email) > 1 else email = 'closed-' || id || '@' end),
  add constraint closed_for_good check (closed_at is null or frozen);
alter table mail_codes
  drop constraint mail_codes_purpose_check,
  add constraint mail_codes_purpose_check check (purpose in ('register', 'reset', 'withdraw', 'email', 'account'));

-- Whoever signs in again has thought better of it.
create function signing_in_keeps_the_account() returns trigger
language plpgsql as $$
begin
  delete from account_closings where user_id = new.user_id;
  return null;
end $$;
create trigger keeps_the_account after insert on sessions for each row execute function signing_in_keeps_the_account();

-- The lock waits for an erasure that is under way, and reads what it has left.
create function refuse_closed() returns trigger
language plpgsql as $$
declare
  closed timestamptz;
begin
  select closed_at into closed from users where id = new.user_id for key share;
  if closed is not null then
    raise exception 'user % is closed', new.user_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger refuse_closed before insert on sessions for each row execute function refuse_closed();
create trigger refuse_closed before insert on positions for each row execute function refuse_closed();
create trigger refuse_closed before insert on options for each row execute function refuse_closed();
create trigger refuse_closed before insert on spot_orders for each row execute function refuse_closed();
create trigger refuse_closed before insert on plans for each row execute function refuse_closed();
create trigger refuse_closed before insert on loans for each row execute function refuse_closed();
create trigger refuse_closed before insert on nft_bids for each row execute function refuse_closed();
create trigger refuse_closed before insert on deposits for each row execute function refuse_closed();
create trigger refuse_closed before insert on withdrawals for each row execute function refuse_closed();
create trigger refuse_closed before insert on withdrawal_methods for each row execute function refuse_closed();
create trigger refuse_closed before insert on kyc_cases for each row execute function refuse_closed();
create trigger refuse_closed before insert on conversations for each row execute function refuse_closed();

create function is_closed(p_user_id bigint) returns boolean
language sql stable
return exists (select from users where id = p_user_id and closed_at is not null);

-- What else never changes loses its personal fields, and those alone, once the account of its owner is closed.
create function erases_only(old_row jsonb, new_row jsonb, erased text[]) returns boolean
language sql immutable
return old_row - erased = new_row - erased;


drop trigger kyc_cases_guard on kyc_cases;
create trigger kyc_cases_guard_delete before delete on kyc_cases for each row execute function kyc_cases_guard();
create trigger kyc_cases_guard before update on kyc_cases for each row
  when (not (new.sealed_person = '' and erases_only(to_jsonb(old), to_jsonb(new), array['sealed_person'])))
  execute function kyc_cases_guard();

drop trigger withdrawal_methods_guard on withdrawal_methods;
create trigger withdrawal_methods_guard_delete before delete on withdrawal_methods
  for each row execute function withdrawal_methods_guard();
create trigger withdrawal_methods_guard before update on withdrawal_methods for each row
  when (not (new.label = 'closed' and erases_only(to_jsonb(old), to_jsonb(new),
    array['address', 'label', 'holder', 'sealed_card', 'card_hash', 'last_four', 'removed_at'])))
  execute function withdrawal_methods_guard();

drop trigger loans_guard on loans;
create trigger loans_guard_delete before delete on loans for each row execute function loans_guard();
create trigger loans_guard before update on loans for each row
  when (not (new.agreement <> old.agreement and erases_only(to_jsonb(old), to_jsonb(new), array['agreement'])))
  execute function loans_guard();

drop trigger conversations_guard on conversations;
create trigger conversations_guard_update before update on conversations for each row execute function conversations_guard();
create trigger conversations_guard before delete on conversations for each row
  when (old.user_id is null) execute function conversations_guard();

drop trigger append_only on user_notes;
create trigger append_only before truncate on user_notes for each statement execute function audit_refuse_change();
create trigger append_only_delete before delete on user_notes for each row execute function audit_refuse_change();
create trigger append_only_rows before update on user_notes for each row
  when (not (new.text = '—' and erases_only(to_jsonb(old), to_jsonb(new), array['text'])))
  execute function audit_refuse_change();

-- Erasing is for closed accounts alone.
create function erase_closed_only() returns trigger
language plpgsql as $$
begin
  if not is_closed(old.user_id) then
    raise exception 'the account of user % is open: nothing of % is erased', old.user_id, tg_table_name
      using errcode = 'insufficient_privilege';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger erase_closed_only before update of sealed_person on kyc_cases for each row
  when (new.sealed_person <> old.sealed_person) execute function erase_closed_only();
create trigger erase_closed_only before update of label on withdrawal_methods for each row
  when (new.label <> old.label) execute function erase_closed_only();
create trigger erase_closed_only before update of agreement on loans for each row
  when (new.agreement <> old.agreement) execute function erase_closed_only();
create trigger erase_closed_only before update of text on user_notes for each row execute function erase_closed_only();
create trigger erase_closed_only before delete on conversations for each row
  when (old.user_id is not null) execute function erase_closed_only();
