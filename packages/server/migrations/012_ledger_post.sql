-- Posting with few statements and few expressions: each of either is set up anew in every transaction, which is most of what a
-- posting costs. Accounts are read by one statement, and so are transfers and new balances written.
--
-- Its statements take whole lists, whose length the planner would rather know: told to plan once and for all, it does not plan
-- each of them anew in every posting.
create or replace function ledger_post(
  p_book text, p_reason text, p_reference text, p_at timestamptz,
  p_owners text[], p_kinds text[], p_assets text[], p_from int[], p_to int[], p_amounts numeric[],
  out posted bigint, out balances numeric[], out lacking int
) language plpgsql security definer set search_path from current set plan_cache_mode = force_generic_plan as $$
declare
  size constant int := cardinality(p_amounts);
  at_us constant bigint := ledger_microseconds(p_at);
  -- By account; versions are null where no state is kept.
  ids bigint[]; versions bigint[]; hashes bytea[];
  -- By transfer: what its two entries say.
  from_versions bigint[]; from_balances numeric[]; from_hashes bytea[];
  to_versions bigint[]; to_balances numeric[]; to_hashes bytea[];
  f int; t int;
begin
  -- Always in ascending order, so that no two postings wait for each other. Of the accounts without a kept balance those
  -- that must not owe are locked by the one job that takes from them, never by the many that give.
  perform pg_advisory_xact_lock(k.key) from (
    select distinct ledger_lock_key(p_book, n.owner, n.asset, n.kind) as key
    from unnest(p_owners, p_kinds, p_assets) with ordinality n (owner, kind, asset, number)
    where ledger_is_locked(n.kind) or (not ledger_may_owe(n.kind) and n.number = any (p_from))
    order by 1
  ) k;

  -- A statement of its own: it must see what whoever held the locks has written.
  select array_agg(a.id order by n.number),
    array_agg(case
      when ledger_is_locked(n.kind) then coalesce(a.balance, 0)
      when not ledger_may_owe(n.kind) and n.number = any (p_from) then coalesce(ledger_balance(a.id), 0)
    end order by n.number),
    array_agg(case when ledger_is_locked(n.kind) then coalesce(a.version, 0) end order by n.number),
    array_agg(coalesce(a.hash, ledger_genesis(p_book, n.owner, n.asset, n.kind)) order by n.number)
  into ids, balances, versions, hashes
  from unnest(p_owners, p_kinds, p_assets) with ordinality n (owner, kind, asset, number)
  left join ledger_accounts a on a.owner = n.owner and a.book = p_book and a.asset = n.asset and a.kind = n.kind;

  for i in 1 .. size loop
    f := p_from[i]; t := p_to[i];
    if p_assets[f] <> p_assets[t] or p_amounts[i] <> trunc(p_amounts[i]) then
      raise exception 'a transfer is a whole amount of one asset';
    elsif balances[f] < p_amounts[i] then
      lacking := f;
      return;
    end if;
    balances[f] := balances[f] - p_amounts[i];
    balances[t] := balances[t] + p_amounts[i];
    from_balances[i] := balances[f];
    to_balances[i] := balances[t];
  end loop;

  if array_position(ids, null) is not null then
    ids := ledger_open(p_book, p_owners, p_kinds, p_assets);
  end if;

  perform pg_current_xact_id(); -- before the transaction's id is drawn: a checkpoint relies on it
  insert into ledger_transactions (book, reason, reference, at, size)
  values (p_book, p_reason, p_reference, p_at, size) returning id into posted;

  for i in 1 .. size loop
    f := p_from[i]; t := p_to[i];
    versions[f] := versions[f] + 1;
    versions[t] := versions[t] + 1;
    from_versions[i] := versions[f];
    to_versions[i] := versions[t];
    from_hashes[i] := ledger_hash(hashes[f], ids[f], versions[f], -p_amounts[i], case when versions[f] > 0 then from_balances[i] end,
      ids[t], posted, i::smallint, p_reason, p_reference, at_us);
    to_hashes[i] := ledger_hash(hashes[t], ids[t], versions[t], p_amounts[i], case when versions[t] > 0 then to_balances[i] end,
      ids[f], posted, i::smallint, p_reason, p_reference, at_us);
    if versions[f] > 0 then hashes[f] := from_hashes[i]; end if;
    if versions[t] > 0 then hashes[t] := to_hashes[i]; end if;
  end loop;

  insert into ledger_transfers
  select posted, i, p_amounts[i], ids[p_from[i]], ids[p_to[i]],
    from_versions[i], case when from_versions[i] > 0 then from_balances[i] end, from_hashes[i],
    to_versions[i], case when to_versions[i] > 0 then to_balances[i] end, to_hashes[i]
  from generate_series(1, size) i;

  update ledger_accounts a set balance = balances[n.number], version = versions[n.number], hash = hashes[n.number]
  from unnest(ids, versions) with ordinality n (id, version, number)
  where a.id = n.id and n.version is not null;
end $$;
