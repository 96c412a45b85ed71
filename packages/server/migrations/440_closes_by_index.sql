-- What a close adds up is read between two transactions, on every side of a join: a side without these bounds may be read whole, all of
-- history, as soon as the planner's statistics are older than the books.

create or replace function ledger_fees_between(p_after bigint, p_through bigint)
returns table (day date, book text, payer text, asset text, reason text, fees numeric)
language sql stable as $$
  select (t.at at time zone 'UTC')::date, t.book, payer.owner, payer.asset::text, t.reason::text, sum(m.amount)
  from ledger_accounts kept
  join ledger_transfers m on m.to_account = kept.id and m.transaction_id > p_after and m.transaction_id <= p_through
  join ledger_transactions t on t.id = m.transaction_id and t.id > p_after and t.id <= p_through
  join ledger_accounts payer on payer.id = m.from_account
  where kept.house and kept.kind = 'fees' and not payer.house
  group by 1, 2, 3, 4, 5
$$;

create or replace function ledger_holds_between(p_after bigint, p_through bigint) returns table (account_id bigint, reference text, amount numeric)
language sql stable as $$
  with resets as (
    select t.reference, max(t.id) as id from ledger_transactions t
    where t.id > p_after and t.id <= p_through and t.book = 'demo' and t.reason = 'demo.reset' group by 1
  ), bound as (
    select a.id, r.id as reset from ledger_accounts a
    left join resets r on a.book = 'demo' and r.reference = 'demo:' || a.owner
    where ledger_is_bound(a.kind)
  )
  select s.account_id, s.reference, sum(s.amount) from (
    select h.account_id, h.reference, h.amount from ledger_closed_holds h join bound b on b.id = h.account_id
    where b.reset is null and p_after > 0
    union all
    select b.id, coalesce(t.reference::text, ''), e.amount
    from ledger_entries e
    join bound b on b.id = e.account_id and (b.reset is null or e.transaction_id > b.reset)
    join ledger_transactions t on t.id = e.transaction_id and t.id > p_after and t.id <= p_through
    where e.transaction_id > p_after and e.transaction_id <= p_through
  ) s
  group by 1, 2 having sum(s.amount) <> 0
$$;

-- These keep a plan for as long as a connection lives, which may have been made while one look at the whole was cheapest.
alter function ledger_closings_root(bigint) set enable_seqscan = off;
alter function ledger_days_root(bigint) set enable_seqscan = off;

-- The auditor looks at what all customers have of a day; by owner, every day that there was is looked through.
create index ledger_day_results_by_day on ledger_day_results (day);
