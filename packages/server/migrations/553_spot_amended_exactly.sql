-- What an order of coins holds after an amendment is what the ledger holds for it: nothing once it has filled by that.
create function spot_amended_exactly() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if new.hold is distinct from (
    select sum(e.amount) from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      join ledger_accounts a on a.id = e.account_id
    where a.kind = 'order' and t.reference = new.order_no
  ) then
    raise exception 'spot order % does not hold what the books say', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger spot_amended_exactly after update on spot_orders deferrable initially deferred
  for each row when (new.amendments is distinct from old.amendments) execute function spot_amended_exactly();
