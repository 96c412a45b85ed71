-- Coins that are sold for real money though no network carries them out: what is bought of them is a claim on the house. Codes with blanks
-- between; none until two operators allow it.
insert into parameters (key, value, public) values ('spot_claims', '', true),
  -- What one demo account may have done in a day where others deal with real money: all that it leaves is kept for good.
  ('demo_orders_day_max', '500', true)
on conflict (key) do nothing;
