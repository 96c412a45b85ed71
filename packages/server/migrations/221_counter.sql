-- Keeps the answers of a group of calls. Refused when one of them was answered by somebody else meanwhile, whom this waits for:
-- the group is then decided again. An identical call without a key (`body:`) takes an old row over.
create function keep_answers(p_scopes text[], p_keys text[], p_hashes bytea[], p_answers jsonb[], p_repeat_ms bigint) returns void
language plpgsql set search_path from current as $$
declare
  kept int;
begin
  insert into idempotency as i (scope, key, body_hash, answer)
  select * from unnest(p_scopes, p_keys, p_hashes, p_answers)
  on conflict (scope, key) do update set created_at = clock_timestamp(), body_hash = excluded.body_hash, answer = excluded.answer
    where i.key like 'body:%' and i.created_at < clock_timestamp() - make_interval(secs => p_repeat_ms / 1000.0);
  get diagnostics kept = row_count;
  if kept <> cardinality(p_keys) then
    raise exception 'a call of the group has been answered meanwhile' using errcode = 'AC001';
  end if;
end $$;

-- A group draws the numbers of its orders itself: they stand in the answers, which are written together with the orders.
do $$
begin
  grant usage on sequence positions_id_seq to assay_application;
exception
  when undefined_object then null; -- the application has no role of its own
end $$;

-- Opens accounts that do not exist yet, for those who post by id and in groups: beforehand, in a transaction of its own.
create function ledger_open_accounts(p_book text, p_owners text[], p_kinds text[], p_assets text[]) returns void
language plpgsql security definer set search_path from current as $$
begin
  perform ledger_open(p_book, p_owners, p_kinds, p_assets);
end $$;

-- Fails a statement that has changed fewer rows than were decided about.
create function all_or_none(p_found bigint, p_expected int) returns void
language plpgsql immutable as $$
begin
  if p_found <> p_expected then
    raise exception '% of % rows are as they were', p_found, p_expected using errcode = 'check_violation';
  end if;
end $$;
