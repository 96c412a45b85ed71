-- The largest of whatever is listed, in units that are the same for every coin; and those of one network.
create index deposits_by_size on deposits ((amount * case when coin = 'USDT' then 100 else 1 end), id);
create index withdrawals_by_size on withdrawals ((amount * case when coin = 'USDT' then 100 else 1 end), id);
create index deposits_by_network on deposits (network_id, id);
