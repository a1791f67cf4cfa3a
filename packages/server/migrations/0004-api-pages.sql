-- Pages of REST v1: contacts who were added in a time, and those who opted out.
create index contacts_created on contacts (account_id, created_at, id);
create index contacts_opted_out on contacts (account_id, id) where opted_out;
