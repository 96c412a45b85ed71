-- Cases of a day or a month, however many there are.
create index deposits_by_time on deposits (created_at, id);
create index withdrawals_by_time on withdrawals (created_at, id);
