-- The plans that `ledger_post` makes once for a connection may be made while the books are young and small, when reading a
-- table as a whole looks cheapest. They must still be right when the books have grown: always by the index.
alter function ledger_post set enable_seqscan = off;
alter function ledger_post set enable_hashjoin = off;
alter function ledger_post set enable_mergejoin = off;
