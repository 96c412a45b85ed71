-- Why an account is frozen; told to its owner.
alter table users
  add column freeze_reason text
    check (freeze_reason in ('ownerRequest', 'securityConcern', 'suspectedFraud', 'legalOrder', 'documentsNeeded', 'termsViolated')),
  add constraint only_frozen_for_a_reason check (frozen or freeze_reason is null);

-- What operators know of a customer. Nobody changes or removes a note.
create table user_notes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  operator_id bigint not null references operators (id),
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null
);
create index user_notes_by_user on user_notes (user_id, id);
create trigger append_only before update or delete or truncate on user_notes
  for each statement execute function audit_refuse_change();
