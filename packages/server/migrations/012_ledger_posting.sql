-- The books are locked by the rows of their accounts and written by one function, for one posting or for many.
--
-- The order of locks is the same on every path: a person's limits, orders by id, customers' accounts by id, the house's by id.
-- What is counted or drawn before the locks is wrong; so everything else is read after them, in statements of its own.
--
-- Statements are few and take whole lists: each is set up anew in every transaction, which is most of what a posting costs. Their
-- plans are made once for a connection, whatever the lengths of the lists, and perhaps while the books are young and small, when
-- reading a table as a whole looks cheapest. They must still be right when the books have grown: always by the index.

-- The house's own USDT accounts exist from the start: whoever reads one under its lock finds a row to lock.
insert into ledger_accounts (book, owner, asset, kind, balance, version, hash)
select k.book, 'house', 'USDT', k.kind, z.zero, z.zero, case when z.zero = 0 then ledger_genesis(k.book, 'house', 'USDT', k.kind) end
from ledger_kinds k, lateral (select case when ledger_is_locked(k.kind) then 0 end) z (zero)
where k.house
order by k.book, k.kind
on conflict do nothing;

-- Locks accounts until the transaction ends and answers what each has, in the order asked; null for one that is not open, and
-- for one that keeps no balance.
create function ledger_lock_many(p_books text[], p_owners text[], p_assets text[], p_kinds text[])
returns table (id bigint, balance numeric)
language plpgsql security definer set search_path = "$user", public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  ids bigint[];
begin
  select array_agg(a.id order by n.place) into ids
  from unnest(p_books, p_owners, p_assets, p_kinds) with ordinality n (book, owner, asset, kind, place)
  left join ledger_accounts a on a.owner = n.owner and a.book = n.book and a.asset = n.asset and a.kind = n.kind;
  perform a.id from ledger_accounts a where a.id = any (ids) order by a.house, a.id for no key update;
  -- A statement of its own: it sees what whoever held the locks has written.
  return query
    select n.id, a.balance::numeric from unnest(ids) with ordinality n (id, place)
    left join ledger_accounts a on a.id = n.id order by n.place;
end $$;

-- Of which of these customers somebody else holds an account at this moment: a group goes on without them. What it locks to find
-- out is let go with the caller's transaction. By locks that can be shared: who asks is not taken for somebody who holds them by
-- another process that asks at the same moment.
create function ledger_held(p_books text[], p_owners text[]) returns table (book text, owner text)
language plpgsql security definer set search_path = "$user", public, pg_temp
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

-- Opens the accounts that do not exist yet, in the order of their names: two postings that open the same unlocked accounts
-- must not wait for each other. Answers the ids of all, in the order asked.
create function ledger_open(p_book text, p_owners text[], p_kinds text[], p_assets text[]) returns bigint[]
language plpgsql set search_path = "$user", public, pg_temp as $$
begin
  insert into ledger_accounts (book, owner, asset, kind, balance, version, hash)
  select p_book, n.owner, n.asset, n.kind, k.zero, k.zero, case when k.zero = 0 then ledger_genesis(p_book, n.owner, n.asset, n.kind) end
  from unnest(p_owners, p_kinds, p_assets) n (owner, kind, asset), lateral (select case when ledger_is_locked(n.kind) then 0 end) k (zero)
  order by n.owner, n.asset, n.kind
  on conflict do nothing;
  return array(
    select a.id from unnest(p_owners, p_kinds, p_assets) with ordinality n (owner, kind, asset, number)
    join ledger_accounts a on a.owner = n.owner and a.book = p_book and a.asset = n.asset and a.kind = n.kind
    order by n.number);
end $$;

-- Opens accounts that do not exist yet, for those who post by id and in groups: beforehand, in a transaction of its own.
create function ledger_open_accounts(p_book text, p_owners text[], p_kinds text[], p_assets text[]) returns void
language plpgsql security definer set search_path = "$user", public, pg_temp as $$
begin
  perform ledger_open(p_book, p_owners, p_kinds, p_assets);
end $$;

-- Deals in which money passes between a customer and the house alone. Spot exchanges one thing for another: its result is no
-- transfer.
create function ledger_is_dealt(reason text) returns boolean
language sql immutable parallel safe
return reason in (
  'contract.opened', 'contract.filled', 'contract.closed', 'contract.liquidated', 'contract.voided',
  'financing.charged', 'financing.received', 'dividend.charged', 'dividend.received', 'option.won', 'option.lost'
);

-- What contracts and options have brought on a real account, by day: kept by the posting that causes it, so that a limit of a day
-- costs the same however much that day has seen.
create table ledger_day_results (
  owner text not null, -- a user's id
  day date not null, -- UTC, business time
  result numeric(38, 0) not null, -- results, fees and financing in the smallest unit of USDT; negative is a loss
  primary key (owner, day)
) with (fillfactor = 60);
-- The auditor looks at what all customers have of a day; by owner, every day that there was is looked through.
create index ledger_day_results_by_day on ledger_day_results (day);

-- Books postings in the order given, all of them or none. Accounts are named once, by id, and must be open; transfers give
-- them by number and come in the order of their postings. It locks and reads the accounts itself and computes every version,
-- balance and hash: there is nothing of the books that a caller could forge. `p_expected` says what the accounts must have
-- afterwards (null for whatever it is): whoever has decided on other balances than these is refused.
--
-- Answers the ids of the transactions and the balances of the accounts. Where an account has too little for its next transfer
-- it answers its number as `lacking`, the balances up to there, and no ids: then nothing has been written. Whoever expects
-- balances has looked before, so that lacking something is refused, too.
create function ledger_post_many(
  p_accounts bigint[], p_books text[], p_reasons text[], p_references text[], p_ats timestamptz[],
  p_postings int[], p_from int[], p_to int[], p_amounts numeric[], p_expected numeric[],
  out posted bigint[], out balances numeric[], out lacking int
) language plpgsql security definer set search_path = "$user", public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  size constant int := cardinality(p_amounts);
  -- By account; versions are null where no state is kept.
  books text[]; owners text[]; assets text[]; versions bigint[]; hashes bytea[]; sums boolean[];
  -- By posting: how many transfers it has.
  sizes smallint[] := array_fill(0::smallint, array[cardinality(p_books)]);
  -- By transfer: its place in its posting, and what its two entries say.
  places smallint[]; from_versions bigint[]; from_balances numeric[]; to_versions bigint[]; to_balances numeric[];
  from_texts bytea[]; to_texts bytea[]; from_hashes bytea[]; to_hashes bytea[];
  p int; f int; t int; units numeric;
begin
  -- Always in the same order, so that no two postings wait for each other. Of the accounts without a kept balance those that
  -- must not owe are locked by the one job that takes from them, never by the many that give.
  perform a.id from ledger_accounts a
  where a.id = any (p_accounts)
    and (a.locked or (not ledger_may_owe(a.kind) and array_position(p_accounts, a.id) = any (p_from)))
  order by a.house, a.id for no key update;

  -- A statement of its own: it must see what whoever held the locks has written.
  select array_agg(a.book order by n.number), array_agg(a.owner order by n.number), array_agg(a.asset::text order by n.number),
    array_agg(a.balance::numeric order by n.number), array_agg(a.version order by n.number),
    array_agg(coalesce(a.hash, ledger_genesis(a.book, a.owner, a.asset, a.kind)) order by n.number),
    array_agg(not a.locked and not ledger_may_owe(a.kind) and n.number = any (p_from) order by n.number)
  into books, owners, assets, balances, versions, hashes, sums
  from unnest(p_accounts) with ordinality n (id, number)
  join ledger_accounts a on a.id = n.id;
  if coalesce(cardinality(books), 0) <> cardinality(p_accounts) then
    raise exception 'a posting is about accounts that are open';
  end if;
  if true = any (sums) then
    select array_agg(case when sums[n.number] then ledger_balance(n.id) else balances[n.number] end order by n.number) into balances
    from unnest(p_accounts) with ordinality n (id, number);
  end if;

  for i in 1 .. size loop
    p := p_postings[i]; f := p_from[i]; t := p_to[i]; units := p_amounts[i];
    if books[f] is distinct from p_books[p] or books[t] is distinct from p_books[p] or assets[f] is distinct from assets[t] then
      raise exception 'a transfer stays within one book and one asset' using errcode = 'check_violation';
    elsif scale(units) is distinct from 0 then
      raise exception 'a transfer is a whole amount of one asset';
    elsif i > 1 and p < p_postings[i - 1] then
      raise exception 'transfers come in the order of their postings';
    elsif balances[f] < units then
      lacking := f;
      exit;
    end if;
    balances[f] := balances[f] - units;
    balances[t] := balances[t] + units;
    versions[f] := versions[f] + 1;
    versions[t] := versions[t] + 1;
    sizes[p] := sizes[p] + 1;
    places[i] := sizes[p];
    from_versions[i] := versions[f];
    to_versions[i] := versions[t];
    from_balances[i] := case when versions[f] is not null then balances[f] end;
    to_balances[i] := case when versions[t] is not null then balances[t] end;
  end loop;
  if lacking is not null then
    if p_expected is not null then
      raise exception 'account % has too little', p_accounts[lacking] using errcode = 'check_violation';
    end if;
    return;
  end if;
  for a in 1 .. coalesce(cardinality(p_expected), 0) loop
    if p_expected[a] <> balances[a] then
      raise exception 'account % has % after the posting, not %', p_accounts[a], balances[a], p_expected[a]
        using errcode = 'check_violation';
    end if;
  end loop;
  if 0 = any (sizes) then
    raise exception 'a posting has transfers';
  end if;

  perform pg_current_xact_id(); -- before the transactions' ids are drawn: a checkpoint relies on it
  with written as (
    insert into ledger_transactions (book, reason, reference, at, size)
    select n.book, n.reason, n.reference, n.at, n.size
    from unnest(p_books, p_reasons, p_references, p_ats, sizes) with ordinality n (book, reason, reference, at, size, place)
    order by n.place returning id
  ) select array_agg(w.id order by w.id) into posted from written w;

  -- What the entries say; see `ledger_hash`. Only the chain itself has to be made one entry after the other.
  select array_agg(convert_to(concat_ws('|', f.id, coalesce(n.fv::text, ''), -n.units, coalesce(n.fb::text, ''), t.id, m.said), 'UTF8') order by n.i),
    array_agg(convert_to(concat_ws('|', t.id, coalesce(n.tv::text, ''), n.units, coalesce(n.tb::text, ''), f.id, m.said), 'UTF8') order by n.i)
  into from_texts, to_texts
  from unnest(p_postings, places, p_from, p_to, p_amounts, from_versions, from_balances, to_versions, to_balances)
    with ordinality n (p, place, f, t, units, fv, fb, tv, tb, i)
  cross join lateral (select p_accounts[n.f] as id) f
  cross join lateral (select p_accounts[n.t] as id) t
  cross join lateral (
    select concat_ws('|', posted[n.p], n.place, p_reasons[n.p], ledger_microseconds(p_ats[n.p]), coalesce(p_references[n.p], '')) as said
  ) m;
  for i in 1 .. size loop
    f := p_from[i]; t := p_to[i];
    from_hashes[i] := sha256(hashes[f] || from_texts[i]);
    to_hashes[i] := sha256(hashes[t] || to_texts[i]);
    if versions[f] is not null then hashes[f] := from_hashes[i]; end if;
    if versions[t] is not null then hashes[t] := to_hashes[i]; end if;
  end loop;

  insert into ledger_transfers
  select posted[n.p], n.place, n.units, p_accounts[n.f], p_accounts[n.t], n.fv, n.fb, n.fh, n.tv, n.tb, n.th
  from unnest(p_postings, places, p_amounts, p_from, p_to, from_versions, from_balances, from_hashes, to_versions, to_balances, to_hashes)
    n (p, place, units, f, t, fv, fb, fh, tv, tb, th);

  update ledger_accounts a set balance = balances[n.number], version = n.version, hash = hashes[n.number]
  from unnest(p_accounts, versions) with ordinality n (id, version, number)
  where a.id = n.id and n.version is not null;

  -- Under the locks of the customers' accounts, so that nobody waits here for whoever waits for one of those.
  if 'real' = any (p_books) then
    insert into ledger_day_results as d (owner, day, result)
    select case when owners[n.f] = 'house' then owners[n.t] else owners[n.f] end, (p_ats[n.p] at time zone 'UTC')::date,
      sum(case when owners[n.f] = 'house' then n.units else -n.units end)
    from unnest(p_postings, p_from, p_to, p_amounts) n (p, f, t, units)
    where p_books[n.p] = 'real' and assets[n.f] = 'USDT' and ledger_is_dealt(p_reasons[n.p])
      and (owners[n.f] = 'house') <> (owners[n.t] = 'house')
    group by 1, 2 order by 1, 2
    on conflict (owner, day) do update set result = d.result + excluded.result;
  end if;
end $$;

-- One posting, its accounts by name: those that do not exist yet are opened. Answers as `ledger_post_many` does; a posting
-- that lacks something leaves no new account behind.
create function ledger_post(
  p_book text, p_reason text, p_reference text, p_at timestamptz,
  p_owners text[], p_kinds text[], p_assets text[], p_from int[], p_to int[], p_amounts numeric[],
  out posted bigint, out balances numeric[], out lacking int
) language plpgsql security definer set search_path = "$user", public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  ids bigint[];
  answer record;
begin
  select array_agg(a.id order by n.number) into ids
  from unnest(p_owners, p_kinds, p_assets) with ordinality n (owner, kind, asset, number)
  left join ledger_accounts a on a.owner = n.owner and a.book = p_book and a.asset = n.asset and a.kind = n.kind;
  if array_position(ids, null) is null then
    answer := ledger_post_many(ids, array[p_book], array[p_reason], array[p_reference], array[p_at],
      array_fill(1, array[cardinality(p_from)]), p_from, p_to, p_amounts, null);
  else
    begin
      -- Those that exist are locked first: nobody waits for a new account while holding one of these.
      perform a.id from ledger_accounts a where a.id = any (ids) and a.locked order by a.house, a.id for no key update;
      ids := ledger_open(p_book, p_owners, p_kinds, p_assets);
      answer := ledger_post_many(ids, array[p_book], array[p_reason], array[p_reference], array[p_at],
        array_fill(1, array[cardinality(p_from)]), p_from, p_to, p_amounts, null);
      if answer.lacking is not null then
        raise exception 'nothing is opened for a posting that lacks something' using errcode = 'PL001';
      end if;
    exception
      when sqlstate 'PL001' then null;
    end;
  end if;
  posted := answer.posted[1];
  balances := answer.balances;
  lacking := answer.lacking;
end $$;

-- Writes down the balances of the accounts that keep none, as of a transaction behind which nothing can be booked any more.
create function ledger_take_checkpoints(p_through bigint) returns int
language plpgsql security definer set search_path = "$user", public, pg_temp as $$
declare
  taken int;
begin
  insert into ledger_checkpoints (account_id, through_transaction, balance)
  select a.id, p_through, coalesce(c.balance, 0) + moved.amount
  from ledger_accounts a
  left join lateral (
    select k.balance, k.through_transaction from ledger_checkpoints k
    where k.account_id = a.id order by k.through_transaction desc limit 1
  ) c on true
  cross join lateral (
    select sum(e.amount) as amount from ledger_entries e
    where e.account_id = a.id and e.transaction_id > coalesce(c.through_transaction, 0) and e.transaction_id <= p_through
  ) moved
  where not a.locked and moved.amount is not null;
  get diagnostics taken = row_count;
  return taken;
end $$;
