-- From when on an alarm is raised, and how long a customer may wait at each desk: set by two persons, as every parameter. For an
-- identification `kyc_hours` says so already.
insert into parameters (key, value, public) values
  ('deposit_hours', '4', false), ('withdrawal_hours', '4', false), ('loan_hours', '24', false), ('chat_hours', '1', false),
  ('alarm_movement_above', '100000', false), -- USDT moved by two persons at once
  ('alarm_exposure_share', '0.8', false), -- of what the house takes on at most, in an instrument and over all
  ('alarm_price_minutes', '5', false), -- without a price while the market is open
  ('alarm_sign_ins', '20', false); -- refused sign-ins of operators within ten minutes
