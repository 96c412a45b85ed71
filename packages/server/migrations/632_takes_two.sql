-- What two persons are for stands in one place: for the guard that refuses what they have not decided (510), and for the auditor, who
-- looks at it again.

create function ledger_takes_two(reason text) returns boolean
language sql immutable parallel safe
return reason in ('deposit.completed', 'withdrawal.completed', 'withdrawal.returned', 'loan.disbursed', 'correction.booked', 'house.funded',
  'house.withdrawn', 'charity.paid');

drop trigger as_two_have_decided on ledger_transactions;
create constraint trigger as_two_have_decided after insert on ledger_transactions
  deferrable initially deferred for each row when (ledger_takes_two(new.reason)) execute function ledger_refuse_unagreed();

-- Whether a posting names a case, decided or not. In a sandbox its owner books money that nobody has asked for, which names none.
create function ledger_names_case(p_reference text) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (select from deposits d where d.deposit_no = p_reference)
    or exists (select from withdrawals w where w.withdrawal_no = p_reference)
    or exists (select from loans l where l.loan_no = p_reference)
    or exists (select from proposals p
      where p.id = substring(p_reference from '^(?:correction|treasury|charity\.payout):([1-9][0-9]{0,17})$')::bigint)
$$;

-- What has been decided since a moment (of all time where none is told) and is to be booked, as reasons and references. A decision that
-- could not be carried out has failed, and is not among them.
create function ledger_decided_since(p_since timestamptz) returns table (book text, reason text, reference text)
language sql stable set search_path = public, pg_temp as $$
  select 'real', 'deposit.completed', d.deposit_no from deposits d
  where d.status = 'completed' and d.ended_at >= coalesce(p_since, '-infinity')
  union all
  select 'real', case w.status when 'completed' then 'withdrawal.completed' else 'withdrawal.returned' end, w.withdrawal_no from withdrawals w
  where w.status in ('completed', 'cancelled', 'rejected', 'failed') and w.ended_at >= coalesce(p_since, '-infinity')
  union all
  select 'real', 'loan.disbursed', l.loan_no from loans l where l.paid_out_at >= coalesce(p_since, '-infinity')
  union all
  select coalesce(p.payload ->> 'book', 'real'),
    case when p.kind = 'ledger.correction' then 'correction.booked' when p.kind = 'charity.pay' then 'charity.paid'
      when p.payload ->> 'direction' = 'fund' then 'house.funded' else 'house.withdrawn' end,
    case p.kind when 'ledger.correction' then 'correction:' when 'charity.pay' then 'charity.payout:' else 'treasury:' end || p.id
  from proposals p
  where p.kind in ('ledger.correction', 'treasury.move', 'charity.pay') and p.status = 'approved'
    and p.decided_at >= coalesce(p_since, '-infinity')
$$;

-- Those that were decided since yesterday are found without reading all that ever were.
create index deposits_by_end on deposits (ended_at) where status = 'completed';
create index withdrawals_by_end on withdrawals (ended_at) where ended_at is not null;
create index loans_by_payout on loans (paid_out_at) where paid_out_at is not null;
create index proposals_by_decision on proposals (decided_at) where status = 'approved';
