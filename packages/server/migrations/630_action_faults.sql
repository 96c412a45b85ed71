-- Orders and alerts that a corporate action could not be brought to yet: their instrument does not trade until each has lived through
-- it or has ended. Tried again as long as they stand here; operators see which ones, and why.
create table action_faults (
  action_id bigint not null references corporate_actions,
  product text not null check (product in ('contracts', 'options', 'priceAlerts')),
  order_id bigint not null,
  tries integer not null check (tries > 0),
  last_error text not null check (length(last_error) <= 500),
  since timestamptz not null default clock_timestamp(), -- by the database's clock, as all of an engine's failures
  id bigint generated always as identity unique, -- the order in which the desk lists them
  primary key (action_id, product, order_id)
);
