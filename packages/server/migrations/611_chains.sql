-- Chains of Bitcoin's and of Ethereum's kind beside the first three: coins lie in outputs of transactions on Litecoin, Bitcoin Cash
-- and Dash, and BNB Smart Chain and Avalanche's C-Chain write as Ethereum does.
do $$
declare
  one text;
begin
  foreach one in array array['networks', 'deposits', 'receive_keys', 'receive_addresses', 'chain_watches', 'payouts', 'reserve_addresses'] loop
    execute format('alter table %1$I drop constraint %2$I, add constraint %2$I check
      (chain in (''bitcoin'', ''ethereum'', ''tron'', ''litecoin'', ''bitcoincash'', ''dash'', ''bsc'', ''avalanche''))',
      one, one || '_chain_check');
  end loop;
  foreach one in array array['deposits', 'payouts'] loop
    execute format('alter table %I drop constraint hashes_as_the_chain_writes_them, add constraint hashes_as_the_chain_writes_them check
      (hash ~ case when chain in (''ethereum'', ''bsc'', ''avalanche'') then ''^0x[0-9a-f]{64}$'' else ''^[0-9a-f]{64}$'' end)', one);
  end loop;
end $$;

-- As 460 has it. Coins of a chain's own that came from within a contract are told by no event on chains of Ethereum's kind.
create or replace function deposit_borne_out(asked bigint) returns boolean
language plpgsql stable as $$
declare
  d record;
begin
  select e.id, e.chain, e.network_id, e.hash, e.user_id, e.amount, n.token,
    coalesce(sum(p.amount), 0) as paid, count(p.id) as payments,
    coalesce(bool_or(p.lost_at is not null or p.confirmed_at is null or p.height > w.height - n.confirmations + 1), false) as shaky,
    coalesce(w.watched, false) as watched, w.fault
  into strict d
  from deposits e join networks n on n.id = e.network_id left join chain_watches w on w.chain = e.chain
  left join chain_payments p on p.deposit_id = e.id
  where e.id = asked group by e.id, n.token, w.watched, w.fault;
  if d.watched and d.fault is not null then return false; end if;
  if d.payments > 0 then return d.paid = d.amount and not d.shaky; end if;
  if exists (
    select from chain_payments where chain = d.chain and hash = d.hash
    having count(*) > 0 and (bool_or(network_id = d.network_id) or not bool_or(user_id = d.user_id))
  ) then return false; end if;
  if d.chain in ('ethereum', 'bsc', 'avalanche') and d.token is null then return true; end if;
  return not d.watched;
end $$;

-- See 239.
do $$
begin
  execute format('alter function deposit_borne_out(bigint) set search_path = %s, pg_temp', current_setting('search_path'));
end $$;

-- Smallest amounts as 610 has them. Confirmations are of about half an hour where blocks are mined.
insert into networks
  (id, coin, chain, name, position, token, token_decimals, deposit_minimum, withdrawal_minimum, confirmations)
values
  ('LTC', 'LTC', 'litecoin', 'Litecoin', 5, null, 8, 50000000, 50000000, 12),
  ('BNB', 'BNB', 'bsc', 'BNB Smart Chain (BEP20)', 6, null, 18, 5000000, 5000000, 30),
  ('BCH', 'BCH', 'bitcoincash', 'Bitcoin Cash', 7, null, 8, 5000000, 10000000, 12),
  ('AVAX', 'AVAX', 'avalanche', 'Avalanche C-Chain', 8, null, 18, 200000000, 500000000, 20),
  ('DASH', 'DASH', 'dash', 'Dash', 9, null, 8, 100000000, 100000000, 12);
