-- One key has the same address on each chain of Ethereum's kind, and holds coins on all of them.
alter table reserve_addresses drop constraint declared_once;
alter table reserve_addresses add constraint declared_once unique (chain, address, message);
