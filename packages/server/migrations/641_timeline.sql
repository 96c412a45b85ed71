-- What has become of a customer, read downwards: two of its branches had no index that begins with the customer and leaves nothing out.
create index methods_ever_of_user on withdrawal_methods (user_id, id desc);
create index audit_log_of_acts on audit_log (subject, id) where action <> 'user.viewed';
