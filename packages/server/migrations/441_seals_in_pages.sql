-- The tree of a day is written page by page while it is worked out, and its seal, which says its root, after it.
alter table proof_nodes alter constraint proof_nodes_day_fkey deferrable initially deferred;
