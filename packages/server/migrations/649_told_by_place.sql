-- Each place is told for itself: one that does not answer keeps no other from an alarm, and one that has it is not told again.
alter table alarms
  add column posted_at timestamptz, -- the webhook has it
  add column mailed_at timestamptz;
comment on column alarms.told_at is 'every place that is set has it';
-- Nobody is told of what is over.
drop index alarms_untold;
create index alarms_untold on alarms (tries, id) where told_at is null and ended_at is null;
