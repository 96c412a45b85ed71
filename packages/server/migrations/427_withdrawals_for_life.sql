-- USDT that an account may withdraw in all its life before anybody knows whose it is: a limit of days alone is one for each account.
insert into parameters (key, value, public) values ('withdrawal_limit_life_unverified', '5000', true) on conflict (key) do nothing;
