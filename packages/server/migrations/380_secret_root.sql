-- What seals and hashes the product's own secrets: one random value, kept sealed under SECRET. So a SECRET that does not fit is
-- noticed at once, and replacing it seals one row anew.
create table secret_root (
  one boolean primary key default true check (one),
  sealed bytea not null check (octet_length(sealed) between 60 and 1024),
  sealed_at timestamptz not null default clock_timestamp()
);
