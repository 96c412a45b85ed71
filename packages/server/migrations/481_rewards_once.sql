-- What a day has earned an inviter is booked once, under a reference that no other posting has.
create unique index ledger_transactions_rewarded_once on ledger_transactions (reference) where reason = 'referral.rewarded';
