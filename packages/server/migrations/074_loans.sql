-- Loans: the terms on offer, what customers owe, and everything that happened to each. Money is in micro-USDT, times are
-- business time. There are loans on the real account only, so nothing here names a book.

-- An offer never changes, only ends: other conditions are another offer, so an id stands for exactly what was signed.
create table loan_terms (
  id text primary key check (id ~ '^loan-[a-z0-9-]{1,40}$'),
  days smallint not null check (days between 1 and 3650),
  daily_rate numeric not null check (daily_rate >= 0 and daily_rate < 0.05 and daily_rate = round(daily_rate, 8)),
  free_days smallint not null check (free_days between 0 and days),
  amount_min numeric(38, 0) not null check (amount_min > 0),
  amount_max numeric(38, 0) not null check (amount_max >= amount_min),
  offered_at timestamptz not null,
  withdrawn_at timestamptz check (withdrawn_at >= offered_at)
);
create unique index one_offer_of_its_conditions on loan_terms (days, daily_rate, free_days, amount_min, amount_max)
  where withdrawn_at is null;

create function loan_terms_guard() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' or to_jsonb(new) - 'withdrawn_at' <> to_jsonb(old) - 'withdrawn_at' or old.withdrawn_at is not null then
    raise exception 'the loan term % can only be taken off offer', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger loan_terms_guard before update or delete on loan_terms for each row execute function loan_terms_guard();

-- Interest on principal × days, rounded up once, as the rules of loans have it.
create function loan_interest(principal_days numeric, daily_rate numeric) returns numeric
language sql immutable parallel safe
return ceil(principal_days * daily_rate);

create table loans (
  id bigint generated always as identity primary key,
  loan_no text not null unique check (loan_no ~ '^L[0-9]{6}-[0-9A-Z]{10}$'), -- also the reference of its transfers
  user_id bigint not null references users,

  -- Frozen when it is signed.
  term_id text not null references loan_terms,
  principal numeric(38, 0) not null check (principal > 0),
  days smallint not null check (days between 1 and 3650),
  daily_rate numeric not null check (daily_rate >= 0),
  free_days smallint not null check (free_days between 0 and days),
  total_interest numeric(38, 0) not null check (total_interest = loan_interest(principal * (days - free_days), daily_rate)),
  language text not null check (language in ('zh', 'en', 'ja', 'ko', 'de', 'fr', 'it', 'es', 'ar', 'hk')),
  agreement_version text not null check (length(agreement_version) between 1 and 16),
  agreement jsonb not null check (jsonb_typeof(agreement) = 'object'), -- the text with its figures, as it was signed
  signature_id uuid not null references images,
  created_at timestamptz not null,

  -- The two persons that a payout needs, or the one who turned it down.
  status text not null default 'pendingReview'
    check (status in ('pendingReview', 'repaying', 'repaid', 'expired', 'rejected', 'cancelled')),
  approved_by bigint references operators,
  approved_at timestamptz,
  paid_out_by bigint references operators,
  paid_out_at timestamptz,
  due_at timestamptz check (due_at = paid_out_at + days * interval '24 hours'),
  rejected_by bigint references operators,
  rejection text check (rejection ~ '^[a-zA-Z]{1,40}$'),

  -- While it is owed.
  outstanding numeric(38, 0) not null default 0 check (outstanding between 0 and principal),
  charged_days smallint not null default 0 check (charged_days between 0 and days - free_days),
  principal_days numeric(38, 0) not null default 0 check (principal_days between 0 and principal * charged_days),
  interest_paid numeric(38, 0) not null default 0
    check (interest_paid between 0 and loan_interest(principal_days, daily_rate)),
  next_look_at timestamptz, -- when the leader looks at it: reminders, the due date, then daily
  ended_at timestamptz,

  constraint two_persons_pay_out check (paid_out_by is null or (approved_by is not null and paid_out_by <> approved_by)),
  constraint an_approval_has_a_time check ((approved_by is null) = (approved_at is null)),
  constraint what_is_owed_was_paid_out check (
    (status in ('repaying', 'repaid', 'expired')) = (paid_out_by is not null and paid_out_at is not null and due_at is not null)
  ),
  constraint only_what_is_owed_has_something_outstanding check (outstanding = 0 or status in ('repaying', 'expired')),
  constraint what_is_repaid_owes_nothing check (
    status <> 'repaid' or (outstanding = 0 and interest_paid = loan_interest(principal_days, daily_rate))
  ),
  constraint what_is_owed_is_looked_at check ((status in ('repaying', 'expired')) = (next_look_at is not null)),
  constraint a_rejection_says_why_and_by_whom check (
    (status = 'rejected') = (rejected_by is not null) and (status = 'rejected') = (rejection is not null)
  ),
  constraint what_has_ended_says_when check ((status in ('repaid', 'rejected', 'cancelled')) = (ended_at is not null))
) with (fillfactor = 80);

create unique index one_request_at_a_time on loans (user_id) where status = 'pendingReview';
create index loans_of_user on loans (user_id, id desc);
create index loans_to_review on loans (created_at, id) where status = 'pendingReview';
create index loans_to_look_at on loans (next_look_at) where next_look_at is not null;

create function erased_agreement() returns jsonb
language sql immutable
return '{"version": "", "title": "", "preamble": "", "figures": [], "clauses": [], "closing": ""}'::jsonb;

-- What was signed never changes, nobody's decision is taken back, what is owed only falls, and no loan is deleted. Once the account of its
-- owner is closed an agreement is erased whole, or kept as it was signed.
create function loans_guard() returns trigger
language plpgsql as $$
declare
  living constant text[] := array['status', 'approved_by', 'approved_at', 'paid_out_by', 'paid_out_at', 'due_at', 'rejected_by',
    'rejection', 'outstanding', 'charged_days', 'principal_days', 'interest_paid', 'next_look_at', 'ended_at'];
begin
  if tg_op = 'DELETE' then
    raise exception 'loans are kept for good' using errcode = 'insufficient_privilege';
  end if;
  if (old.status, new.status) not in (
    ('pendingReview', 'pendingReview'), ('pendingReview', 'repaying'), ('pendingReview', 'rejected'),
    ('pendingReview', 'cancelled'), ('repaying', 'repaying'), ('repaying', 'repaid'), ('repaying', 'expired'),
    ('expired', 'expired'), ('expired', 'repaid')
  ) then
    raise exception 'loan % is % and can''t become %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  if to_jsonb(new) - living <> to_jsonb(old) - living then
    raise exception 'what was signed of loan % is frozen', old.id using errcode = 'check_violation';
  end if;
  if (old.approved_by is not null and (new.approved_by, new.approved_at) is distinct from (old.approved_by, old.approved_at))
    or (old.paid_out_by is not null and (new.paid_out_by, new.paid_out_at) is distinct from (old.paid_out_by, old.paid_out_at)) then
    raise exception 'what operators decided about loan % is settled', old.id using errcode = 'check_violation';
  end if;
  if old.status <> 'pendingReview' and (
    new.outstanding > old.outstanding or new.interest_paid < old.interest_paid or new.charged_days < old.charged_days
    or new.principal_days < old.principal_days
  ) then
    raise exception 'what was repaid of loan % is settled', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger loans_guard_delete before delete on loans for each row execute function loans_guard();
create trigger loans_guard before update on loans for each row
  when (not (new.agreement = erased_agreement() and erases_only(to_jsonb(old), to_jsonb(new), array['agreement'])))
  execute function loans_guard();
create trigger erase_closed_only before update of agreement on loans for each row
  when (new.agreement <> old.agreement) execute function erase_closed_only();
create trigger refuse_kept before update of agreement on loans for each row
  when (new.agreement <> old.agreement) execute function refuse_kept();
create trigger acts_in_own_name before insert or update on loans
  for each row execute function acts_in_own_name('approved_by', 'paid_out_by', 'rejected_by');
create trigger refuse_closed before insert on loans for each row execute function refuse_closed();
-- Those that were paid out since yesterday, and those of an amount.
create index loans_by_payout on loans (paid_out_at) where paid_out_at is not null;
create index loans_by_principal on loans (principal, id desc);

-- Everything that happened to a loan, in order; written in the transaction in which it happens.
create table loan_events (
  loan_id bigint not null references loans,
  position smallint not null check (position between 1 and 1000),
  kind text not null
    check (kind in ('submitted', 'approved', 'paidOut', 'repayment', 'collected', 'expired', 'rejected', 'cancelled')),
  at timestamptz not null,
  operator_id bigint references operators,
  reason text check (reason ~ '^[a-zA-Z]{1,40}$'),
  interest numeric(38, 0) check (interest >= 0),
  principal numeric(38, 0) check (principal >= 0),
  primary key (loan_id, position),
  constraint a_payment_says_how_much check (
    (kind in ('repayment', 'collected')) = (interest is not null) and (kind in ('repayment', 'collected', 'paidOut')) = (principal is not null)
  ),
  constraint operators_sign_their_decisions check ((kind in ('approved', 'paidOut', 'rejected')) = (operator_id is not null))
);

create function loan_events_refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception 'what happened to a loan is kept as it was' using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete or truncate on loan_events
  for each statement execute function loan_events_refuse_change();

insert into parameters (key, value, public) values ('loan_open_max', '3', true), ('loan_total_max', '50000', true);

-- Money that was borrowed must not earn more in a plan than it costs: whoever may borrow would be paid for it, out of the treasury.

-- As `paysBorrowers` of the domain has it: the loan is held as long as the plan runs, or to its own term where that comes first.
create function plan_pays_borrowers(plan_days integer, daily_yield numeric, loan_days integer, daily_rate numeric, free_days integer)
returns boolean
language sql immutable parallel safe
return daily_yield * least(plan_days, loan_days) >= daily_rate * greatest(0, least(plan_days, loan_days) - free_days);

-- What can be sold just now: a period that an offered loan makes a gift of waits until one of the two is gone.
create view plan_periods_on_sale as
select t.product_id, t.days, t.daily_yield
from plan_periods t join plan_products p on p.id = t.product_id
where p.withdrawn_at is null
  and not exists (
    select from loan_terms l
    where l.withdrawn_at is null and plan_pays_borrowers(t.days, t.daily_yield, l.days, l.daily_rate, l.free_days)
  );
