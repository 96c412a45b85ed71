-- In no transaction.
-- What comes to accounts and leaves them beside what is traded, which is most of all that is booked: whoever wants to know it of an
-- account looks its transactions up here, and reads none of the others. The largest table of all is written while it is built.
drop index concurrently if exists ledger_transactions_of_flows;
create index concurrently ledger_transactions_of_flows on ledger_transactions (id) include (at, reason)
where reason::text in (
  'deposit.completed', 'withdrawal.completed', 'demo.opened', 'demo.reset', 'correction.booked', 'plan.income', 'plan.left', 'referral.rewarded',
  'loan.disbursed', 'loan.repaid', 'nft.won', 'nft.bought'
);
