-- Invitations and what they earn. Amounts are in the asset's smallest unit, days are UTC days of business time. Rewards are
-- for the real account alone, so nothing here names a book.
insert into parameters (key, value, public) values
  ('invite_reward_rate', '0.2', true),
  ('invite_reward_days', '365', true);

-- Follows `users` by the pair: a person is invited once, at registration, by another, and neither can change.
create table invitations (
  id bigint generated always as identity primary key,
  invitee_id bigint not null unique,
  inviter_id bigint not null,
  -- Frozen at registration.
  rate numeric not null check (rate between 0 and 1),
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  created_at timestamptz not null,
  unique (invitee_id, inviter_id),
  constraint nobody_invites_himself check (invitee_id <> inviter_id),
  foreign key (invitee_id, inviter_id) references users (id, invited_by)
);
create index invitations_of_inviter on invitations (inviter_id, id desc);
create index invitations_rewarded on invitations (last_day);

-- The days whose fees have been looked at, each once.
create table invite_days (
  day date primary key,
  reckoned_at timestamptz not null
);

-- What an invitee's fees of a day in an asset earn; written with the day, paid once.
create table invite_rewards (
  day date not null references invite_days,
  invitee_id bigint not null,
  inviter_id bigint not null,
  asset text not null,
  fees numeric(38, 0) not null check (fees > 0),
  rate numeric not null check (rate between 0 and 1),
  amount numeric(38, 0) not null check (amount > 0 and amount = floor(fees * rate)),
  paid_at timestamptz, -- null while it waits, as those of a frozen inviter do
  primary key (inviter_id, day, invitee_id, asset),
  foreign key (invitee_id, inviter_id) references invitations (invitee_id, inviter_id)
) with (fillfactor = 90);
create index invite_rewards_of_invitee on invite_rewards (invitee_id);
create index invite_rewards_unpaid on invite_rewards (day, inviter_id) where paid_at is null;

-- Terms and rewards stay as they are; of a reward only that it is paid is written later, once.
create function invitations_refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% of % is refused: it is settled', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger settled before update or delete or truncate on invitations
  for each statement execute function invitations_refuse_change();
create trigger settled before update or delete or truncate on invite_days
  for each statement execute function invitations_refuse_change();
create trigger settled before delete or truncate on invite_rewards
  for each statement execute function invitations_refuse_change();

create function invite_rewards_guard() returns trigger
language plpgsql as $$
begin
  if old.paid_at is not null or new.paid_at is null or to_jsonb(new) - 'paid_at' <> to_jsonb(old) - 'paid_at' then
    raise exception 'a reward is paid once and changes in nothing else' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger paid_once before update on invite_rewards for each row execute function invite_rewards_guard();
