-- Messages that were left in doubt at some time, so that they are found without an index on a state that every hand-over changes. Those
-- that a receipt has settled meanwhile stay here and are passed over.
create table in_doubt (
  account_id bigint not null,
  message_id bigint not null,
  primary key (account_id, message_id)
);
insert into in_doubt (account_id, message_id) select account_id, id from messages where status = 'unknown';
