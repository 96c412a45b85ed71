-- What a withdrawal costs on each network: a share of the amount, no less than one sum and no more than another, in the coin's smallest
-- unit. Operators change it by proposals, as they do with the smallest amounts.
alter table networks
  add column fee_rate numeric check (fee_rate between 0 and 0.1), -- null: the one of all, the parameter withdrawal_fee_rate
  add column fee_min numeric(38, 0) not null default 0 check (fee_min >= 0),
  add column fee_max numeric(38, 0) check (fee_max > 0), -- null: nothing caps it
  add constraint fee_within_its_bounds check (fee_max >= fee_min),
  -- Whoever withdraws the smallest amount receives something.
  add constraint fee_leaves_something check (fee_min < withdrawal_minimum);

-- A payment costs on a chain what it costs, however large it is: at most about 25 USDT. Smallest amounts are of about 50 beside the first
-- four (610, 611).
update networks set fee_max = case id
  when 'TRC20' then 25000000 when 'ERC20' then 25000000 when 'BTC' then 30000 when 'ETH' then 1000000
  else ceil(withdrawal_minimum / 2) end;

-- Frozen with the request, and the fee follows from them.
alter table withdrawals
  add column fee_min numeric(38, 0) not null default 0 check (fee_min >= 0),
  add column fee_max numeric(38, 0),
  add constraint fee_within_its_bounds check (fee_max >= fee_min),
  drop constraint withdrawals_check,
  add constraint fee_as_its_terms_say check (fee = greatest(fee_min, least(ceil(amount * fee_rate), fee_max)));
