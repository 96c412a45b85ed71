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
  primary key (user_id, kind)
);

-- Mails that are still to be sent; written together with their notification, removed when the mail server has taken them.
create table notification_mails (
  notification_id bigint primary key references notifications on delete cascade,
  tries smallint not null default 0,
  next_try_at timestamptz not null default clock_timestamp()
);
create index notification_mails_due on notification_mails (next_try_at);

create table watchlist (
  user_id bigint not null references users,
  code text not null,
  place bigint generated always as identity, -- grows: the oldest fall off first
  primary key (user_id, code)
);

-- Price alerts that wait. One that fires is deleted by the transaction that tells of it, so it fires once.
create table price_alerts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  code text not null,
  direction text not null check (direction in ('above', 'below')),
  price bigint not null check (price > 0), -- ticks
  price_scale smallint not null check (price_scale between 0 and 18),
  created_at timestamptz not null,
  quoted_at bigint not null, -- time of the quote at its creation; later quotes may fire it
  changed xid8 not null default pg_current_xact_id()
);
create index price_alerts_of_user on price_alerts (user_id, id desc);
create index price_alerts_by_change on price_alerts (changed);

-- Whether the holder has been warned that little margin is left; once, until the position has recovered.
alter table positions add column margin_warned boolean not null default false;
drop trigger positions_changed on positions;
create trigger positions_changed
  before update of status, stop_loss, take_profit, trailing_distance, margin_taken, liquidation_price, financed_until, margin_warned
  on positions
  for each row execute function positions_changed();
