-- What operators look for among millions of lines: an action in the log, or a time of it, and cases of a rare coin.
create index audit_log_by_action on audit_log (action text_pattern_ops, id);
create index audit_log_by_time on audit_log using brin (at) with (pages_per_range = 16, autosummarize = on);
create index deposits_by_coin on deposits (coin, id);
create index withdrawals_by_coin on withdrawals (coin, id);
