-- Mail addresses of erased accounts whose owners had excluded themselves: kept as a keyed hash, for as long as the exclusion
-- lasts, so that closing an account is no way around it.
create table excluded_addresses (
  hash bytea primary key check (octet_length(hash) = 32),
  until timestamptz -- null for good
);
create index excluded_addresses_by_end on excluded_addresses (until) where until is not null;
