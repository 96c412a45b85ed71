-- As before, and an account that is named twice is refused. Each name carried a balance, a version and a hash of its own through the
-- postings: what one of them had given the other still had, so that money was made.
create or replace function ledger_post_many(
  p_accounts bigint[], p_books text[], p_reasons text[], p_references text[], p_ats timestamptz[],
  p_postings int[], p_from int[], p_to int[], p_amounts numeric[], p_expected numeric[],
  out posted bigint[], out balances numeric[], out lacking int
) language plpgsql security definer set search_path from current
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
  p int; f int; t int; units numeric; named int;
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
    array_agg(not a.locked and not ledger_may_owe(a.kind) and n.number = any (p_from) order by n.number), count(distinct a.id)
  into books, owners, assets, balances, versions, hashes, sums, named
  from unnest(p_accounts) with ordinality n (id, number)
  join ledger_accounts a on a.id = n.id;
  if coalesce(cardinality(books), 0) <> cardinality(p_accounts) then
    raise exception 'a posting is about accounts that are open';
  elsif named <> cardinality(p_accounts) then
    raise exception 'an account of a posting is named once';
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

-- Whoever calls may not choose where it looks names up.
do $$
begin
  execute format('alter function ledger_post_many(bigint[], text[], text[], text[], timestamptz[], int[], int[], int[], numeric[], numeric[]) '
    'set search_path = %s, pg_temp', current_setting('search_path'));
end $$;
