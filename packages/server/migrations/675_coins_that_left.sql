-- Coins that have left an account without a sale are no longer among those that were bought and are held still: of what is counted as
-- bought, no more is kept than there is, and the rest goes at its average cost, rounded up. From here on withdrawals and corrections see
-- to it when they are booked.
update spot_costs c
set quantity = b.balance, cost = c.cost - div(c.cost * (c.quantity - b.balance) + c.quantity - 1, c.quantity)
from (
  select s.user_id, s.book, s.asset, coalesce(sum(a.balance), 0)::numeric as balance
  from spot_costs s
  left join ledger_accounts a on a.owner = s.user_id::text and a.book = s.book and a.asset::text = s.asset and a.kind <> 'loan'
  group by s.user_id, s.book, s.asset
) b
where b.user_id = c.user_id and b.book = c.book and b.asset = c.asset and c.quantity > b.balance;
