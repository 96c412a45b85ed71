-- Who leads the engine, by shard of the instruments; there is one shard so far.
--
-- The lease says until when somebody leads. Its holder renews it every second; nobody else touches it while it lives.
create table lead_leases (
  shard smallint primary key,
  holder text, -- as the holder's connections are named; null once he has given it back
  term bigint not null,
  until timestamptz not null -- by the database's clock
);

-- A row of its own that changes only when somebody takes over, under `for update`. Whoever acts in a term holds it `for key
-- share`, so that a term ends when what was begun in it is done, and nothing begins in it after that. A renewal waits for nobody.
create table lead_terms (
  shard smallint primary key,
  term bigint not null
);

insert into lead_leases (shard, term, until) values (0, 0, '-infinity');
insert into lead_terms (shard, term) values (0, 0);

-- Begins a new term, once nobody acts in the old one any more. Nothing where somebody else leads: his lease is alive, and
-- `p_free`, that he has let go of his lock or lost it, is not so.
create function lead_take(p_shard int, p_holder text, p_free boolean, p_lease_ms int) returns bigint
language plpgsql as $$
declare
  begun bigint;
begin
  select term + 1 into strict begun from lead_terms where shard = p_shard for update;
  -- Read after the lock: somebody may just have taken over.
  if not p_free and exists (select from lead_leases where shard = p_shard and until > clock_timestamp()) then
    return null;
  end if;
  update lead_terms set term = begun where shard = p_shard;
  update lead_leases
  set holder = p_holder, term = begun, until = clock_timestamp() + make_interval(secs => p_lease_ms / 1000.0)
  where shard = p_shard;
  return begun;
end $$;
