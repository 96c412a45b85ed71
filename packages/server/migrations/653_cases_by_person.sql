-- What one operator has decided, as the first of two or the second, and withdrawals over one network, however much others decided.
create index deposits_by_first_person on deposits (approved_by, id) where approved_by is not null;
create index deposits_by_last_person on deposits (decided_by, id) where decided_by is not null;
create index withdrawals_by_first_person on withdrawals (approved_by, id) where approved_by is not null;
create index withdrawals_by_last_person on withdrawals (decided_by, id) where decided_by is not null;
create index withdrawal_methods_by_network on withdrawal_methods (network_id) where network_id is not null;
