-- As 440 has it; what is held for a part is held for its order: `C…/2` is booked under its own number and out of what `C…` has.
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
    select b.id, split_part(coalesce(t.reference::text, ''), '/', 1), e.amount
    from ledger_entries e
    join bound b on b.id = e.account_id and (b.reset is null or e.transaction_id > b.reset)
    join ledger_transactions t on t.id = e.transaction_id and t.id > p_after and t.id <= p_through
    where e.transaction_id > p_after and e.transaction_id <= p_through
  ) s
  group by 1, 2 having sum(s.amount) <> 0
$$;
