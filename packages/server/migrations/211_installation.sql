-- What this database was begun as, by the first start. Sample money and sample operators never meet real ones.
create table installation (
  one boolean primary key default true check (one),
  mode text not null check (mode in ('sandbox', 'live'))
);
insert into installation (mode)
select 'sandbox' where exists (select from ledger_transactions where reference = 'sandbox:house:real');

create function installation_refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception 'an installation stays what it was begun as' using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete or truncate on installation
  for each statement execute function installation_refuse_change();
