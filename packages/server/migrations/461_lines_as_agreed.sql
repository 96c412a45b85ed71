-- What the signer is given is, line by line, what one person has proposed and another has released.

-- Lines of proposals that say where customers are paid. What is frozen with a proposal, and goes into the audit log, is the digest of
-- each: without its salt nobody finds the line by trying addresses. Line and salt go when the account of the customer is erased.
create table proposal_lines (
  proposal_id bigint not null references proposals,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  user_id bigint not null references users,
  salt bytea not null,
  line text not null,
  primary key (proposal_id, digest),
  constraint told_by_its_digest check (
    case when line = '' then salt = '' else length(salt) >= 16 and digest = encode(sha256(salt || convert_to(line, 'UTF8')), 'hex') end)
);
create index proposal_lines_of_user on proposal_lines (user_id);

create function proposal_lines_guard() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'what was proposed about user % is not changed', old.user_id using errcode = 'check_violation';
end $$;
create trigger guard_delete before delete on proposal_lines for each row execute function proposal_lines_guard();
create trigger guard before update on proposal_lines for each row
  when (not (new.line = '' and erases_only(to_jsonb(old), to_jsonb(new), array['line', 'salt'])))
  execute function proposal_lines_guard();
create trigger erase_closed_only before update on proposal_lines for each row execute function erase_closed_only();

-- The lines of a proposal in their order; null where one has been erased, or none was asked for.
create function proposal_lines_of(asked bigint) returns text[]
language sql stable set search_path = public, pg_temp as $$
  select case when bool_and(coalesce(l.line, '') <> '') then array_agg(l.line order by d.place) end
  from proposals p cross join jsonb_array_elements_text(
    case jsonb_typeof(p.payload -> 'lines') when 'array' then p.payload -> 'lines' end) with ordinality d (digest, place)
  left join proposal_lines l on l.proposal_id = p.id and l.digest = d.digest
  where p.id = asked
$$;

-- A withdrawal as the signer's file has it: number, network, address, amount in coins. The scales are those of the books.
create function payout_line(asked bigint) returns text
language sql stable set search_path = public, pg_temp as $$
  select concat_ws(',', w.withdrawal_no, m.network_id, m.address,
    trim_scale(w.actual * case w.coin when 'USDT' then 0.000001 else 0.00000001 end))
  from withdrawals w join withdrawal_methods m on m.id = w.method_id where w.id = asked
$$;

-- What the books hold under a withdrawal's own number.
create function withdrawal_hold(asked bigint) returns numeric
language sql stable set search_path = public, pg_temp as $$
  select coalesce(sum(e.amount), 0)
  from withdrawals w
  join ledger_accounts a on a.owner = w.user_id::text and a.book = 'real' and a.asset = w.coin and a.kind = 'withdrawal'
  join ledger_transactions t on t.reference = w.withdrawal_no and t.book = 'real'
  join ledger_entries e on e.transaction_id = t.id and e.account_id = a.id
  where w.id = asked
$$;

create unique index one_line_per_batch on payouts (batch_id, withdrawal_id) where batch_id is not null;

create function payout_lines_as_agreed() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  batch bigint := to_jsonb(new) ->> case tg_table_name when 'payouts' then 'batch_id' else 'id' end;
  agreed text[];
  given text[];
begin
  select array(select jsonb_array_elements_text(p.payload -> 'lines') order by 1) into agreed
  from payout_batches b join proposals p on p.id = b.proposal_id where b.id = batch;
  select coalesce(array_agg(l.digest order by l.digest), '{}') into given
  from payouts o join payout_batches b on b.id = o.batch_id join networks n on n.id = b.network_id
  join withdrawals w on w.id = o.withdrawal_id join withdrawal_methods m on m.id = w.method_id
  join proposal_lines l on l.proposal_id = b.proposal_id and l.user_id = w.user_id and l.line = payout_line(w.id)
  where o.batch_id = batch and m.network_id = b.network_id and o.chain = n.chain and o.second_by = b.released_by
    and w.status = 'approved' and w.approved_by <> b.released_by and withdrawal_hold(w.id) = w.amount;
  if agreed is distinct from given or given = '{}'
    or cardinality(given) <> (select count(*) from payouts where batch_id = batch) then
    raise exception 'batch % is not what two operators have agreed to pay', batch using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create constraint trigger lines_as_agreed after insert on payout_batches
  deferrable initially deferred for each row execute function payout_lines_as_agreed();
create constraint trigger lines_as_agreed after insert on payouts
  deferrable initially deferred for each row when (new.batch_id is not null) execute function payout_lines_as_agreed();

-- What the signer was to pay, or has paid by a hash that nobody knows, is taken back by two who have named it as it stood.
create function payouts_taken_back_by_two() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (
    select from withdrawals w join proposals p
      on p.kind = 'payout.takeBack' and p.status = 'approved' and p.subject = 'withdrawal:' || w.withdrawal_no
    where w.id = new.withdrawal_id and p.payload ->> 'id' = w.withdrawal_no
      and p.payload -> 'payouts' ? concat_ws(' ', old.id, old.status, old.fault, old.hash)
  ) then
    raise exception 'payout % is not what two operators have agreed to take back', new.id using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create constraint trigger taken_back_by_two after update on payouts
  deferrable initially deferred for each row when (new.status = 'takenBack' and old.status <> 'takenBack')
  execute function payouts_taken_back_by_two();
