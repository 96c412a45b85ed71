-- The service chat. A conversation is a customer's, for good, or a visitor's, who holds its token. Times are of the wall.
create table conversations (
  id bigint generated always as identity primary key,
  user_id bigint unique references users,
  token_hash bytea unique check (octet_length(token_hash) = 32), -- the token itself is never stored
  network_hash bytea check (octet_length(network_hash) = 32), -- of the visitor's network, keyed: only its equal finds it
  language text not null check (language in ('zh', 'en', 'ja', 'ko', 'de', 'fr', 'it', 'es', 'ar', 'hk')),
  status text not null default 'closed' check (status in ('waiting', 'assigned', 'closed')), -- closed until something is said
  assigned_to bigint references operators,
  active_at timestamptz, -- when whoever has it last did something about it
  waiting_since timestamptz, -- of the first message that nobody has answered
  last_seq integer not null default 0 check (last_seq >= 0), -- number of the newest message
  read_by_customer integer not null default 0 check (read_by_customer between 0 and last_seq),
  read_by_operator integer not null default 0 check (read_by_operator between 0 and last_seq),
  told_seq integer not null default 0 check (told_seq between 0 and last_seq), -- the last answer that was told by notification
  customer_seen_at timestamptz, -- when the chat was last open in front of the customer
  customer_typing_at timestamptz,
  operator_typing_at timestamptz,
  created_at timestamptz not null,
  last_at timestamptz not null, -- of the newest message, else of the beginning
  constraint one_kind_of_owner check ((user_id is null) = (token_hash is not null)),
  constraint visitors_have_a_network check ((token_hash is null) = (network_hash is null)),
  constraint assigned_to_somebody check ((status = 'assigned') = (assigned_to is not null)),
  constraint somebody_is_active check ((assigned_to is null) = (active_at is null)),
  constraint what_waits_says_since_when check (status <> 'waiting' or waiting_since is not null),
  constraint nothing_waits_when_closed check (status <> 'closed' or waiting_since is null)
) with (fillfactor = 70);
create index conversations_waiting on conversations (waiting_since, id) where status = 'waiting';
create index conversations_by_status on conversations (status, last_at desc, id desc);
create index conversations_of_operator on conversations (assigned_to) where assigned_to is not null;
create index conversations_of_network on conversations (network_hash, created_at) where network_hash is not null;
create index conversations_to_erase on conversations (last_at) where user_id is null;

create function conversations_guard() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.user_id is not null then
      raise exception 'the conversation of a customer is kept' using errcode = 'insufficient_privilege';
    end if;
    return old;
  end if;
  if (new.id, new.user_id, new.token_hash, new.network_hash, new.created_at)
    is distinct from (old.id, old.user_id, old.token_hash, old.network_hash, old.created_at) then
    raise exception 'conversation % stays whose it is', old.id using errcode = 'check_violation';
  end if;
  if new.last_seq not in (old.last_seq, old.last_seq + 1) or new.read_by_customer < old.read_by_customer
    or new.read_by_operator < old.read_by_operator or new.told_seq < old.told_seq then
    raise exception 'the numbers of conversation % only go on, one by one', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger conversations_guard before update or delete on conversations
  for each row execute function conversations_guard();

-- What was said: append-only, numbered without gaps. It is erased only with the whole conversation.
create table conversation_messages (
  conversation_id bigint not null references conversations on delete cascade,
  seq integer not null check (seq >= 1),
  author text not null check (author in ('customer', 'operator')),
  operator_id bigint references operators,
  kind text not null check (kind in ('text', 'image', 'joined', 'closed')),
  client_id text not null check (client_id ~ '^[A-Za-z0-9_-]{8,64}$'), -- made by the sender: sent twice, it is one message
  body text check (length(body) between 1 and 2000),
  image_id uuid references images,
  at timestamptz not null,
  primary key (conversation_id, seq),
  constraint one_message_however_often_it_is_sent unique (conversation_id, author, client_id),
  constraint operators_sign check ((author = 'operator') = (operator_id is not null)),
  constraint a_text_has_words check ((kind = 'text') = (body is not null)),
  constraint a_picture_is_there check ((kind = 'image') = (image_id is not null)),
  constraint operators_alone_join_and_close check (kind in ('text', 'image') or author = 'operator')
);
create index conversation_messages_by_time on conversation_messages (conversation_id, at);
create index conversation_messages_of_image on conversation_messages (image_id) where image_id is not null;

create function conversation_messages_guard() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.seq is distinct from (select last_seq from conversations where id = new.conversation_id) then
      raise exception 'message % of conversation % is not the next', new.seq, new.conversation_id using errcode = 'check_violation';
    end if;
    return new;
  end if;
  -- Together with its conversation, which is gone by then.
  if tg_op = 'DELETE' and not exists (select from conversations where id = old.conversation_id) then
    return old;
  end if;
  raise exception 'what was said stays as it was said' using errcode = 'insufficient_privilege';
end $$;
create trigger conversation_messages_guard before insert or update or delete on conversation_messages
  for each row execute function conversation_messages_guard();

-- Prepared answers, each in the ten languages.
create table canned_answers (
  id bigint generated always as identity primary key,
  title text not null check (length(title) between 1 and 80),
  texts jsonb not null check (
    jsonb_typeof(texts) = 'object' and texts ?& array['zh', 'en', 'ja', 'ko', 'de', 'fr', 'it', 'es', 'ar', 'hk']),
  updated_by bigint references operators, -- null: came with the product
  updated_at timestamptz not null
);

-- Days of the week from Monday (1), hours, and the time zone that they are meant in.
insert into parameters (key, value, public) values ('support_hours', '1-5 08:00-20:00 UTC', true) on conflict (key) do nothing;
