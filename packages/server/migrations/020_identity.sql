-- People, their sessions, the codes mailed to them, how often somebody tried, and accounts that their owners close.

-- Somebody verified. A document proves one person, and a person may have several accounts: a reviewer has said so (`042_kyc.sql`).
create table persons (
  id bigint generated always as identity primary key,
  verified_at timestamptz not null -- wall clock
);

create table users (
  id bigint generated always as identity primary key,
  user_name text not null,
  email text not null,
  password_hash text not null, -- argon2id with its parameters
  password_changed_at timestamptz not null,
  security_changed_at timestamptz, -- last change of the password or the authenticator; null while there was none
  -- Stands in every mail to the user, so that a forged one is known by its absence.
  mail_word text check (char_length(mail_word) between 2 and 30),
  language text not null check (language in ('zh', 'en', 'ja', 'ko', 'de', 'fr', 'it', 'es', 'ar', 'hk')),
  country text check (country ~ '^[A-Z]{2}$'), -- ISO 3166, where a customer is known to live; null until that is known
  kyc_status text not null default 'notVerified' check (kyc_status in ('notVerified', 'pendingReview', 'verified', 'failed')),
  person_id bigint references persons,
  invite_code text not null unique check (invite_code ~ '^[A-Z0-9]{10}$'),
  invited_by bigint references users (id) check (invited_by <> id), -- set once, at registration
  -- Which terms somebody has accepted by registering: the version that was in force, in their language. Null where no terms were published.
  terms_version integer check (terms_version > 0),
  terms_language text check (terms_language in ('zh', 'en', 'ja', 'ko', 'de', 'fr', 'it', 'es', 'ar', 'hk')),
  frozen boolean not null default false,
  freeze_reason text -- told to the owner
    check (freeze_reason in ('ownerRequest', 'securityConcern', 'suspectedFraud', 'legalOrder', 'documentsNeeded', 'termsViolated')),
  closed_at timestamptz,
  created_at timestamptz not null,

  -- Names that nobody can register stand in for the erased ones, so that those are free again.
  constraint users_user_name_check check (
    case when closed_at is null then user_name ~ '^[A-Za-z][A-Za-z0-9_]{3,19}$' else user_name = 'closed-' || id end),
  constraint users_email_check check (
    case when closed_at is null then char_length(email) <= 254 and position('@' in email) > 1 else email = 'closed-' || id || '@' end),
  constraint closed_for_good check (closed_at is null or frozen),
  constraint only_frozen_for_a_reason check (frozen or freeze_reason is null),
  check ((terms_version is null) = (terms_language is null)),
  -- A person is invited once, by another: `invitations` follows by this key, so neither can change.
  constraint users_invitation unique (id, invited_by)
);
create unique index users_by_name on users (lower(user_name));
create unique index users_by_email on users (lower(email));
create index users_by_inviter on users (invited_by) where invited_by is not null;
create index users_of_person on users (person_id) where person_id is not null;
-- For desks: names and addresses by how they begin, or by the house of their mail.
create index users_by_name_begun on users (lower(user_name) text_pattern_ops);
create index users_by_email_begun on users (lower(email) text_pattern_ops);
create index users_by_mail_house on users (split_part(lower(email), '@', 2), id desc);

create function person_is_found_once() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'user % is person % and stays so', old.id, old.person_id using errcode = 'check_violation';
end $$;
create trigger person_is_found_once before update of person_id on users
  for each row when (old.person_id is distinct from new.person_id and old.person_id is not null)
  execute function person_is_found_once();

-- Accounts that their owners close: asked for, reverted by signing in again, and erased after a while. What is booked stays;
-- it holds numbers and not names.
create table account_closings (
  user_id bigint primary key references users,
  asked_at timestamptz not null, -- wall time, as all times here
  due_at timestamptz not null check (due_at > asked_at)
);
create index account_closings_due on account_closings (due_at);

create function is_closed(p_user_id bigint) returns boolean
language sql stable
return exists (select from users where id = p_user_id and closed_at is not null);

-- What else never changes loses its personal fields, and those alone, once the account of its owner is closed.
create function erases_only(old_row jsonb, new_row jsonb, erased text[]) returns boolean
language sql immutable
return old_row - erased = new_row - erased;

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

-- The lock waits for an erasure that is under way, and reads what it has left.
create function refuse_closed() returns trigger
language plpgsql set search_path = "$user", public, pg_temp as $$
declare
  closed timestamptz;
begin
  select closed_at into closed from users where id = new.user_id for key share;
  if closed is not null then
    raise exception 'user % is closed', new.user_id using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- What the law demands of a closed account is kept whole and sealed off until its time is over, and then erased: who the
-- customer was and what proved it, where money went, and agreements as they were signed.
create table retentions (
  user_id bigint primary key references users,
  until timestamptz not null -- wall clock
);
create index retentions_due on retentions (until);

insert into parameters (key, value, public) values ('retention_years', '5', true);

-- A period that has begun stays as long as it was told.
create function retention_stays() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'what is kept of user % is kept as long as was told', old.user_id using errcode = 'check_violation';
end $$;
create trigger retention_stays before update on retentions for each row execute function retention_stays();

-- Nothing that is kept is erased before.
create function refuse_kept() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from retentions r where r.user_id = old.user_id) then
    raise exception '% of user % is kept', tg_table_name, old.user_id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- Mail addresses of erased accounts whose owners had excluded themselves: kept as a keyed hash, for as long as the exclusion
-- lasts, so that closing an account is no way around it.
create table excluded_addresses (
  hash bytea primary key check (octet_length(hash) = 32),
  until timestamptz -- null for good
);
create index excluded_addresses_by_end on excluded_addresses (until) where until is not null;

-- A session that ends is deleted. The token itself is never stored.
create table sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  user_id bigint not null references users (id),
  network text not null, -- the address without its last part
  user_agent text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_by_user on sessions (user_id, last_used_at);
create index sessions_by_expiry on sessions (expires_at);
create trigger refuse_closed before insert on sessions for each row execute function refuse_closed();

-- Whoever signs in again has thought better of it.
create function signing_in_keeps_the_account() returns trigger
language plpgsql set search_path = "$user", public, pg_temp as $$
begin
  delete from account_closings where user_id = new.user_id;
  return null;
end $$;
create trigger keeps_the_account after insert on sessions for each row execute function signing_in_keeps_the_account();

-- Only the newest code of an address and purpose counts. One that anybody may ask for belongs to the network that asked: others
-- neither void it nor use its tries up.
create table mail_codes (
  id bigint generated always as identity primary key,
  email text not null check (email = lower(email)),
  -- oldEmail: to the address that an account leaves · signIn: to whoever signs in with the right password from a device that it does not know
  purpose text not null check (purpose in ('register', 'reset', 'withdraw', 'email', 'account', 'oldEmail', 'signIn')),
  asked_from text not null default '',
  -- Which browser asked, where it has said so: a hash of what it made up. Its code is compared with what that browser types and with
  -- nothing else, from whatever network it comes. Empty: bound to the network that asked alone.
  bound_to text not null default '' check (length(bound_to) <= 64),
  code_hash bytea not null check (octet_length(code_hash) = 32),
  tries_left smallint not null check (tries_left >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mail_codes_by_email on mail_codes (email, created_at desc);
create index mail_codes_by_age on mail_codes (created_at);

-- Counters with a window, shared by all processes.
create table attempts (
  key text primary key check (char_length(key) <= 200),
  count integer not null check (count >= 0),
  resets_at timestamptz not null
);
create index attempts_by_end on attempts (resets_at);

-- How a person has set up the site: one text that the site writes and reads.
create table layouts (
  user_id bigint primary key references users,
  layout text not null check (length(layout) <= 32768),
  changed_at timestamptz not null default now()
);

-- Receipts that their owners show to others: found by a code that nobody guesses, until its owner takes it back. What is shown
-- is read from the order itself each time; nothing of it is kept here.
create table shares (
  id bigint generated always as identity primary key,
  code text not null unique check (code ~ '^[A-Za-z0-9_-]{22}$'),
  user_id bigint not null references users (id),
  book text not null check (book in ('demo', 'real')),
  order_id text not null check (length(order_id) between 1 and 24),
  hides_amounts boolean not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);

create unique index shares_standing on shares (user_id, book, order_id) where revoked_at is null;
