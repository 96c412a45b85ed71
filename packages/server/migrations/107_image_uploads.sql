-- Bytes that are stored and that no picture has yet. A row goes with the transaction that keeps its picture; what is left after
-- a crash names the bytes to delete, so that nothing is ever deleted that this database did not begin.
create table image_uploads (
  id uuid primary key,
  started_at timestamptz not null
);
create index image_uploads_by_age on image_uploads (started_at);
