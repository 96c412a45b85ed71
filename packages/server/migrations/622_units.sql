-- How many shares, fund units or coins there are: what the market value is reckoned from. Recorded by two operators with source and
-- date; the latest counts, and those before it stay.
create table instrument_units (
  id bigint generated always as identity primary key,
  code text not null references instruments,
  units numeric not null check (units > 0),
  source text not null check (length(source) between 1 and 120),
  as_of date not null,
  proposal_id bigint not null unique references proposals,
  approved_at timestamptz not null
);
create index instrument_units_latest on instrument_units (code, as_of desc, id desc);

create constraint trigger approved_by_two after insert on instrument_units
  deferrable initially deferred for each row execute function approved_by_two('instrument.recordUnits');
