-- What the house's addresses hold, as the nodes say, to be set against what customers own.

-- Addresses beside those of customers, such as the wallet that pays out. Two persons declare one.
create table reserve_addresses (
  id bigint generated always as identity primary key,
  chain text not null check (chain in ('bitcoin', 'ethereum', 'tron')),
  address text not null unique check (length(address) between 20 and 128),
  label text not null check (length(label) between 1 and 60),
  proposal_id bigint not null unique references proposals,
  declared_at timestamptz not null
);

create constraint trigger approved_by_two after insert on reserve_addresses
  deferrable initially deferred for each row
  execute function approved_as_proposed('reserve.declare', 'chain', 'chain', 'address', 'address', 'label', 'label');
create trigger append_only before update or delete or truncate on reserve_addresses
  for each statement execute function stays_as_approved();

create table chain_holdings (
  network_id text primary key references networks,
  amount numeric(38, 0) check (amount >= 0), -- in the coin's smallest unit of the books, rounded down; null: never known
  height bigint check (height >= 0), -- the block that it is of
  addresses integer not null default 0 check (addresses >= 0), -- how many were asked about
  known_at timestamptz, -- by the wall clock
  asked_at timestamptz not null,
  fault text check (length(fault) between 1 and 200), -- why the last answer is missing
  constraint known_with_its_block check (num_nonnulls(amount, height, known_at) in (0, 3))
);
