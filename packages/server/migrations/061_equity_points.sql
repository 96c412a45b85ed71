-- What an account was worth, once an hour of business time, where something may have changed since the hour before.
create table equity_points (
  user_id bigint not null references users,
  book text not null check (book in ('demo', 'real')),
  hour timestamptz not null check (hour = date_trunc('hour', hour, 'UTC')),
  at timestamptz not null, -- the moment in that hour at which it was valued
  equity numeric(38, 0) not null, -- micro-USDT
  entries bigint not null, -- in the account's books by then: an account without new ones and without risk stands still
  primary key (user_id, book, hour)
);
