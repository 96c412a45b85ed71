-- The books: double entry, append-only. Amounts are integers in the asset's smallest unit.
--
-- A transfer is one row that takes an amount from one account and gives it to another, so an unbalanced posting can't be
-- written down at all; `ledger_entries` shows each transfer as its two entries. Everything is posted by `ledger_post`.

-- House accounts that every trade touches would be hot rows: they are never locked and keep no balance.
create function ledger_is_locked(kind text) returns boolean
language sql immutable parallel safe
return kind not in (
  'fees', 'trading', 'referral', 'receivable', 'capital',
  'outside:deposits', 'outside:withdrawals', 'outside:charity', 'issuance'
);

-- Which accounts may owe. All others can't fall below nothing.
create function ledger_may_owe(kind text) returns boolean
language sql immutable parallel safe
return kind in ('trading', 'receivable', 'capital', 'outside:deposits', 'outside:withdrawals', 'outside:charity', 'issuance');

-- Well-formedness sits in domains and foreign keys, which are looked at once; a check constraint costs on every update.
create domain ledger_asset as text check (value ~ '^[A-Z0-9]{1,24}$');
create domain ledger_reason as text check (value ~ '^[a-z]+(\.[a-z]+)*$' and length(value) <= 64);
create domain ledger_reference as text check (value <> '' and length(value) <= 120);

-- The chart of accounts: which kinds each book has. Only the demo book issues play money, only the real one meets the outside.
create table ledger_kinds (
  book text check (book in ('demo', 'real')),
  kind text,
  house boolean not null,
  primary key (book, kind, house),
  constraint only_unlocked_accounts_may_owe check (not (ledger_is_locked(kind) and ledger_may_owe(kind)))
);
insert into ledger_kinds (book, kind, house)
  select book, kind, false
  from unnest(array['demo', 'real']) book, unnest(array['available', 'margin', 'order', 'withdrawal', 'bid', 'plan', 'loan']) kind
  union all
  select book, kind, true
  from unnest(array['demo', 'real']) book, unnest(array[
    'fees', 'trading', 'referral', 'receivable', 'capital', 'insurance', 'treasury', 'committed', 'lending', 'charity']) kind
  union all
  select 'real', kind, true from unnest(array['outside:deposits', 'outside:withdrawals', 'outside:charity']) kind
  union all
  select 'demo', 'issuance', true;

create table ledger_accounts (
  id bigint generated always as identity primary key,
  book text not null,
  owner text not null, -- a user's id, or 'house'
  asset ledger_asset not null,
  kind text not null,
  house boolean not null generated always as (owner = 'house') stored,
  locked boolean not null generated always as (ledger_is_locked(kind)) stored,
  opened_at timestamptz not null default clock_timestamp(),
  -- Balance, number of entries and hash of the last one: kept of locked accounts only.
  balance numeric(38, 0),
  version bigint,
  hash bytea,
  unique (owner, book, asset, kind),
  foreign key (book, kind, house) references ledger_kinds,
  constraint no_forbidden_negative check (balance >= 0),
  constraint locked_accounts_keep_their_state check (num_nonnulls(balance, version, hash) = case when locked then 3 else 0 end)
) with (fillfactor = 60); -- room beside each row, so that a new balance needs no new index entry

create table ledger_transactions (
  id bigint generated always as identity primary key,
  book text not null,
  reason ledger_reason not null,
  reference ledger_reference, -- what it is about, such as 'position:7'
  at timestamptz not null, -- business time: the replayed one in a replay
  size smallint not null, -- how many transfers belong to it
  created_at timestamptz not null default clock_timestamp()
);
create index ledger_transactions_by_reference on ledger_transactions (reference) where reference is not null;

create table ledger_transfers (
  transaction_id bigint not null references ledger_transactions,
  position smallint not null check (position > 0),
  amount numeric(38, 0) not null check (amount > 0),
  from_account bigint not null,
  to_account bigint not null,
  -- The entry on each side: its number within the account, the balance after it (both of locked accounts only), its hash.
  from_version bigint,
  from_balance numeric(38, 0) check (from_balance >= 0),
  from_hash bytea not null,
  to_version bigint,
  to_balance numeric(38, 0) check (to_balance >= 0),
  to_hash bytea not null,
  primary key (transaction_id, position),
  constraint two_accounts check (from_account <> to_account)
);
create index ledger_transfers_by_from on ledger_transfers (from_account, transaction_id, position);
create index ledger_transfers_by_to on ledger_transfers (to_account, transaction_id, position);

-- Foreign keys to the accounts would lock the house's rows for every trade; this check reads them without a lock.
create function ledger_refuse_crossing() returns trigger
language plpgsql set search_path from current as $$
begin
  if not exists (
    select from ledger_transactions t
    join ledger_accounts f on f.id = new.from_account and f.book = t.book
    join ledger_accounts o on o.id = new.to_account and o.book = t.book and o.asset = f.asset
    where t.id = new.transaction_id
  ) then
    raise exception 'a transfer stays within one book and one asset' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger within_one_book_and_asset before insert on ledger_transfers
  for each row execute function ledger_refuse_crossing();

create view ledger_entries as
  select from_account as account_id, transaction_id, position, 'out' as side, -amount as amount,
    from_version as version, from_balance as balance_after, from_hash as hash, to_account as counter_id
  from ledger_transfers
  union all
  select to_account, transaction_id, position, 'in', amount, to_version, to_balance, to_hash, from_account
  from ledger_transfers;

-- Balances of unlocked accounts at a point behind which nothing can change any more, so that sums stay short.
create table ledger_checkpoints (
  account_id bigint not null references ledger_accounts,
  through_transaction bigint not null,
  balance numeric(38, 0) not null,
  taken_at timestamptz not null default clock_timestamp(),
  primary key (account_id, through_transaction)
);

-- The balance of any account: the kept one, or the last checkpoint and what was booked since.
create function ledger_balance(account bigint) returns numeric
language sql stable
return (
  select coalesce(a.balance, coalesce(c.balance, 0)
    + (select coalesce(sum(t.amount), 0) from ledger_transfers t
       where t.to_account = a.id and t.transaction_id > coalesce(c.through_transaction, 0))
    - (select coalesce(sum(t.amount), 0) from ledger_transfers t
       where t.from_account = a.id and t.transaction_id > coalesce(c.through_transaction, 0)))
  from ledger_accounts a
  left join lateral (
    select k.balance, k.through_transaction from ledger_checkpoints k
    where k.account_id = a.id order by k.through_transaction desc limit 1
  ) c on a.balance is null
  where a.id = account
);

-- Append-only. A correction is a new transfer.
create function ledger_refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% of % is refused: the books are append-only', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete or truncate on ledger_transactions
  for each statement execute function ledger_refuse_change();
create trigger append_only before update or delete or truncate on ledger_transfers
  for each statement execute function ledger_refuse_change();
create trigger append_only before update or delete or truncate on ledger_checkpoints
  for each statement execute function ledger_refuse_change();
create trigger append_only before delete or truncate on ledger_accounts
  for each statement execute function ledger_refuse_change();
create trigger identity_is_fixed before update of id, book, owner, asset, kind, opened_at on ledger_accounts
  for each statement execute function ledger_refuse_change();

-- The start of an account's chain binds it to whose it is.
create function ledger_genesis(book text, owner text, asset text, kind text) returns bytea
language sql immutable parallel safe
return sha256(convert_to(book || '|' || owner || '|' || asset || '|' || kind, 'UTF8'));

-- The hash of an entry: all that it says, after the hash before it. Entries of unlocked accounts have no order among
-- themselves; each of them follows the account's genesis directly.
create function ledger_hash(
  previous bytea, account_id bigint, version bigint, amount numeric, balance_after numeric, counter_id bigint,
  transaction_id bigint, "position" smallint, reason text, reference text, at timestamptz
) returns bytea
language sql immutable parallel safe
return sha256(previous || convert_to(
  account_id::text || '|' || coalesce(version::text, '') || '|' || amount::text || '|' || coalesce(balance_after::text, '')
  || '|' || counter_id::text || '|' || transaction_id::text || '|' || "position"::text || '|' || reason
  || '|' || (extract(epoch from at) * 1000000)::bigint::text || '|' || coalesce(reference, ''), 'UTF8'));

-- Accounts are locked by their name, not by their row: one that does not exist yet can be locked too, so a refused posting
-- leaves nothing behind. Always in ascending order, so that no two postings wait for each other.
create function ledger_lock_key(book text, owner text, asset text, kind text) returns bigint
language sql immutable parallel safe
return hashtextextended(book || '|' || owner || '|' || asset || '|' || kind, 4127010);

create function ledger_lock(keys bigint[]) returns void
language plpgsql as $$
declare
  key bigint;
begin
  for key in select distinct k from unnest(keys) k order by k loop
    perform pg_advisory_xact_lock(key);
  end loop;
end $$;

-- Locks kept accounts as a posting would, and answers what each has, in the order asked.
create function ledger_lock_balances(p_book text, p_asset text, p_owners text[], p_kinds text[])
returns table (balance numeric)
language plpgsql as $$
#variable_conflict use_column
begin
  perform ledger_lock(array(
    select ledger_lock_key(p_book, n.owner, p_asset, n.kind) from unnest(p_owners, p_kinds) n (owner, kind)));
  return query
    select coalesce(a.balance, 0)
    from unnest(p_owners, p_kinds) with ordinality n (owner, kind, place)
    left join ledger_accounts a on a.owner = n.owner and a.book = p_book and a.asset = p_asset and a.kind = n.kind
    order by n.place;
end $$;

-- Posts a list of transfers in one call: all of it, or nothing. Answers every account with its balance after it (null where
-- none is kept), or, when an account has too little for its next transfer, that account alone with what it has and without
-- a transaction: then nothing has been written. Accounts that do not exist yet are opened.
create function ledger_post(
  p_book text, p_reason text, p_reference text, p_at timestamptz,
  p_from_owners text[], p_from_kinds text[], p_to_owners text[], p_to_kinds text[], p_assets text[], p_amounts numeric[]
) returns table (transaction_id bigint, owner text, kind text, asset text, balance numeric)
language plpgsql security definer set search_path from current as $$
#variable_conflict use_column
declare
  size constant int := coalesce(cardinality(p_amounts), 0);
  -- The accounts, each once, by number in the posting.
  names text[] := '{}';
  owners text[]; kinds text[]; assets text[];
  ids bigint[]; balances numeric[]; versions bigint[]; hashes bytea[];
  kept boolean[]; -- has a stored balance
  checked boolean[]; -- must not fall below nothing here
  locks bigint[] := '{}';
  givers int[]; takers int[]; -- per transfer, the numbers of its accounts
  missing int[]; -- accounts to open
  account record;
  name text; f int; t int; a int; moved numeric;
  posted bigint;
begin
  if size not between 1 and 500 then
    raise exception 'a posting has 1 to 500 transfers, not %', size;
  end if;

  for i in 1 .. size loop
    if p_amounts[i] is null or p_amounts[i] <= 0 or p_amounts[i] <> trunc(p_amounts[i]) then
      raise exception 'an amount is a positive integer, not %', p_amounts[i];
    end if;
    name := p_from_owners[i] || '|' || p_assets[i] || '|' || p_from_kinds[i];
    f := array_position(names, name);
    if f is null then
      f := cardinality(names) + 1;
      names[f] := name; owners[f] := p_from_owners[i]; kinds[f] := p_from_kinds[i]; assets[f] := p_assets[i];
      kept[f] := ledger_is_locked(kinds[f]);
    end if;
    checked[f] := not ledger_may_owe(kinds[f]);
    givers[i] := f;
    name := p_to_owners[i] || '|' || p_assets[i] || '|' || p_to_kinds[i];
    t := array_position(names, name);
    if t is null then
      t := cardinality(names) + 1;
      names[t] := name; owners[t] := p_to_owners[i]; kinds[t] := p_to_kinds[i]; assets[t] := p_assets[i];
      kept[t] := ledger_is_locked(kinds[t]);
    end if;
    takers[i] := t;
  end loop;

  -- `fees` and `referral` are locked by the one job that takes from them, never by the many that give.
  for a in 1 .. cardinality(names) loop
    checked[a] := coalesce(checked[a], false);
    if kept[a] or checked[a] then
      locks := locks || ledger_lock_key(p_book, owners[a], assets[a], kinds[a]);
    end if;
  end loop;
  perform ledger_lock(locks);

  for a in 1 .. cardinality(names) loop
    select l.id, l.balance, l.version, l.hash into account from ledger_accounts l
    where l.owner = owners[a] and l.book = p_book and l.asset = assets[a] and l.kind = kinds[a];
    ids[a] := account.id;
    if kept[a] then
      balances[a] := coalesce(account.balance, 0);
      versions[a] := coalesce(account.version, 0);
    elsif checked[a] then
      balances[a] := coalesce(ledger_balance(account.id), 0);
    end if;
    hashes[a] := coalesce(account.hash, ledger_genesis(p_book, owners[a], assets[a], kinds[a]));
  end loop;

  declare
    rest numeric[] := balances;
  begin
    for i in 1 .. size loop
      f := givers[i]; t := takers[i];
      if checked[f] and rest[f] < p_amounts[i] then
        return query select null::bigint, owners[f], kinds[f], assets[f], rest[f];
        return;
      end if;
      rest[f] := rest[f] - p_amounts[i];
      rest[t] := rest[t] + p_amounts[i];
    end loop;
  end;

  -- In the order of their names: two postings that open the same unlocked accounts must not wait for each other.
  missing := array(select n from unnest(ids) with ordinality u (id, n) where u.id is null order by names[n::int]);
  foreach a in array missing loop
    insert into ledger_accounts (book, owner, asset, kind, balance, version, hash)
    values (p_book, owners[a], assets[a], kinds[a],
      case when kept[a] then 0 end, case when kept[a] then 0 end, case when kept[a] then hashes[a] end)
    on conflict do nothing;
    select l.id into strict account from ledger_accounts l
    where l.owner = owners[a] and l.book = p_book and l.asset = assets[a] and l.kind = kinds[a];
    ids[a] := account.id;
  end loop;

  perform pg_current_xact_id(); -- before the id is drawn: what a checkpoint relies on
  insert into ledger_transactions (book, reason, reference, at, size)
  values (p_book, p_reason, p_reference, p_at, size) returning id into posted;

  for i in 1 .. size loop
    f := givers[i]; t := takers[i]; moved := p_amounts[i];
    if kept[f] then
      balances[f] := balances[f] - moved; versions[f] := versions[f] + 1;
    end if;
    if kept[t] then
      balances[t] := balances[t] + moved; versions[t] := versions[t] + 1;
    end if;
    declare
      from_hash constant bytea := ledger_hash(hashes[f], ids[f], versions[f], -moved, case when kept[f] then balances[f] end,
        ids[t], posted, i::smallint, p_reason, p_reference, p_at);
      to_hash constant bytea := ledger_hash(hashes[t], ids[t], versions[t], moved, case when kept[t] then balances[t] end,
        ids[f], posted, i::smallint, p_reason, p_reference, p_at);
    begin
      insert into ledger_transfers (transaction_id, position, amount, from_account, to_account,
        from_version, from_balance, from_hash, to_version, to_balance, to_hash)
      values (posted, i, moved, ids[f], ids[t],
        versions[f], case when kept[f] then balances[f] end, from_hash, versions[t], case when kept[t] then balances[t] end, to_hash);
      if kept[f] then hashes[f] := from_hash; end if;
      if kept[t] then hashes[t] := to_hash; end if;
    end;
  end loop;

  for a in 1 .. cardinality(names) loop
    if kept[a] then
      update ledger_accounts l set balance = balances[a], version = versions[a], hash = hashes[a] where l.id = ids[a];
    end if;
    return query select posted, owners[a], kinds[a], assets[a], case when kept[a] then balances[a] end;
  end loop;
end $$;
