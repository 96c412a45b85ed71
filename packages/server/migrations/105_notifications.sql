-- What people are told of, by their own choice on the site and by mail. Facts, never words: the reader's language says them.
create table notifications (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  book text check (book in ('demo', 'real')), -- null when it concerns neither account
  kind text not null check (kind ~ '^[a-zA-Z]{1,40}$'),
  facts jsonb not null check (jsonb_typeof(facts) = 'object'),
  created_at timestamptz not null, -- business time
  shown boolean not null, -- false for one that goes by mail alone
  read_at timestamptz,
  written_at timestamptz not null default clock_timestamp()
);
create index notifications_of_user on notifications (user_id, id desc) where shown;
create index notifications_unread on notifications (user_id, id desc) where shown and read_at is null;
create index notifications_by_age on notifications (written_at);

-- Only what differs from the defaults.
create table notification_preferences (
  user_id bigint not null references users,
  kind text not null,
  in_app boolean not null,
  mail boolean not null,
  push boolean, -- null for the default
  primary key (user_id, kind)
);

-- Mails that are still to be sent; written together with their notification, removed when the mail server has taken them.
create table notification_mails (
  notification_id bigint primary key references notifications on delete cascade,
  tries smallint not null default 0,
  next_try_at timestamptz not null default clock_timestamp()
);
create index notification_mails_due on notification_mails (next_try_at);

-- Devices that hear of what their owner has chosen while the site is closed. A device belongs to the session that has made it
-- and goes with it.
create table push_devices (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  session_id bigint not null references sessions on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 1000), -- where its push service takes what is for it
  p256dh bytea not null check (octet_length(p256dh) = 65), -- its key: nobody on the way reads what is sent
  auth bytea not null check (octet_length(auth) = 16),
  device text not null check (length(device) <= 60),
  added_at timestamptz not null,
  told_at timestamptz
);
create index push_devices_of_user on push_devices (user_id, id);
create index push_devices_by_session on push_devices (session_id);

-- Notifications that are to be pushed; written together with them. They wait a moment for an open page that shows them.
create table notification_pushes (
  notification_id bigint primary key references notifications on delete cascade,
  due_at timestamptz not null default clock_timestamp() + interval '3 seconds'
);
create index notification_pushes_due on notification_pushes (due_at);

-- The same for each device. Whoever tells of a trade never writes here: a device that goes at that moment stops no trade.
create table push_deliveries (
  notification_id bigint not null references notifications on delete cascade,
  device_id bigint not null references push_devices on delete cascade,
  tries smallint not null default 0,
  next_try_at timestamptz not null default clock_timestamp(),
  primary key (notification_id, device_id)
);
create index push_deliveries_due on push_deliveries (next_try_at);
create index push_deliveries_of_device on push_deliveries (device_id);

create table watchlist (
  user_id bigint not null references users,
  code text not null,
  place bigint generated always as identity, -- grows: the oldest fall off first
  primary key (user_id, code)
);

-- Price alerts that wait. One that fires is deleted by the transaction that tells of it, so it fires once. What a split, or a dividend,
-- makes of a level that waits: the alert is another one for the engine.
create table price_alerts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  code text not null,
  direction text not null check (direction in ('above', 'below')),
  price bigint not null check (price > 0), -- ticks
  price_scale smallint not null check (price_scale between 0 and 18),
  created_at timestamptz not null,
  quoted_at bigint not null, -- time of the quote at its creation; later quotes may fire it
  version integer not null default 1,
  adjusted_by bigint references corporate_actions, -- the last action that it has lived through
  changed xid8 not null default pg_current_xact_id()
);
create index price_alerts_of_user on price_alerts (user_id, id desc);
create index price_alerts_by_change on price_alerts (changed);
create index price_alerts_by_code on price_alerts (code, id);
-- A level that is set under an action would be in the units of whoever typed it.
create trigger refuse_under_action after insert on price_alerts
  referencing new table as opened for each statement execute function refuse_under_action();
