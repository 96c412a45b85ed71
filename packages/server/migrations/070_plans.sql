-- Yield plans: what is on sale, what customers hold, and every income paid. Money is in micro-USDT, times are business
-- time. There are plans on the real account only, so nothing here names a book.
create table plan_products (
  id text primary key check (id ~ '^plan-[a-z0-9-]{1,40}$'),
  code text not null unique check (code ~ '^[A-Z0-9][A-Z0-9._-]{0,23}$'),
  name text not null,
  logo text not null,
  position smallint not null unique, -- in lists
  amount_min numeric(38, 0) not null check (amount_min > 0),
  amount_max numeric(38, 0) not null check (amount_max >= amount_min),
  penalty_rate numeric not null check (penalty_rate between 0 and 1),
  starts_at timestamptz check (date_trunc('second', starts_at) = starts_at),
  -- Taken off sale by the operators: what waits is refunded, what is in income runs to its end.
  withdrawn_at timestamptz
);

create table plan_periods (
  product_id text not null references plan_products,
  days smallint not null check (days between 1 and 3650),
  daily_yield numeric not null check (daily_yield > 0 and daily_yield < 1),
  primary key (product_id, days)
);

create table plans (
  id bigint generated always as identity primary key,
  order_no text not null unique check (order_no ~ '^P[0-9]{6}-[0-9A-Z]{10}$'), -- also the reference of its transfers
  user_id bigint not null references users,
  product_id text not null references plan_products,

  -- Frozen when it is bought.
  product text not null, -- its name
  days smallint not null check (days between 1 and 3650),
  principal numeric(38, 0) not null check (principal > 0),
  daily_yield numeric not null check (daily_yield > 0),
  daily_income numeric(38, 0) not null check (daily_income > 0 and daily_income = floor(principal * daily_yield)),
  penalty_rate numeric not null check (penalty_rate between 0 and 1),
  penalty numeric(38, 0) not null check (penalty = ceil(principal * penalty_rate)),
  opens_at timestamptz not null check (date_trunc('second', opens_at) = opens_at),
  created_at timestamptz not null,

  -- While it lives.
  status text not null check (status in ('waiting', 'inIncome', 'profitDivided', 'closed', 'closedSuccessfully', 'expired')),
  income_days smallint not null default 0 check (income_days between 0 and days), -- incomes paid
  due_at timestamptz, -- when the next thing is to happen: the opening, an income, the payout of what was left

  -- When it is left, and when it has ended.
  exit_asked_at timestamptz,
  forfeited numeric(38, 0) check (forfeited between 0 and principal), -- what leaving took of the principal; the rest returned
  ended_at timestamptz,

  constraint what_lives_has_something_due check ((status in ('waiting', 'inIncome', 'closed')) = (due_at is not null and ended_at is null)),
  constraint what_never_opened_paid_nothing check (status not in ('waiting', 'expired') or income_days = 0),
  constraint what_matured_paid_everything check ((status = 'profitDivided') = (income_days = days)),
  constraint what_was_left_says_what_it_took check (
    (status in ('closed', 'closedSuccessfully')) = (exit_asked_at is not null and forfeited is not null)
  ),
  constraint leaving_takes_penalty_and_income check (forfeited = least(principal, penalty + income_days * daily_income))
) with (fillfactor = 80);

create unique index one_open_plan_per_product on plans (user_id, product_id) where status in ('waiting', 'inIncome', 'closed');
create index plans_of_user on plans (user_id, id desc);
create index plans_due on plans (due_at) where due_at is not null;
create index plans_waiting on plans (product_id) where status = 'waiting';

-- Terms never change, an ended plan never changes at all, income is not taken back, and no plan is deleted.
create function plans_guard() returns trigger
language plpgsql as $$
declare
  living constant text[] := array['status', 'income_days', 'due_at', 'exit_asked_at', 'forfeited', 'ended_at'];
begin
  if tg_op = 'DELETE' then
    raise exception 'plans are kept for good' using errcode = 'insufficient_privilege';
  end if;
  if (old.status, new.status) not in (
    ('waiting', 'inIncome'), ('waiting', 'expired'),
    ('inIncome', 'inIncome'), ('inIncome', 'profitDivided'), ('inIncome', 'closed'),
    ('closed', 'closedSuccessfully')
  ) then
    raise exception 'plan % is % and can''t become %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  if to_jsonb(new) - living <> to_jsonb(old) - living then
    raise exception 'the terms of plan % are frozen', old.id using errcode = 'check_violation';
  end if;
  if new.income_days < old.income_days or (old.status = 'closed' and (new.income_days, new.forfeited) <> (old.income_days, old.forfeited)) then
    raise exception 'what plan % has paid and takes is settled', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger plans_guard before update or delete on plans for each row execute function plans_guard();
create trigger refuse_closed before insert on plans for each row execute function refuse_closed();

-- Every income of a plan, at most one for each of its days; written together with the posting that pays it.
create table plan_incomes (
  plan_id bigint not null references plans,
  day smallint not null check (day > 0),
  due_at timestamptz not null,
  amount numeric(38, 0) not null check (amount > 0),
  primary key (plan_id, day)
);

create function plan_incomes_refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception 'incomes that were paid are kept as they are' using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete or truncate on plan_incomes
  for each statement execute function plan_incomes_refuse_change();
