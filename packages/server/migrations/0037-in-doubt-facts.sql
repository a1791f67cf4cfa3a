-- What is in doubt is found, counted and filtered by itself, without a look at each message: who and which blast it is of stands beside it, and a
-- receipt takes it away as a person's decision does (before, what receipts had settled stayed and was passed over by every look).
alter table in_doubt add column contact_id bigint;
-- Of a blast itself; null: a single message, or one of a conversation that a blast began.
alter table in_doubt add column blast_id bigint;
alter table in_doubt add column tried_at timestamptz;
delete from in_doubt d using messages m
where m.account_id = d.account_id and m.id = d.message_id and m.status <> 'unknown';
update in_doubt d set contact_id = m.contact_id, blast_id = case when m.origin = 'blast' then m.blast_id end,
  tried_at = coalesce(m.sent_at, m.created_at)
from messages m where m.account_id = d.account_id and m.id = d.message_id;
delete from in_doubt where contact_id is null;
alter table in_doubt alter column contact_id set not null;
alter table in_doubt alter column tried_at set not null;
create index in_doubt_contact on in_doubt (account_id, contact_id);
