-- What is published every day: a root of all entries in the books so far, and one of all that customers have. Whoever
-- rewrites the books afterwards, chains and all, no longer matches what everybody has seen.
create table proofs (
  day date primary key,
  through_transaction bigint not null, -- the books up to here; nothing can be booked behind it any more
  accounts integer not null,
  ledger_root text not null check (ledger_root ~ '^[0-9a-f]{64}$'),
  customers integer not null,
  liabilities_root text not null check (liabilities_root ~ '^[0-9a-f]{64}$'),
  totals jsonb not null, -- smallest units by asset, as text
  seal text not null check (seal ~ '^[0-9a-f]{64}$'), -- follows from the seal before it
  sealed_at timestamptz not null
);

create function proofs_refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception 'what was published stays as it was' using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete or truncate on proofs
  for each statement execute function proofs_refuse_change();

-- The tree of a day's balances, for the ways from the leaves to the root. Kept for a while only. It is written page by page while it is
-- worked out, and the seal of its day, which says its root, after it.
create table proof_nodes (
  day date not null references proofs deferrable initially deferred,
  level smallint not null,
  place integer not null,
  hash text not null,
  sums jsonb not null,
  -- Of a leaf.
  user_id bigint,
  salt text,
  primary key (day, level, place)
);
create index proof_nodes_of_user on proof_nodes (user_id, day) where user_id is not null;

-- A root of all kept accounts as they stood after a transaction: each entry hash stands for everything before it.
create function ledger_root(p_through bigint, out root text, out accounts integer)
language sql stable
as $$
  select encode(sha256(convert_to(coalesce(string_agg(a.id || ':' || e.version || ':' || encode(e.hash, 'hex'), '|' order by a.id), ''), 'UTF8')), 'hex'),
    count(*)::integer
  from ledger_accounts a
  cross join lateral (
    select version, hash from (
      (select from_version as version, from_hash as hash from ledger_transfers
       where from_account = a.id and transaction_id <= p_through order by transaction_id desc, position desc limit 1)
      union all
      (select to_version, to_hash from ledger_transfers
       where to_account = a.id and transaction_id <= p_through order by transaction_id desc, position desc limit 1)
    ) side order by version desc limit 1
  ) e
  where a.locked
$$;
