-- An address is the house's own once its key has signed so: the text and the signature are what anybody can check. What was declared
-- without one counts no more.
alter table reserve_addresses
  add column message text check (length(message) between 1 and 500),
  add column signature text check (length(signature) between 1 and 200),
  add constraint signed_by_its_key check (num_nonnulls(message, signature) = 2) not valid;

drop trigger approved_by_two on reserve_addresses;
create constraint trigger approved_by_two after insert on reserve_addresses
  deferrable initially deferred for each row
  execute function approved_as_proposed(
    'reserve.declare', 'chain', 'chain', 'address', 'address', 'label', 'label', 'message', 'message', 'signature', 'signature');
