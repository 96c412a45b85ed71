-- The desk's first page and its list of customers, among hundreds of thousands of them: by country, by how far they are identified, those
-- who are frozen, and those who have come since a day.
create index users_by_country on users (country, id);
create index users_by_kyc_status on users (kyc_status, id);
create index users_frozen on users (id) where frozen;
create index users_by_time on users (created_at);

-- What all customers owe together. No balance is in it: what is repaid changes no index.
create index ledger_accounts_of_loans on ledger_accounts (book, asset) where kind = 'loan';

-- As they were, but for how accounts of the house are found: by their owner, which begins an index, and not by a look at every account.
create or replace function ledger_fees_between(p_after bigint, p_through bigint)
returns table (day date, book text, payer text, asset text, reason text, fees numeric)
language sql stable as $$
  select (t.at at time zone 'UTC')::date, t.book, payer.owner, payer.asset::text, t.reason::text, sum(m.amount)
  from ledger_accounts kept
  join ledger_transfers m on m.to_account = kept.id and m.transaction_id > p_after and m.transaction_id <= p_through
  join ledger_transactions t on t.id = m.transaction_id and t.id > p_after and t.id <= p_through
  join ledger_accounts payer on payer.id = m.from_account
  where kept.owner = 'house' and kept.kind = 'fees' and not payer.house
  group by 1, 2, 3, 4, 5
$$;

create or replace function ledger_totals_between(p_after bigint, p_through bigint)
returns table (day date, book text, transactions bigint, fees numeric)
language sql stable as $$
  with paid as (
    select m.transaction_id, sum(m.amount) as fees
    from ledger_accounts kept
    join ledger_transfers m on m.to_account = kept.id and m.transaction_id > p_after and m.transaction_id <= p_through
    where kept.owner = 'house' and kept.kind = 'fees' and kept.asset = 'USDT' group by 1
  )
  select (t.at at time zone 'UTC')::date, t.book, count(*), coalesce(sum(p.fees), 0)
  from ledger_transactions t left join paid p on p.transaction_id = t.id
  where t.id > p_after and t.id <= p_through
  group by 1, 2
$$;
