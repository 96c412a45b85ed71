-- What has ended is read by its ending: results of a period, histories, exports.
create index positions_ended_of_account on positions (user_id, book, closed_at desc, id desc) where closed_at is not null;
create index options_ended_of_account on options (user_id, book, settled_at desc, id desc) where settled_at is not null;
create index spot_orders_ended_of_account on spot_orders (user_id, book, ended_at desc, id desc) where ended_at is not null;
-- Those that have lived through a split or a dividend, which are few.
create index positions_adjusted_of_account on positions (user_id, book) where adjusted;
