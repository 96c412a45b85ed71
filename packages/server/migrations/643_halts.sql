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
language plpgsql as $$
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

-- See 239.
do $$ begin
  execute format('alter function halts_guard() set search_path = %s, pg_temp', current_setting('search_path'));
end $$;
