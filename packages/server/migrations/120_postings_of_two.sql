-- What two persons are for is booked as they have decided it: once, and to the unit. Without their case nobody takes it from the functions
-- that post, nor meets the world outside of the books in any other name.

-- What two persons are for stands in one place: for the guard that refuses what they have not decided, and for the auditor, who looks at it
-- again.
create function ledger_takes_two(reason text) returns boolean
language sql immutable parallel safe
return reason in ('deposit.completed', 'withdrawal.completed', 'withdrawal.returned', 'loan.disbursed', 'correction.booked', 'house.funded',
  'house.withdrawn', 'charity.paid');

-- Amounts of proposals are decimals; the scales are those of the books.
create function ledger_units_of(p_amount text, p_asset text) returns numeric
language sql immutable set search_path = public, pg_temp as $$
  select trunc(p_amount::numeric * case p_asset when 'USDT' then 1000000 else 100000000 end)
$$;

-- The transfers on which two have agreed, each as `owner kind owner kind asset units`; null where they have not. Owners take out of every
-- coin what the house has earned in it; proposals that name no coin are of USDT.
create function ledger_agreed(p_book text, p_reason text, p_reference text) returns text[]
language plpgsql stable set search_path = public, pg_temp as $$
declare
  number constant text := substring(p_reference from '^(?:correction|treasury|charity\.payout):([0-9]{1,18})$');
  asked jsonb;
  asset text;
begin
  if p_book = 'real' then
    case p_reason
      when 'deposit.completed' then
        return (select array[concat_ws(' ', 'house outside:deposits', d.user_id, 'available', d.coin, d.amount)]
          from deposits d where d.deposit_no = p_reference and d.status = 'completed');
      when 'withdrawal.completed' then
        return (select array[concat_ws(' ', w.user_id, 'withdrawal house outside:withdrawals', w.coin, w.actual)]
            || case when w.fee > 0 then array[concat_ws(' ', w.user_id, 'withdrawal house fees', w.coin, w.fee)] end
          from withdrawals w where w.withdrawal_no = p_reference and w.status = 'completed');
      when 'withdrawal.returned' then
        return (select array[concat_ws(' ', w.user_id, 'withdrawal', w.user_id, 'available', w.coin, w.amount)]
          from withdrawals w where w.withdrawal_no = p_reference and w.status in ('cancelled', 'rejected', 'failed'));
      when 'loan.disbursed' then
        return (select array[
            concat_ws(' ', 'house lending', l.user_id, 'available USDT', l.principal),
            concat_ws(' ', 'house receivable', l.user_id, 'loan USDT', l.principal)]
          from loans l where l.loan_no = p_reference and l.paid_out_by is not null);
      when 'charity.paid' then
        return (select array[concat_ws(' ', 'house charity house outside:charity USDT', ledger_units_of(p.payload ->> 'amount', 'USDT'))]
          from proposals p where p.id = number::bigint and p.kind = 'charity.pay' and p.status = 'approved'
            and p_reference = 'charity.payout:' || p.id);
      else
        null;
    end case;
  end if;
  select p.payload into asked from proposals p
  where p.id = number::bigint and p.status = 'approved' and p.payload ->> 'book' = p_book
    and (p.kind, p_reference) in (('ledger.correction', 'correction:' || p.id), ('treasury.move', 'treasury:' || p.id));
  asset := coalesce(asked ->> 'asset', 'USDT');
  case p_reason
    when 'correction.booked' then
      return (select array_agg(concat_ws(' ', t.one #>> '{from,owner}', t.one #>> '{from,kind}', t.one #>> '{to,owner}', t.one #>> '{to,kind}',
          t.one ->> 'asset', ledger_units_of(t.one ->> 'amount', t.one ->> 'asset')) order by t.place)
        from jsonb_array_elements(asked -> 'transfers') with ordinality t (one, place));
    when 'house.funded' then
      return case when asked ->> 'direction' = 'fund' then
        array[concat_ws(' ', 'house capital house', asked ->> 'account', 'USDT', ledger_units_of(asked ->> 'amount', 'USDT'))] end;
    when 'house.withdrawn' then
      return case when asked ->> 'direction' = 'withdraw' then
        array[concat_ws(' ', 'house', asked ->> 'account', 'house capital', asset, ledger_units_of(asked ->> 'amount', asset))] end;
    else
      return null;
  end case;
end $$;

-- Looked at when the transaction ends: by then the case is decided, in whichever order it was written down.
create function ledger_refuse_unagreed() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  booked text[];
begin
  if owner_acts() then
    return null;
  end if;
  select array_agg(concat_ws(' ', f.owner, f.kind, o.owner, o.kind, f.asset, t.amount) order by t.position) into booked
  from ledger_transfers t join ledger_accounts f on f.id = t.from_account join ledger_accounts o on o.id = t.to_account
  where t.transaction_id = new.id;
  if booked is distinct from ledger_agreed(new.book, new.reason, new.reference) or booked is null then
    raise exception '% of % is not what two operators have decided', new.reason, new.reference using errcode = 'insufficient_privilege';
  end if;
  -- Of two at once one sees the other.
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', new.book, new.reason, new.reference), 4127103));
  if (select count(*) from ledger_transactions t where t.reference = new.reference and t.reason = new.reason and t.book = new.book) > 1 then
    raise exception '% of % has been booked', new.reason, new.reference using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
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
