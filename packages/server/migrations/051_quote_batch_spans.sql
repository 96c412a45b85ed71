-- A batch of raw quotes holds a second of real time, and in a fast replay hours of the business clock: what finds the quotes
-- around a moment is the span that a batch covers, not where it begins.
create function quote_batch_span(times_ms bigint[]) returns int8range
language sql immutable strict parallel safe
return int8range(least(times_ms[1], times_ms[cardinality(times_ms)]), greatest(times_ms[1], times_ms[cardinality(times_ms)]), '[]');

drop index quote_batches_by_first_time;
create index quote_batches_by_span on quote_batches using gist (quote_batch_span(times_ms));
