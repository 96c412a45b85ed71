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
