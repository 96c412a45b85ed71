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

alter table notification_preferences add column push boolean; -- null for the default

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
