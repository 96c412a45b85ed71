-- Whether whoever leads lets nothing trade on this price: it moved too far and waits to be confirmed, or a later one could not be kept.
-- Processes that share nothing but the database read it beside the tape.
alter table market_state add column held boolean not null default false;
