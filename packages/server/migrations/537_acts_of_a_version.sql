-- Every act says which version of its order was reached, also where no trailing stop had followed: the order may have been given other
-- terms by the time that it is done, which a quote of before says nothing about.
alter table parked_acts drop constraint parked_acts_check1, add constraint how_far_is_of_a_version check (best is null or version is not null);
