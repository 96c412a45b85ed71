-- What has been decided from one moment to another and is to be booked, as reasons and references: each decision is of one day, and is
-- looked for in the books when that day is gone through. A decision that could not be carried out has failed, and is not among them.
create function ledger_decided_between(p_from timestamptz, p_before timestamptz) returns table (book text, reason text, reference text)
language sql stable set search_path = public, pg_temp as $$
  select 'real', 'deposit.completed', d.deposit_no from deposits d
  where d.status = 'completed' and d.ended_at >= p_from and d.ended_at < p_before
  union all
  select 'real', case w.status when 'completed' then 'withdrawal.completed' else 'withdrawal.returned' end, w.withdrawal_no from withdrawals w
  where w.status in ('completed', 'cancelled', 'rejected', 'failed') and w.ended_at >= p_from and w.ended_at < p_before
  union all
  select 'real', 'loan.disbursed', l.loan_no from loans l where l.paid_out_at >= p_from and l.paid_out_at < p_before
  union all
  select coalesce(p.payload ->> 'book', 'real'),
    case when p.kind = 'ledger.correction' then 'correction.booked' when p.kind = 'charity.pay' then 'charity.paid'
      when p.payload ->> 'direction' = 'fund' then 'house.funded' else 'house.withdrawn' end,
    case p.kind when 'ledger.correction' then 'correction:' when 'charity.pay' then 'charity.payout:' else 'treasury:' end || p.id
  from proposals p
  where p.kind in ('ledger.correction', 'treasury.move', 'charity.pay') and p.status = 'approved'
    and p.decided_at >= p_from and p.decided_at < p_before
$$;
drop function ledger_decided_since(timestamptz);
