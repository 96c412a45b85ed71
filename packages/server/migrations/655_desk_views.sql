-- How operators narrow a list of the console, under a name of their own: nothing that is typed of a customer.
create table desk_views (
  operator_id bigint not null references operators,
  list text not null check (length(list) between 1 and 60),
  name text not null check (length(name) between 1 and 40),
  filters jsonb not null check (jsonb_typeof(filters) = 'object' and length(filters::text) <= 4000),
  changed_at timestamptz not null,
  primary key (operator_id, list, name)
);
create trigger acts_in_own_name before insert or update on desk_views for each row execute function acts_in_own_name('operator_id');
