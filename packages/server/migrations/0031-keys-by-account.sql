-- Every row of an account lies with its account (docs/decisions/0007): also what is due has the account first
-- in its key.
alter table api_calls drop constraint api_calls_pkey, add primary key (account_id, id);
alter table send_chunks drop constraint send_chunks_pkey, add primary key (account_id, id);
