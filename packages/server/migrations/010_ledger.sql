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
create domain ledger_units as numeric(38, 0) constraint something_moves check (value > 0);
create domain ledger_kept as numeric(38, 0) constraint no_forbidden_negative check (value >= 0);

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
  balance ledger_kept,
  version bigint,
  hash bytea,
  unique (owner, book, asset, kind),
  foreign key (book, kind, house) references ledger_kinds,
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
  transaction_id bigint not null,
  position smallint not null,
  amount ledger_units not null,
  from_account bigint not null,
  to_account bigint not null,
  -- The entry on each side: its number within the account, the balance after it (both of locked accounts only), its hash.
  from_version bigint,
  from_balance ledger_kept,
  from_hash bytea not null,
  to_version bigint,
  to_balance ledger_kept,
  to_hash bytea not null,
  primary key (transaction_id, position),
  constraint two_accounts check (from_account <> to_account)
);
create index ledger_transfers_by_from on ledger_transfers (from_account, transaction_id, position);
create index ledger_transfers_by_to on ledger_transfers (to_account, transaction_id, position);

-- In place of foreign keys, which would lock the house's rows for every trade: this reads them without a lock. What is
-- referred to can't go away, since nothing is ever removed.
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

-- The start of an account's chain binds it to whose it is. (Stable, like `convert_to`: an immutable function would not be
-- inlined, and these run for every entry.)
create function ledger_genesis(book text, owner text, asset text, kind text) returns bytea
language sql stable parallel safe
return sha256(convert_to(book || '|' || owner || '|' || asset || '|' || kind, 'UTF8'));

create function ledger_microseconds(at timestamptz) returns bigint
language sql stable parallel safe
return (extract(epoch from at) * 1000000)::bigint;

-- The hash of an entry: all that it says, after the hash before it. Entries of unlocked accounts have no order among
-- themselves; each of them follows the account's genesis directly.
create function ledger_hash(
  previous bytea, account_id bigint, version bigint, amount numeric, balance_after numeric, counter_id bigint,
  transaction_id bigint, "position" smallint, reason text, reference text, at_us bigint
) returns bytea
language sql stable parallel safe
return sha256(previous || convert_to(
  account_id::text || '|' || coalesce(version::text, '') || '|' || amount::text || '|' || coalesce(balance_after::text, '')
  || '|' || counter_id::text || '|' || transaction_id::text || '|' || "position"::text || '|' || reason
  || '|' || at_us::text || '|' || coalesce(reference, ''), 'UTF8'));

-- Accounts are locked by their name, not by their row: one that does not exist yet can be locked too, so a refused posting
-- leaves nothing behind.
create function ledger_lock_key(book text, owner text, asset text, kind text) returns bigint
language sql immutable parallel safe
return hashtextextended(book || '|' || owner || '|' || asset || '|' || kind, 4127010);

-- Locks kept accounts as a posting would, and answers what each has, in the order asked.
create function ledger_lock_balances(p_book text, p_asset text, p_owners text[], p_kinds text[])
returns table (balance numeric)
language plpgsql set search_path from current as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(k.key) from (
    select distinct ledger_lock_key(p_book, n.owner, p_asset, n.kind) as key from unnest(p_owners, p_kinds) n (owner, kind) order by 1
  ) k;
  return query
    select coalesce(a.balance, 0)
    from unnest(p_owners, p_kinds) with ordinality n (owner, kind, place)
    left join ledger_accounts a on a.owner = n.owner and a.book = p_book and a.asset = p_asset and a.kind = n.kind
    order by n.place;
end $$;

-- Opens the accounts that do not exist yet, in the order of their names: two postings that open the same unlocked accounts
-- must not wait for each other. Answers the ids of all, in the order asked.
create function ledger_open(p_book text, p_owners text[], p_kinds text[], p_assets text[]) returns bigint[]
language plpgsql set search_path from current as $$
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

-- Posts a list of transfers in one call: all of it, or nothing. The accounts are named once; the transfers give them by
-- number, in the order in which they are booked. Answers the balances after it, by account (null where none is kept). When
-- an account has too little for its next transfer, answers its number as `lacking`, the balances up to there, and no
-- transaction: then nothing has been written. Accounts that do not exist yet are opened.
create function ledger_post(
  p_book text, p_reason text, p_reference text, p_at timestamptz,
  p_owners text[], p_kinds text[], p_assets text[], p_from int[], p_to int[], p_amounts numeric[],
  out posted bigint, out balances numeric[], out lacking int
) language plpgsql security definer set search_path from current as $$
declare
  -- By account; versions are null where no state is kept.
  ids bigint[]; versions bigint[]; hashes bytea[];
  -- By transfer: the balances after it.
  from_balances numeric[]; to_balances numeric[];
  account record;
  xid xid8;
  f int; t int;
  from_hash bytea; to_hash bytea;
  at_us constant bigint := ledger_microseconds(p_at);
begin
  -- Always in ascending order, so that no two postings wait for each other. Of the accounts without a kept balance those
  -- that must not owe are locked by the one job that takes from them, never by the many that give.
  perform pg_advisory_xact_lock(k.key) from (
    select distinct ledger_lock_key(p_book, n.owner, n.asset, n.kind) as key
    from unnest(p_owners, p_kinds, p_assets) with ordinality n (owner, kind, asset, number)
    where ledger_is_locked(n.kind) or (not ledger_may_owe(n.kind) and n.number = any (p_from))
    order by 1
  ) k;

  for a in 1 .. cardinality(p_owners) loop
    select l.id, l.balance, l.version, l.hash into account from ledger_accounts l
    where l.owner = p_owners[a] and l.book = p_book and l.asset = p_assets[a] and l.kind = p_kinds[a];
    ids[a] := account.id;
    hashes[a] := coalesce(account.hash, ledger_genesis(p_book, p_owners[a], p_assets[a], p_kinds[a]));
    if account.version is not null then
      balances[a] := account.balance;
      versions[a] := account.version;
    elsif ledger_is_locked(p_kinds[a]) then
      balances[a] := 0;
      versions[a] := 0;
    elsif not ledger_may_owe(p_kinds[a]) and array_position(p_from, a) is not null then
      balances[a] := coalesce(ledger_balance(account.id), 0);
    end if;
  end loop;

  for i in 1 .. cardinality(p_amounts) loop
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

  xid := pg_current_xact_id(); -- before the transaction's id is drawn: a checkpoint relies on it
  insert into ledger_transactions (book, reason, reference, at, size)
  values (p_book, p_reason, p_reference, p_at, cardinality(p_amounts)) returning id into posted;

  for i in 1 .. cardinality(p_amounts) loop
    f := p_from[i]; t := p_to[i];
    versions[f] := versions[f] + 1;
    versions[t] := versions[t] + 1;
    insert into ledger_transfers values (
      posted, i, p_amounts[i], ids[f], ids[t],
      versions[f], case when versions[f] > 0 then from_balances[i] end,
      ledger_hash(hashes[f], ids[f], versions[f], -p_amounts[i], case when versions[f] > 0 then from_balances[i] end,
        ids[t], posted, i::smallint, p_reason, p_reference, at_us),
      versions[t], case when versions[t] > 0 then to_balances[i] end,
      ledger_hash(hashes[t], ids[t], versions[t], p_amounts[i], case when versions[t] > 0 then to_balances[i] end,
        ids[f], posted, i::smallint, p_reason, p_reference, at_us)
    ) returning ledger_transfers.from_hash, ledger_transfers.to_hash into from_hash, to_hash;
    if versions[f] > 0 then hashes[f] := from_hash; end if;
    if versions[t] > 0 then hashes[t] := to_hash; end if;
  end loop;

  for a in 1 .. cardinality(p_owners) loop
    if versions[a] > 0 then
      update ledger_accounts l set balance = balances[a], version = versions[a], hash = hashes[a] where l.id = ids[a];
    end if;
  end loop;
end $$;

-- Writes down the balances of the accounts that keep none, as of a transaction behind which nothing can be booked any more.
create function ledger_take_checkpoints(p_through bigint) returns int
language plpgsql security definer set search_path from current as $$
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

-- Where the connection may create roles, the application works as one that can read the books and post, but not write to
-- them in any other way. The functions that post run with the rights of the books' owner.
do $$
begin
  begin
    create role assay_application nologin;
  exception
    when duplicate_object or unique_violation then null; -- by another database of the same server
  end;
  execute format('grant assay_application to %I', current_user);
  grant usage on schema public to assay_application;
  grant select, insert, update, delete on all tables in schema public to assay_application;
  alter default privileges in schema public grant select, insert, update, delete on tables to assay_application;
  revoke insert, update, delete on ledger_kinds, ledger_accounts, ledger_transactions, ledger_transfers, ledger_checkpoints
    from assay_application;
exception
  when insufficient_privilege then
    raise notice 'no role of its own for the application: the triggers alone keep the books append-only';
end $$;
