-- A one-time password made on the console has two halves by two administrators: whoever knew it all could be two persons.
-- While it is one, `password_hash` is of its second half.
alter table operators
  add column first_half_hash text,
  add column first_half_by bigint references operators (id),
  add constraint halves_are_of_one_time_passwords
    check (num_nonnulls(first_half_hash, first_half_by) in (0, 2) and (enrolled_at is null or first_half_hash is null));
