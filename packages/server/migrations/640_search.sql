-- How a desk finds what a customer can name. What is sealed is found by keyed hashes of its words, under a key of their own that
-- is another with every replacement of the secret: whoever reads the tables learns no word, and who knows a word finds its cases.
create table search_keys (
  id integer generated always as identity primary key,
  made_at timestamptz not null default clock_timestamp() -- wall clock
);
insert into search_keys default values;

create table search_marks (
  mark bytea not null check (octet_length(mark) = 16),
  case_id bigint not null references kyc_cases,
  key_id integer not null references search_keys,
  primary key (mark, case_id)
);
create index search_marks_of_case on search_marks (case_id, key_id);

-- An account that is erased is found by no word any more; whoever writes the marks of one waits for the erasure, and is refused.
create function search_marks_of_the_open() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  perform from users u where u.id = (select user_id from kyc_cases where id = new.case_id) and u.closed_at is null for share;
  if not found then
    raise exception 'case % is of a closed account: it is found by no word', new.case_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger of_the_open before insert or update on search_marks for each row execute function search_marks_of_the_open();

-- Names and addresses by how they begin, or by the house of their mail.
create index users_by_name_begun on users (lower(user_name) text_pattern_ops);
create index users_by_email_begun on users (lower(email) text_pattern_ops);
create index users_by_mail_house on users (split_part(lower(email), '@', 2), id desc);

-- Hashes and addresses as far as somebody has copied them, newest first among equals.
create index deposits_by_hash_begun on deposits (lower(hash) text_pattern_ops);
create index withdrawals_by_hash_begun on withdrawals (lower(hash) text_pattern_ops) where hash is not null;
create index payouts_by_hash on payouts (lower(hash) text_pattern_ops) where hash is not null;
create index chain_payments_by_hash on chain_payments (lower(hash) text_pattern_ops);
create index receive_addresses_begun on receive_addresses (lower(address) text_pattern_ops);
create index methods_by_address on withdrawal_methods (lower(address) text_pattern_ops) where address is not null;
create index withdrawals_by_method on withdrawals (method_id, id desc);

-- Amounts, in the smallest unit of their coin.
create index deposits_by_amount on deposits (amount, id desc);
create index withdrawals_by_amount on withdrawals (amount, id desc);
create index withdrawals_by_actual on withdrawals (actual, id desc);
create index loans_by_principal on loans (principal, id desc);
