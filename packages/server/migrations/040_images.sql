-- Pictures that customers hand in. Their bytes lie outside of the database, sealed with a key of their own each; destroying
-- the key erases the picture wherever copies of the bytes may be.
create table images (
  id uuid primary key, -- also the name of the bytes
  owner_id bigint references users, -- null: the house's own
  purpose text not null check (purpose in ('kyc', 'deposit', 'loan', 'chat', 'nft')),
  media_type text not null check (media_type in ('image/jpeg', 'image/png')),
  width integer not null check (width between 1 and 4096),
  height integer not null check (height between 1 and 4096),
  bytes integer not null check (bytes > 0),
  sealed_key bytea,
  created_at timestamptz not null,
  erased_at timestamptz,
  removed_at timestamptz, -- when the bytes of an erased picture were deleted
  constraint erased_with_its_key check ((sealed_key is null) = (erased_at is not null)),
  constraint removed_after_erasing check (removed_at is null or erased_at is not null)
);
create index images_of_owner on images (owner_id, created_at);
create index images_to_remove on images (erased_at) where erased_at is not null and removed_at is null;

create function images_guard() returns trigger
language plpgsql as $$
declare
  erasing constant text[] := array['sealed_key', 'erased_at', 'removed_at'];
begin
  if tg_op = 'DELETE' then
    raise exception 'what is known of a picture is kept; erase it' using errcode = 'insufficient_privilege';
  end if;
  if to_jsonb(new) - erasing <> to_jsonb(old) - erasing then
    raise exception 'picture % is as it was handed in', old.id using errcode = 'check_violation';
  end if;
  if new.sealed_key is not null and new.sealed_key is distinct from old.sealed_key then
    raise exception 'the key of picture % can only be destroyed', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger images_guard before update or delete on images for each row execute function images_guard();

-- Who has looked at which picture, for good.
create table image_views (
  id bigint generated always as identity primary key,
  image_id uuid not null references images,
  viewer text not null check (viewer in ('owner', 'operator')),
  viewer_id text not null,
  seen_at timestamptz not null
);
create index image_views_of_image on image_views (image_id, id);

create function image_views_refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception 'views are kept as they were' using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete or truncate on image_views
  for each statement execute function image_views_refuse_change();

insert into parameters (key, value, public) values ('image_bytes_max', '2097152', true);

-- Bytes that are stored and that no picture has yet. A row goes with the transaction that keeps its picture; what is left after
-- a crash names the bytes to delete, so that nothing is ever deleted that this database did not begin.
create table image_uploads (
  id uuid primary key,
  started_at timestamptz not null
);
create index image_uploads_by_age on image_uploads (started_at);
