-- What the house counts every two seconds: what is held with real money, and nothing that has been or that demo accounts hold.
create index positions_alive_for_real on positions (id) where book = 'real' and status in ('awaiting', 'open');
create index spot_orders_open_for_real on spot_orders (id) where book = 'real' and status = 'open' and side = 'buy';
create index spot_costs_for_real on spot_costs (user_id, asset) where book = 'real' and cost > 0;
