-- Events that somebody wants to be told of some time before they happen. Whoever is told has none any more; an event that is taken back
-- before is told to nobody.
create table calendar_reminders (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  event_id bigint references calendar_events,
  action_id bigint references corporate_actions,
  code text not null, -- the instrument that it was asked for
  minutes integer not null check (minutes > 0), -- before it happens
  due_at timestamptz not null,
  created_at timestamptz not null,
  constraint reminder_of_one_thing check ((event_id is null) <> (action_id is null)),
  constraint one_reminder_per_event unique (user_id, event_id),
  constraint one_reminder_per_action unique (user_id, action_id)
);
create index calendar_reminders_due on calendar_reminders (due_at);
