-- What the signer is given is, line by line, what one person has proposed and another has released.

-- A withdrawal as the signer's file has it: number, network, address, amount in coins. The scales are those of the books.
create function payout_line(asked bigint) returns text
language sql stable as $$
  select concat_ws(',', w.withdrawal_no, m.network_id, m.address,
    trim_scale(w.actual * case w.coin when 'USDT' then 0.000001 else 0.00000001 end))
  from withdrawals w join withdrawal_methods m on m.id = w.method_id where w.id = asked
$$;

create unique index one_line_per_batch on payouts (batch_id, withdrawal_id) where batch_id is not null;

create function payout_lines_as_agreed() returns trigger
language plpgsql security definer as $$
declare
  batch bigint := to_jsonb(new) ->> case tg_table_name when 'payouts' then 'batch_id' else 'id' end;
  agreed text[];
  given text[];
begin
  select array(select jsonb_array_elements_text(p.payload -> 'lines') order by 1) into agreed
  from payout_batches b join proposals p on p.id = b.proposal_id where b.id = batch;
  select coalesce(array_agg(payout_line(o.withdrawal_id) order by payout_line(o.withdrawal_id)), '{}') into given
  from payouts o join payout_batches b on b.id = o.batch_id join networks n on n.id = b.network_id
  join withdrawals w on w.id = o.withdrawal_id join withdrawal_methods m on m.id = w.method_id
  where o.batch_id = batch and m.network_id = b.network_id and o.chain = n.chain and o.second_by = b.released_by;
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

-- See 239.
do $$
begin
  execute format('alter function payout_line(bigint) set search_path = %s, pg_temp', current_setting('search_path'));
  execute format('alter function payout_lines_as_agreed() set search_path = %s, pg_temp', current_setting('search_path'));
end $$;
