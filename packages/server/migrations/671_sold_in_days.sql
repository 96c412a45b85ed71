-- What sales of coins have brought on a real account, by day, beside what contracts and options have: kept by the row that says so, in its
-- own statement, so that a limit of a day reads one row however much that day has seen. A sale exchanges one thing for another: its result
-- is no transfer, which is why no posting can keep it.
alter table ledger_day_results
  alter column result set default 0,
  add column if not exists sold numeric(38, 0) not null default 0; -- results of sales, net of fees, in the smallest unit of USDT

-- Whoever writes that an order has filled holds its owner's account, as a posting does that keeps a day. An order fills once: the row of
-- one that has ended can't change.
create or replace function spot_sale_kept() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_relid is distinct from 'spot_orders'::regclass then
    raise exception '% is no table of spot orders', tg_relid::regclass using errcode = 'insufficient_privilege';
  end if;
  insert into ledger_day_results as d (owner, day, sold)
  values (new.user_id::text, (new.ended_at at time zone 'UTC')::date, new.profit - case when new.with_fees then 0 else new.fee end)
  on conflict (owner, day) do update set sold = d.sold + excluded.sold;
  return null;
end $$;
create or replace trigger spot_sale_kept after insert or update on spot_orders
  for each row when (new.book = 'real' and new.profit is not null) execute function spot_sale_kept();

-- Days that have been.
insert into ledger_day_results (owner, day, sold)
select o.user_id::text, (o.ended_at at time zone 'UTC')::date, sum(o.profit - case when o.with_fees then 0 else o.fee end)
from spot_orders o where o.book = 'real' and o.profit is not null
group by 1, 2
on conflict (owner, day) do update set sold = excluded.sold;
