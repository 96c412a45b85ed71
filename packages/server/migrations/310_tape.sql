-- The tape: a believed quote counts, is shown and is judged once it stands in a batch, and not before. Batches are numbered by
-- whoever leads, without gaps, so that one whose connection was lost at the commit can be asked for by its number.
alter table quote_batches
  alter column id drop identity,
  add column shard smallint not null default 0,
  add column writer uuid, -- who appended it: another's batch under the same number is not one's own
  add column acting boolean[] not null default '{}', -- whether the quote may act: an evidence alone while the market was closed
  drop constraint quote_batches_pkey,
  add primary key (shard, id);

-- Up to which batch the tape has been taken into bars and last quotes. Written together with those.
create table tape_marks (
  shard smallint not null,
  name text not null check (name in ('folded')),
  position bigint not null,
  primary key (shard, name)
) with (fillfactor = 50); -- rewritten every second: room on the page keeps the index out of it

insert into tape_marks select 0, 'folded', coalesce(max(id), 0) from quote_batches;
