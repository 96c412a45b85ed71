-- In no transaction.
-- A dividend is income, and is told among what comes to an account beside the results of its trades: looked up like the rest of that.
drop index concurrently if exists ledger_transactions_of_flows;
create index concurrently ledger_transactions_of_flows on ledger_transactions (id) include (at, reason)
where reason::text in (
  'deposit.completed', 'withdrawal.completed', 'demo.opened', 'demo.reset', 'correction.booked', 'plan.income', 'plan.left', 'referral.rewarded',
  'loan.disbursed', 'loan.repaid', 'nft.won', 'nft.bought', 'dividend.received', 'dividend.charged'
);
