-- What ended lately, for reports: of tables whose rows come in the order of time such an index is small, and costs those who trade next to
-- nothing.
create index positions_by_ending on positions using brin (closed_at) with (pages_per_range = 16, autosummarize = on);
create index options_by_ending on options using brin (settled_at) with (pages_per_range = 16, autosummarize = on);
create index deposits_by_ending on deposits using brin (ended_at) with (pages_per_range = 16, autosummarize = on);
create index withdrawals_by_ending on withdrawals using brin (ended_at) with (pages_per_range = 16, autosummarize = on);
create index kyc_cases_by_decision on kyc_cases using brin (decided_at) with (pages_per_range = 16, autosummarize = on);
