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
