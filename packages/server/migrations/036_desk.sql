-- What operators keep for their own work, what they have stopped, and what somebody must look at.

-- Who works on which case.
create table claims (
  kind text not null check (kind in ('deposits', 'withdrawals', 'kyc', 'loans', 'nfts', 'chats')),
  subject_id text not null check (length(subject_id) between 1 and 64),
  operator_id bigint not null references operators (id),
  claimed_at timestamptz not null,
  primary key (kind, subject_id)
);

-- What operators know of a customer. Nobody changes or removes a note.
create table user_notes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  operator_id bigint not null references operators (id),
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null
);
create index user_notes_by_user on user_notes (user_id, id);
create trigger append_only before truncate on user_notes for each statement execute function audit_refuse_change();
create trigger append_only_delete before delete on user_notes for each row execute function audit_refuse_change();
create trigger append_only_rows before update on user_notes for each row
  when (not (new.text = '—' and erases_only(to_jsonb(old), to_jsonb(new), array['text'])))
  execute function audit_refuse_change();
create trigger erase_closed_only before update of text on user_notes for each row execute function erase_closed_only();

-- How operators narrow a list of the console, under a name of their own: nothing that is typed of a customer.
create table desk_views (
  operator_id bigint not null references operators,
  list text not null check (length(list) between 1 and 60),
  name text not null check (length(name) between 1 and 40),
  filters jsonb not null check (jsonb_typeof(filters) = 'object' and length(filters::text) <= 4000),
  changed_at timestamptz not null,
  primary key (operator_id, list, name)
);
create trigger acts_in_own_name before insert or update on desk_views for each row execute function acts_in_own_name('operator_id');

-- What the operator's own screening has answered about a case: nothing of whoever it is about is kept here.
create table screenings (
  about text not null check (about in ('deposit', 'withdrawal', 'identity')),
  case_no text not null check (length(case_no) between 1 and 40),
  answer text check (answer in ('clear', 'look', 'refuse')), -- null until it has answered: nobody takes that for clear
  asked_at timestamptz not null, -- by the wall clock, the last time
  tries integer not null default 1 check (tries > 0),
  again_at timestamptz, -- when it is asked again
  primary key (about, case_no),
  constraint asked_until_answered check ((answer is null) = (again_at is not null))
);
create index screenings_unanswered on screenings (again_at) where answer is null;

-- What was answered stays: another case is asked about anew.
create function screenings_guard() returns trigger
language plpgsql set search_path = "$user", public, pg_temp as $$
begin
  if tg_op = 'DELETE' or old.answer is not null or (new.about, new.case_no) is distinct from (old.about, old.case_no) then
    raise exception 'what was answered about % % stays', old.about, old.case_no using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard before update or delete on screenings for each row execute function screenings_guard();

-- What operators have stopped. One person stops at once; what is stopped ends by a proposal that two have agreed on or, of withdrawals that
-- one person alone has stopped, by its time.
create table halts (
  id bigint generated always as identity primary key,
  scope text not null check (scope in ('instrument', 'class', 'openings', 'withdrawals', 'registrations')),
  subject text check (length(subject) between 1 and 40),
  reason text not null check (length(reason) between 10 and 500),
  message text check (length(message) between 1 and 200), -- what customers read of it
  begun_by bigint not null references operators,
  begun_at timestamptz not null, -- wall clock, as all times here
  lapses_at timestamptz,
  confirmed_by bigint references operators,
  ended_at timestamptz,
  proposal_id bigint references proposals, -- by which it ended
  constraint a_subject_where_there_is_one check ((subject is not null) = (scope in ('instrument', 'class'))),
  constraint withdrawals_alone_lapse check (lapses_at is null or scope = 'withdrawals' and lapses_at > begun_at),
  constraint alone_for_a_day check (scope <> 'withdrawals' or confirmed_by is not null or lapses_at <= begun_at + interval '24 hours'),
  constraint a_second_person check (confirmed_by <> begun_by),
  constraint ended_by_two check ((ended_at is null) = (proposal_id is null))
);
create index halts_in_force on halts (scope) where ended_at is null;

create function halts_guard() returns trigger
language plpgsql set search_path = "$user", public, pg_temp as $$
declare
  living constant text[] := array['lapses_at', 'confirmed_by', 'ended_at', 'proposal_id'];
begin
  if to_jsonb(new) - living <> to_jsonb(old) - living then
    raise exception 'what halt % has stopped is written down', old.id using errcode = 'check_violation';
  end if;
  if old.ended_at is not null or old.confirmed_by is not null and new.confirmed_by is distinct from old.confirmed_by then
    raise exception 'halt % has moved on', old.id using errcode = 'check_violation';
  end if;
  if new.lapses_at is distinct from old.lapses_at and (new.lapses_at is not null or new.confirmed_by is null) then
    raise exception 'only a second person has halt % last', old.id using errcode = 'check_violation';
  end if;
  if new.ended_at is not null and not exists (
    select from proposals p where p.id = new.proposal_id and p.kind = 'halt.end' and p.status = 'approved' and p.payload ->> 'id' = old.id::text
  ) then
    raise exception 'halt % is ended by two', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger guard before update on halts for each row execute function halts_guard();
create trigger acts_in_own_name before insert or update on halts for each row execute function acts_in_own_name('begun_by', 'confirmed_by');

-- Who has stopped withdrawals alone, and no second person confirmed it, does not begin again where that ended: one person would hold
-- customers' money for ever.
create function halts_begin_guard() returns trigger
language plpgsql set search_path = "$user", public, pg_temp as $$
begin
  if new.scope = 'withdrawals' and exists (
    select from halts h
    where h.scope = new.scope and h.begun_by = new.begun_by and h.ended_at is null and h.lapses_at > new.begun_at - interval '7 days'
  ) then
    raise exception 'operator % has just stopped % alone', new.begun_by, new.scope using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger begin_guard before insert on halts for each row execute function halts_begin_guard();

-- What somebody must look at: raised once while it stands, told outside, and taken by whoever looks after it. Each place is told for
-- itself: one that does not answer keeps no other from an alarm, and one that has it is not told again.
create table alarms (
  id bigint generated always as identity primary key,
  rule text not null check (length(rule) between 1 and 40),
  subject text not null check (length(subject) between 1 and 80),
  detail text not null check (length(detail) between 1 and 300),
  raised_at timestamptz not null, -- wall clock, as all times here
  posted_at timestamptz, -- the webhook has it
  mailed_at timestamptz,
  told_at timestamptz,
  tries integer not null default 0,
  taken_by bigint references operators,
  taken_at timestamptz,
  ended_at timestamptz, -- since when it is no more
  constraint taken_by_somebody check ((taken_by is null) = (taken_at is null))
);
create unique index alarms_standing on alarms (rule, subject) where ended_at is null;
comment on column alarms.told_at is 'every place that is set has it';
-- Nobody is told of what is over.
create index alarms_untold on alarms (tries, id) where told_at is null and ended_at is null;
create trigger acts_in_own_name before insert or update on alarms for each row execute function acts_in_own_name('taken_by');
