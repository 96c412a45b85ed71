-- Up to which batch of the tape every quote has been judged against every order: whoever takes the lead judges from here on.
alter table tape_marks drop constraint tape_marks_name_check, add constraint tape_marks_name_check check (name in ('folded', 'judged'));
insert into tape_marks select shard, 'judged', position from tape_marks where name = 'folded';

-- What must follow from a quote that reached an order's price and could not be done yet: the mark has gone past it, and it is
-- tried until it is done. One for each order: it is not judged by later quotes meanwhile.
create table parked_acts (
  source text not null, -- whose orders: contracts, spot, alerts
  order_id bigint not null,
  code text not null references instruments,
  bid bigint not null check (bid > 0),
  ask bigint not null check (ask >= bid),
  time_ms bigint not null,
  position bigint not null, -- the quote's batch
  version integer, -- of the order, where a trailing stop had followed
  best bigint, -- how far
  tries integer not null,
  last_error text not null,
  parked_at timestamptz not null default clock_timestamp(),
  primary key (source, order_id),
  check ((version is null) = (best is null))
);
