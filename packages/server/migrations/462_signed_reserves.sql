-- An address is the house's own once its key has signed so: the text and the signature are what anybody can check. What was declared
-- without one counts no more, and can be declared again with one.
alter table reserve_addresses
  add column message text check (length(message) between 1 and 500),
  add column signature text check (length(signature) between 1 and 200),
  add constraint signed_by_its_key check (num_nonnulls(message, signature) in (0, 2)),
  drop constraint reserve_addresses_address_key,
  add constraint declared_once unique (address, message);

drop trigger approved_by_two on reserve_addresses;
create constraint trigger approved_by_two after insert on reserve_addresses
  deferrable initially deferred for each row
  execute function approved_as_proposed(
    'reserve.declare', 'chain', 'chain', 'address', 'address', 'label', 'label', 'message', 'message', 'signature', 'signature');

-- What is sold, stolen or given up counts no more, whoever signs for it later. Two persons say so, too: one alone could let the house
-- look poor.
create table reserve_retirements (
  id bigint generated always as identity primary key,
  address text not null unique,
  proposal_id bigint not null unique references proposals,
  retired_at timestamptz not null
);
create constraint trigger approved_by_two after insert on reserve_retirements
  deferrable initially deferred for each row execute function approved_as_proposed('reserve.retire', 'address', 'address');
create trigger append_only before update or delete or truncate on reserve_retirements
  for each statement execute function stays_as_approved();
