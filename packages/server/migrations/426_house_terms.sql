-- By what the house holds on to its money where customers deal with real one; changed by two persons like every parameter.
insert into parameters (key, value, public) values
  ('deal_turnover_share', '0.001', true), -- share of an instrument's turnover of 24 hours that one order may have
  ('deal_floor', '1000', true), -- USDT that one order may have in any case
  ('exposure_person_max', '1000000', false), -- USDT net of one person in one instrument
  ('exposure_instrument_max', '3000000', false), -- USDT net of all customers in one instrument, and no more than ten such orders
  ('exposure_house_max', '20000000', false), -- USDT, the net amounts of all instruments together
  ('close_window_hours', '8', true), -- hours before a market closes in which new contracts are margined for the gap
  ('close_leverage_max', '5', true) -- largest leverage of what opens in them
on conflict (key) do nothing;
