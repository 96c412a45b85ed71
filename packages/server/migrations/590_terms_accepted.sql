-- Which terms somebody has accepted by registering: the version that was in force, in their language. Null for who came before
-- it was written down, and where no terms were published.
alter table users
  add column terms_version integer check (terms_version > 0),
  add column terms_language text check (terms_language in ('zh', 'en', 'ja', 'ko', 'de', 'fr', 'it', 'es', 'ar', 'hk')),
  add check ((terms_version is null) = (terms_language is null));
