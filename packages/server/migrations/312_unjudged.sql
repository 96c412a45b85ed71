-- What the tape may still bring about for orders on these instruments: quotes that may act, in their order, from the mark on. Read
-- under an order's lock: one whose price was reached ends at that quote, whoever touches it first.
create function unjudged_quotes(p_codes text[])
returns table (code text, bid bigint, ask bigint, time_ms bigint, batch bigint, place bigint)
language sql stable
begin atomic
  select i.code, one.bid, one.ask, one.time_ms, b.id, one.place
  from quote_batches b,
    unnest(b.numbers, b.bids, b.asks, b.times_ms, b.acting) with ordinality one (number, bid, ask, time_ms, acting, place),
    instruments i
  where b.shard = 0 and b.id > (select m.position from tape_marks m where m.shard = 0 and m.name = 'judged')
    and one.acting and one.number = any (array(select k.number from instruments k where k.code = any (p_codes)))
    and i.number = one.number;
end;
