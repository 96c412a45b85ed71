-- A regulator has a seat of their own: they read the books and the log, and whoever reads so decides nothing.
alter table operators drop constraint operators_roles_check;
alter table operators add constraint operators_roles_check check (
  cardinality(roles) between 1 and 4
  and roles <@ array['support', 'reviewer', 'finance', 'administrator', 'regulator']
  and (not 'regulator' = any (roles) or cardinality(roles) = 1)
);
