-- What two persons are for is booked as they have decided it: once, and to the unit. Without their case nobody takes it from the functions
-- that post, nor meets the world outside of the books in any other name.

-- Whether a statement comes from the owner of the tables at the command line, in a sandbox's first start or in a test.
create function owner_acts() returns boolean
language sql stable set search_path = public, pg_temp as $$
  select current_setting('role') = 'none'
    and pg_has_role(session_user, (select c.relowner from pg_class c where c.oid = 'ledger_transactions'::regclass), 'member')
$$;

-- Amounts of proposals are decimals; the scales are those of the books.
create function ledger_units_of(p_amount text, p_asset text) returns numeric
language sql immutable set search_path = public, pg_temp as $$
  select trunc(p_amount::numeric * case p_asset when 'USDT' then 1000000 else 100000000 end)
$$;

-- The transfers on which two have agreed, each as `owner kind owner kind asset units`; null where they have not.
create function ledger_agreed(p_book text, p_reason text, p_reference text) returns text[]
language plpgsql stable set search_path = public, pg_temp as $$
declare
  number constant text := substring(p_reference from '^(?:correction|treasury|charity\.payout):([0-9]{1,18})$');
  asked jsonb;
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
        array[concat_ws(' ', 'house', asked ->> 'account', 'house capital USDT', ledger_units_of(asked ->> 'amount', 'USDT'))] end;
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
  deferrable initially deferred for each row
  when (new.reason in ('deposit.completed', 'withdrawal.completed', 'withdrawal.returned', 'loan.disbursed', 'correction.booked', 'house.funded',
    'house.withdrawn', 'charity.paid'))
  execute function ledger_refuse_unagreed();

-- As 220 has it, and with what passes between the books and the world.
create or replace function ledger_refuse_crossing() returns trigger
language plpgsql set search_path from current
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  crossing boolean;
  outside boolean;
begin
  -- Joined by the primary keys alone, whatever the sizes of the tables are when this is planned.
  select bool_or((f.book = t.book and o.book = t.book and o.asset = f.asset) is not true),
    bool_or((f.kind in ('capital', 'outside:deposits', 'outside:withdrawals', 'outside:charity')
        or o.kind in ('capital', 'outside:deposits', 'outside:withdrawals', 'outside:charity'))
      and t.reason not in ('deposit.completed', 'withdrawal.completed', 'correction.booked', 'house.funded', 'house.withdrawn', 'charity.paid'))
  into crossing, outside
  from written w
  left join ledger_transactions t on t.id = w.transaction_id
  left join ledger_accounts f on f.id = w.from_account
  left join ledger_accounts o on o.id = w.to_account;
  if crossing then
    raise exception 'a transfer stays within one book and one asset' using errcode = 'check_violation';
  elsif outside and not owner_acts() then
    raise exception 'only what two operators decide leaves the books or comes into them' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
do $$ begin
  execute format('alter function ledger_refuse_crossing() set search_path = %s, pg_temp', current_setting('search_path'));
end $$;
