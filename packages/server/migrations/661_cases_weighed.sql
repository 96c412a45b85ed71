-- Single deposits that no chain bears out, payments and loans are held to the same terms as proposals, see 660.

create trigger acts_in_own_name before insert on case_weights for each row execute function acts_in_own_name('operator_id');
create trigger acts_in_own_name before insert on case_seconds for each row execute function acts_in_own_name('operator_id');

-- A case is weighed when its first person has approved it, in their name.
create function cases_weighed() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  approver bigint;
  known numeric;
  asked record;
begin
  case new.kind
    when 'withdrawals' then
      select w.approved_by, w.value into approver, known from withdrawals w where w.id = new.case_id and w.status = 'approved';
    when 'deposits' then
      select d.approved_by, case when d.coin = 'USDT' then d.amount end into approver, known
      from deposits d where d.id = new.case_id and d.status = 'approved';
    when 'loans' then
      select l.approved_by, l.principal into approver, known from loans l where l.id = new.case_id and l.status = 'pendingReview';
  end case;
  if approver is distinct from new.operator_id then
    raise exception 'a case is weighed by whoever approves it' using errcode = 'check_violation';
  end if;
  new.at := asked_at(new.at);
  new.until := 'infinity';
  new.weight := coalesce(known, new.weight);
  new.novel := new.kind = 'withdrawals' and pays_anew(new.case_id);
  new.day := coalesce(risk_day(new.operator_id, new.weight, new.at, new.kind, '{}'), 'infinity');
  if exists (select from risk_terms() t where t.day_max > 0 and new.day > t.day_max) then
    raise exception 'beyond what one operator may move in a day' using errcode = 'check_violation';
  end if;
  asked := risk_asks(new.day, new.novel, false, new.at);
  new.persons := asked.persons;
  new.ready_at := asked.ready_at;
  return new;
end $$;
create trigger weighed before insert on case_weights for each row execute function cases_weighed();

create function refuse_unagreed_case(p_kind text, p_case bigint, p_persons bigint[]) returns void
language plpgsql stable set search_path = public, pg_temp as $$
declare
  weighed case_weights;
  asked record;
begin
  select * into weighed from case_weights c where c.kind = p_kind and c.case_id = p_case;
  if weighed.kind is null then
    raise exception 'nobody has weighed % %', p_kind, p_case using errcode = 'check_violation';
  end if;
  asked := case_asks(p_kind, p_case, null);
  perform refuse_below(asked.persons, asked.ready_at,
    p_persons || weighed.operator_id || array(select s.operator_id from case_seconds s where s.kind = p_kind and s.case_id = p_case),
    now());
end $$;

-- What the owner of the tables does, in a sandbox's first start or in a test, is not looked at.
create function withdrawals_agreed() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  -- What the chain confirms has been looked at when it was sent.
  if not owner_acts() and not exists (select from payouts p where p.withdrawal_id = new.id and p.status = 'confirmed' and p.hash = new.hash) then
    perform refuse_unagreed_case('withdrawals', new.id, array[new.decided_by]);
  end if;
  return new;
end $$;
create trigger agreed before update on withdrawals for each row
  when (new.status = 'completed' and old.status <> 'completed') execute function withdrawals_agreed();

create function payouts_agreed() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if not owner_acts() then
    perform refuse_unagreed_case('withdrawals', new.withdrawal_id, array[new.second_by] || array(
      select unnest(array[p.proposed_by, p.seconded_by, p.decided_by]) from payout_batches b join proposals p on p.id = b.proposal_id
      where b.id = new.batch_id));
  end if;
  return new;
end $$;
create trigger agreed before insert on payouts for each row execute function payouts_agreed();

create function deposits_agreed() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if not owner_acts() and not exists (select from chain_payments p where p.deposit_id = new.id) then
    perform refuse_unagreed_case('deposits', new.id, array[new.decided_by]);
  end if;
  return new;
end $$;
create trigger agreed before update on deposits for each row
  when (new.status = 'completed' and old.status <> 'completed') execute function deposits_agreed();

create function loans_agreed() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if not owner_acts() then
    perform refuse_unagreed_case('loans', new.id, array[new.paid_out_by]);
  end if;
  return new;
end $$;
create trigger agreed before update on loans for each row
  when (new.paid_out_by is not null and old.paid_out_by is null) execute function loans_agreed();

-- What has been done counts for a day, and what has come to nothing does not count.
create function cases_end() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update case_weights c set until = case
    when new.status in ('completed', 'repaying') then greatest(c.at, (to_jsonb(new) ->> tg_argv[1])::timestamptz) else '-infinity' end
  where c.kind = tg_argv[0] and c.case_id = new.id;
  return null;
end $$;
create trigger counted after update on withdrawals for each row
  when (new.status is distinct from old.status and new.status <> 'approved') execute function cases_end('withdrawals', 'ended_at');
create trigger counted after update on deposits for each row
  when (new.status is distinct from old.status and new.status <> 'approved') execute function cases_end('deposits', 'ended_at');
create trigger counted after update on loans for each row
  when (old.status = 'pendingReview' and new.status <> 'pendingReview') execute function cases_end('loans', 'paid_out_at');
