-- One transaction may pay somebody coins of several networks of a chain, such as ether and a token: each is a case of its own.
drop index one_deposit_per_transaction;
create unique index one_deposit_per_transaction on deposits (network_id, hash, user_id) where status not in ('rejected', 'failed');

-- As 420 has it, network by network. What a transaction is known to pay of the network, and not to this case, bears the case out no
-- more than one that pays others alone.
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
  if d.chain = 'ethereum' and d.token is null then return true; end if;
  return not d.watched;
end $$;

-- See 239.
do $$
begin
  execute format('alter function deposit_borne_out(bigint) set search_path = %s, pg_temp', current_setting('search_path'));
end $$;
