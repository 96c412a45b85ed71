-- Nonces of wallets are made without a row, and known again by their own mark; one is written down once a good signature has spent it.
comment on table wallet_nonces is 'nonces that were spent, until they would have ended';
