-- The campaign list is read by those that are active or those that are deleted, without a look at the table for the others.
drop index campaigns_newest;
create index campaigns_newest on campaigns (account_id, created_at desc, id desc) include (name_lower, deleted_at) where not is_template;
