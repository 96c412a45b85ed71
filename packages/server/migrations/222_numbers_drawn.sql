-- A group draws the numbers of all orders itself: they stand in the answers, which are written together with the orders.
do $$
begin
  grant usage on sequence options_id_seq, spot_orders_id_seq, plans_id_seq to assay_application;
exception
  when undefined_object then null; -- the application has no role of its own
end $$;
