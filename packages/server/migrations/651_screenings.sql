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
language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.answer is not null or (new.about, new.case_no) is distinct from (old.about, old.case_no) then
    raise exception 'what was answered about % % stays', old.about, old.case_no using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard before update or delete on screenings for each row execute function screenings_guard();

-- See 239.
do $$
begin
  execute format('alter function screenings_guard() set search_path = %s, pg_temp', current_setting('search_path'));
end $$;
