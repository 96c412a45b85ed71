-- Parked acts in pages, oldest first, for whoever looks after them.
alter table parked_acts add column id bigint generated always as identity unique;
