-- Codes are mailed for two more purposes: to whoever signs in with the right password from a device that the account does not know, and to
-- the address that an account leaves.
alter table mail_codes
  drop constraint mail_codes_purpose_check,
  add constraint mail_codes_purpose_check
    check (purpose in ('register', 'reset', 'withdraw', 'email', 'account', 'oldEmail', 'signIn'));
