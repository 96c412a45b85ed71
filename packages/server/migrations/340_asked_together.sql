-- As before, by locks that can be shared: who asks which customers' accounts somebody holds is not taken for somebody who holds
-- them by another process that asks at the same moment.
create or replace function ledger_held(p_books text[], p_owners text[]) returns table (book text, owner text)
language plpgsql security definer set search_path from current
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  return query
    with asked as (
      select distinct n.book, n.owner from unnest(p_books, p_owners) n (book, owner)
    ), free as (
      select a.id from asked n join ledger_accounts a on a.owner = n.owner and a.book = n.book
      where a.locked for share of a skip locked
    )
    select distinct a.book, a.owner from asked n join ledger_accounts a on a.owner = n.owner and a.book = n.book
    where a.locked and a.id not in (select f.id from free f);
end $$;

do $$
begin
  execute format('alter function ledger_held(text[], text[]) set search_path = %s, pg_temp', current_setting('search_path'));
end $$;
