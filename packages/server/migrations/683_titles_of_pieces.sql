-- A piece keeps the title that its maker gave it. Beside it stands what that means to readers of other languages, by language code,
-- and like all terms it is frozen when the auction starts.
alter table nfts add column if not exists titles jsonb not null default '{}'
  check (jsonb_typeof(titles) = 'object' and length(titles::text) <= 4000);
