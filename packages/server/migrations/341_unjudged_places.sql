-- As before, by the places of the wanted instruments within a batch: its lists are searched for these numbers, and no quote of any
-- other instrument is taken out. Unnesting whole batches took a lone order half a millisecond more.
create or replace function unjudged_quotes(p_codes text[])
returns table (code text, bid bigint, ask bigint, time_ms bigint, batch bigint, place bigint)
language sql stable
begin atomic
  select i.code, b.bids[one.place], b.asks[one.place], b.times_ms[one.place], b.id, one.place::bigint
  from quote_batches b, instruments i, unnest(array_positions(b.numbers, i.number)) one (place)
  where b.shard = 0 and b.id > (select m.position from tape_marks m where m.shard = 0 and m.name = 'judged')
    and i.code = any (p_codes) and b.acting[one.place];
end;
