-- A day that is closed: what every account that moved had at its end, what was then held for which thing, and what customers had
-- paid in fees. A close ends behind a transaction after which nothing smaller can be booked any more, not at an hour: what is booked
-- later for an earlier moment (an income that fell due, an auction that has ended) is of the day in which it is booked.
--
-- Whoever asks for more than the running day reads from here on; the auditor begins at a close instead of the first transaction.

create table ledger_closes (
  day date primary key,
  through_transaction bigint not null,
  transactions bigint not null, -- since the close before it
  accounts integer not null, -- that moved since
  root bytea not null, -- of their closings
  holds bytea not null, -- of what was held
  days bytea not null, -- of the fees and totals by day
  seal bytea not null, -- follows from the seal before it
  closed_at timestamptz not null default clock_timestamp()
);

-- Of accounts that have moved since the close before. Version and hash are those of the last entry, of locked accounts only.
create table ledger_closings (
  account_id bigint not null,
  through_transaction bigint not null,
  balance numeric(38, 0) not null,
  version bigint,
  hash bytea,
  primary key (account_id, through_transaction)
);
create index ledger_closings_by_close on ledger_closings using brin (through_transaction) with (pages_per_range = 8);

-- What was held for each open thing at the last close.
create table ledger_closed_holds (
  account_id bigint not null,
  reference text not null,
  amount numeric(38, 0) not null check (amount <> 0),
  primary key (account_id, reference)
);

-- Fees by the day of business for which they were booked; several closes may add to one day.
create table ledger_day_fees (
  day date not null,
  book text not null,
  payer text not null,
  asset text not null,
  reason text not null,
  through_transaction bigint not null,
  fees numeric(38, 0) not null,
  primary key (day, book, payer, asset, reason, through_transaction)
);
create index ledger_day_fees_by_close on ledger_day_fees using brin (through_transaction) with (pages_per_range = 8);

create table ledger_day_totals (
  day date not null,
  book text not null,
  through_transaction bigint not null,
  transactions bigint not null,
  fees numeric(38, 0) not null, -- USDT
  primary key (day, book, through_transaction)
);

-- When the auditor has last gone through a closed day. A note, by which the next one is chosen; no proof.
create table ledger_audited_days (
  day date primary key references ledger_closes,
  audited_at timestamptz not null
);

create trigger append_only before update or delete or truncate on ledger_closes
  for each statement execute function ledger_refuse_change();
create trigger append_only before update or delete or truncate on ledger_closings
  for each statement execute function ledger_refuse_change();
create trigger append_only before update or delete or truncate on ledger_day_fees
  for each statement execute function ledger_refuse_change();
create trigger append_only before update or delete or truncate on ledger_day_totals
  for each statement execute function ledger_refuse_change();

-- Where each unit belongs to one thing: the auditor compares these by reference.
create function ledger_is_bound(kind text) returns boolean
language sql immutable parallel safe
return kind in ('margin', 'order', 'withdrawal', 'bid', 'plan', 'loan', 'committed', 'charity');

-- Roots are hashed in parts, so that the text of no close is too long for one value. These two keep a plan for as long as a connection
-- lives, which may be made while one look at the whole is cheapest.
create function ledger_closings_root(p_through bigint) returns bytea
language sql stable set enable_seqscan = off as $$
  select sha256(coalesce(string_agg(part.hash, ''::bytea order by part.number), '')) from (
    select k.account_id / 4096 as number, sha256(convert_to(string_agg(concat_ws('|', k.account_id, k.balance,
      coalesce(k.version::text, ''), coalesce(encode(k.hash, 'hex'), '')), E'\n' order by k.account_id), 'UTF8')) as hash
    from ledger_closings k where k.through_transaction = p_through group by 1
  ) part
$$;

create function ledger_holds_root() returns bytea
language sql stable as $$
  select sha256(coalesce(string_agg(part.hash, ''::bytea order by part.number), '')) from (
    select h.account_id / 4096 as number, sha256(convert_to(string_agg(concat_ws('|', h.account_id, h.amount, h.reference), E'\n'
      order by h.account_id, h.reference collate "C"), 'UTF8')) as hash
    from ledger_closed_holds h group by 1
  ) part
$$;

create function ledger_days_root(p_through bigint) returns bytea
language sql stable set enable_seqscan = off as $$
  select sha256(convert_to(
    coalesce((select string_agg(concat_ws('|', f.day, f.book, f.payer, f.asset, f.reason, f.fees), E'\n'
      order by f.day, f.book collate "C", f.payer collate "C", f.asset collate "C", f.reason collate "C")
      from ledger_day_fees f where f.through_transaction = p_through), '')
    || '/' || coalesce((select string_agg(concat_ws('|', d.day, d.book, d.transactions, d.fees), E'\n' order by d.day, d.book collate "C")
      from ledger_day_totals d where d.through_transaction = p_through), ''), 'UTF8'))
$$;

create function ledger_close_seal(p_before bytea, p_close ledger_closes) returns bytea
language sql stable as $$
  select sha256(coalesce(p_before, '') || convert_to(concat_ws('|', p_close.day, p_close.through_transaction, p_close.transactions,
    p_close.accounts), 'UTF8') || p_close.root || p_close.holds || p_close.days)
$$;

-- What a close adds up is read between two transactions, on every side of a join: a side without these bounds may be read whole, all of
-- history, as soon as the planner's statistics are older than the books. This is what customers have paid in fees.
create function ledger_fees_between(p_after bigint, p_through bigint)
returns table (day date, book text, payer text, asset text, reason text, fees numeric)
language sql stable as $$
  select (t.at at time zone 'UTC')::date, t.book, payer.owner, payer.asset::text, t.reason::text, sum(m.amount)
  from ledger_accounts kept
  join ledger_transfers m on m.to_account = kept.id and m.transaction_id > p_after and m.transaction_id <= p_through
  join ledger_transactions t on t.id = m.transaction_id and t.id > p_after and t.id <= p_through
  join ledger_accounts payer on payer.id = m.from_account
  where kept.house and kept.kind = 'fees' and not payer.house
  group by 1, 2, 3, 4, 5
$$;

create function ledger_totals_between(p_after bigint, p_through bigint)
returns table (day date, book text, transactions bigint, fees numeric)
language sql stable as $$
  with paid as (
    select m.transaction_id, sum(m.amount) as fees
    from ledger_accounts kept
    join ledger_transfers m on m.to_account = kept.id and m.transaction_id > p_after and m.transaction_id <= p_through
    where kept.house and kept.kind = 'fees' and kept.asset = 'USDT' group by 1
  )
  select (t.at at time zone 'UTC')::date, t.book, count(*), coalesce(sum(p.fees), 0)
  from ledger_transactions t left join paid p on p.transaction_id = t.id
  where t.id > p_after and t.id <= p_through
  group by 1, 2
$$;

-- What is held by reference, from one transaction to another. A demo reset ends all that its owner holds, under a reference of its
-- own: what was held before it counts no more. What is held for a part is held for its order: `C…/2` is booked under its own number and
-- out of what `C…` has.
create function ledger_holds_between(p_after bigint, p_through bigint) returns table (account_id bigint, reference text, amount numeric)
language sql stable as $$
  with resets as (
    select t.reference, max(t.id) as id from ledger_transactions t
    where t.id > p_after and t.id <= p_through and t.book = 'demo' and t.reason = 'demo.reset' group by 1
  ), bound as (
    select a.id, r.id as reset from ledger_accounts a
    left join resets r on a.book = 'demo' and r.reference = 'demo:' || a.owner
    where ledger_is_bound(a.kind)
  )
  select s.account_id, s.reference, sum(s.amount) from (
    select h.account_id, h.reference, h.amount from ledger_closed_holds h join bound b on b.id = h.account_id
    where b.reset is null and p_after > 0
    union all
    select b.id, split_part(coalesce(t.reference::text, ''), '/', 1), e.amount
    from ledger_entries e
    join bound b on b.id = e.account_id and (b.reset is null or e.transaction_id > b.reset)
    join ledger_transactions t on t.id = e.transaction_id and t.id > p_after and t.id <= p_through
    where e.transaction_id > p_after and e.transaction_id <= p_through
  ) s
  group by 1, 2 having sum(s.amount) <> 0
$$;

-- Closes a day: answers how many accounts have moved since the close before. What is booked behind `p_through` afterwards is refused;
-- whoever closes has waited until nothing more can be.
create function ledger_close(p_day date, p_through bigint) returns integer
language plpgsql security definer set search_path = "$user", public, pg_temp as $$
declare
  last ledger_closes;
  made ledger_closes;
begin
  lock table ledger_closes in share row exclusive mode;
  select * into last from ledger_closes c order by c.day desc limit 1;
  if p_day <= last.day or p_through < last.through_transaction then
    raise exception 'the books are closed up to %', last.day using errcode = 'check_violation';
  elsif p_through > (select coalesce(max(t.id), 0) from ledger_transactions t) then
    raise exception 'transaction % has not been booked', p_through using errcode = 'check_violation';
  end if;
  last.through_transaction := coalesce(last.through_transaction, 0);

  if p_through > last.through_transaction then
    insert into ledger_closings (account_id, through_transaction, balance, version, hash)
    select e.account_id, p_through,
      case when a.locked then (array_agg(e.balance_after order by e.version desc))[1]
        else coalesce((select k.balance from ledger_closings k where k.account_id = e.account_id order by k.through_transaction desc limit 1), 0)
          + sum(e.amount) end,
      max(e.version), case when a.locked then (array_agg(e.hash order by e.version desc))[1] end
    from ledger_entries e join ledger_accounts a on a.id = e.account_id
    where e.transaction_id > last.through_transaction and e.transaction_id <= p_through
    group by e.account_id, a.locked;
    insert into ledger_day_fees (day, book, payer, asset, reason, through_transaction, fees)
    select f.day, f.book, f.payer, f.asset, f.reason, p_through, f.fees from ledger_fees_between(last.through_transaction, p_through) f;
    insert into ledger_day_totals (day, book, through_transaction, transactions, fees)
    select d.day, d.book, p_through, d.transactions, d.fees from ledger_totals_between(last.through_transaction, p_through) d;

    -- One statement, which reads all that was held before it changes any of it.
    with held as materialized (select * from ledger_holds_between(last.through_transaction, p_through)),
    ended as (
      delete from ledger_closed_holds h
      where not exists (select from held n where n.account_id = h.account_id and n.reference = h.reference)
    )
    insert into ledger_closed_holds as h (account_id, reference, amount) select n.account_id, n.reference, n.amount from held n
    on conflict (account_id, reference) do update set amount = excluded.amount where h.amount <> excluded.amount;
  end if;

  made.day := p_day;
  made.through_transaction := p_through;
  select count(*) into made.transactions from ledger_transactions t where t.id > last.through_transaction and t.id <= p_through;
  select count(*) into made.accounts from ledger_closings k where k.through_transaction = p_through;
  made.root := ledger_closings_root(p_through);
  made.holds := ledger_holds_root();
  made.days := ledger_days_root(p_through);
  made.closed_at := clock_timestamp();
  made.seal := ledger_close_seal(last.seal, made);
  insert into ledger_closes select made.*;
  return made.accounts;
end $$;

-- Nothing is added to a day that is closed, whoever books.
create function ledger_refuse_closed() returns trigger
language plpgsql set search_path = "$user", public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  if (select min(w.transaction_id) from written w)
    <= (select c.through_transaction from ledger_closes c order by c.day desc limit 1) then
    raise exception 'nothing is booked in a day that is closed' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger nothing_behind_a_close after insert on ledger_transfers referencing new table as written
  for each statement execute function ledger_refuse_closed();

-- Days that nobody has closed, at the first close of books that have long been kept or after a time without a server, are closed one by
-- one: what is cut off in between goes on with the next of them, and no close takes longer than its day has seen.

-- The last transaction that was booked before a moment, by real time. Numbers are drawn in the order of time but for moments, so that
-- halving finds it without reading history.
create function ledger_booked_before(p_time timestamptz) returns bigint
language plpgsql stable set search_path = "$user", public, pg_temp as $$
declare
  low bigint := 0;
  high bigint := (select coalesce(max(t.id), 0) from ledger_transactions t);
  middle bigint;
  found ledger_transactions;
begin
  while low < high loop
    middle := (low + high + 1) / 2;
    select * into found from ledger_transactions t where t.id >= middle order by t.id limit 1;
    if found.created_at < p_time then
      low := found.id;
    else
      high := middle - 1;
    end if;
  end loop;
  return low;
end $$;

-- Closes the oldest day before `p_before` in which something was booked that no close has, and answers it; null when there is none. Nothing
-- can be booked behind `p_through` any more.
create function ledger_close_missed(p_before date, p_through bigint) returns date
language plpgsql security definer set search_path = "$user", public, pg_temp as $$
declare
  last ledger_closes;
  missed date;
begin
  lock table ledger_closes in share row exclusive mode;
  select * into last from ledger_closes c order by c.day desc limit 1;
  last.through_transaction := coalesce(last.through_transaction, 0);
  select (t.created_at at time zone 'UTC')::date into missed from ledger_transactions t
  where t.id > last.through_transaction and t.id <= p_through order by t.id limit 1;
  if missed is null then
    return null;
  end if;
  missed := greatest(missed, last.day + 1);
  if missed >= p_before then
    return null;
  end if;
  perform ledger_close(missed,
    greatest(last.through_transaction, least(p_through, ledger_booked_before((missed + 1)::timestamp at time zone 'UTC'))));
  return missed;
end $$;
