-- As 510 has it, and owners take out of every coin what the house has earned in it. Proposals from before name no coin: theirs is USDT.
-- The transfers on which two have agreed, each as `owner kind owner kind asset units`; null where they have not.
create or replace function ledger_agreed(p_book text, p_reason text, p_reference text) returns text[]
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
