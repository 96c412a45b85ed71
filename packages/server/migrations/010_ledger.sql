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
-- Transactions are booked nearly in the order of their times, so this tiny index finds a day's.
create index ledger_transactions_by_time on ledger_transactions using brin (at) with (autosummarize = on);
-- What a day has earned an inviter is booked once, under a reference that no other posting has.
create unique index ledger_transactions_rewarded_once on ledger_transactions (reference) where reason = 'referral.rewarded';
-- What comes to accounts and leaves them beside what is traded, which is most of all that is booked: whoever wants to know it of an
-- account looks its transactions up here, and reads none of the others.
create index ledger_transactions_of_flows on ledger_transactions (id) include (at, reason)
where reason::text in (
  'deposit.completed', 'withdrawal.completed', 'demo.opened', 'demo.reset', 'correction.booked', 'plan.income', 'plan.left', 'referral.rewarded',
  'loan.disbursed', 'loan.repaid', 'nft.won', 'nft.bought'
);

-- Most of what the books weigh, in partitions by the number of their transaction (`016_ledger_partitions.sql`).
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
) partition by range (transaction_id);
create index ledger_transfers_by_from on ledger_transfers (from_account, transaction_id, position);
create index ledger_transfers_by_to on ledger_transfers (to_account, transaction_id, position);

-- Whether a statement comes from the owner of the tables at the command line, in a sandbox's first start or in a test.
create function owner_acts() returns boolean
language sql stable set search_path = public, pg_temp as $$
  select current_setting('role') = 'none'
    and pg_has_role(session_user, (select c.relowner from pg_class c where c.oid = 'ledger_transactions'::regclass), 'member')
$$;

-- In place of foreign keys, which would lock the house's rows for every trade: this reads them without a lock, once for all transfers
-- of a statement. What is referred to can't go away, since nothing is ever removed. What passes between the books and the world
-- does so for reasons alone that two operators decide (`120_postings_of_two.sql`).
create function ledger_refuse_crossing() returns trigger
language plpgsql set search_path = "$user", public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  crossing boolean;
  outside boolean;
begin
  -- Joined by the primary keys alone, whatever the sizes of the tables are when this is planned.
  select bool_or((f.book = t.book and o.book = t.book and o.asset = f.asset) is not true),
    bool_or((f.kind in ('capital', 'outside:deposits', 'outside:withdrawals', 'outside:charity')
        or o.kind in ('capital', 'outside:deposits', 'outside:withdrawals', 'outside:charity'))
      and t.reason not in ('deposit.completed', 'withdrawal.completed', 'correction.booked', 'house.funded', 'house.withdrawn', 'charity.paid'))
  into crossing, outside
  from written w
  left join ledger_transactions t on t.id = w.transaction_id
  left join ledger_accounts f on f.id = w.from_account
  left join ledger_accounts o on o.id = w.to_account;
  if crossing then
    raise exception 'a transfer stays within one book and one asset' using errcode = 'check_violation';
  elsif outside and not owner_acts() then
    raise exception 'only what two operators decide leaves the books or comes into them' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create trigger within_one_book_and_asset after insert on ledger_transfers referencing new table as written
  for each statement execute function ledger_refuse_crossing();

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
