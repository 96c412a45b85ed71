-- Money by another name: a payment that is taken back may be returned to its customer a second time, and a dividend is paid by the house to
-- whoever is long. Both weigh what they would move.
create or replace function weight_at_least(p_kind text, p_payload jsonb) returns numeric
language sql stable set search_path = public, pg_temp as $$
  select case
    when p_kind = 'ledger.correction' and p_payload ->> 'book' = 'real' then (
      select coalesce(sum(ledger_units_of(t ->> 'amount', 'USDT')) filter (where t ->> 'asset' = 'USDT'), 0)
      from jsonb_array_elements(p_payload -> 'transfers') t)
    when p_kind = 'treasury.move' and p_payload ->> 'book' = 'real' then
      case when coalesce(p_payload ->> 'asset', 'USDT') = 'USDT' then ledger_units_of(p_payload ->> 'amount', 'USDT') else 0 end
    when p_kind = 'charity.pay' then ledger_units_of(p_payload ->> 'amount', 'USDT')
    when p_kind = 'payout.batch' then (
      select coalesce(sum(w.value), 0) from withdrawals w
      where w.withdrawal_no in (select jsonb_array_elements_text(p_payload -> 'cases')))
    when p_kind = 'payout.takeBack' then (select w.value from withdrawals w where w.withdrawal_no = p_payload ->> 'id')
    when p_kind = 'instrument.recordAction' and p_payload ->> 'kind' = 'dividend' then (
      select ceil(coalesce(sum(p.lots * p.lot_size * p.conversion), 0) * (p_payload ->> 'perUnit')::numeric * 1000000)
      from positions p where p.book = 'real' and p.status = 'open' and p.code = p_payload ->> 'code')
  end
$$;
