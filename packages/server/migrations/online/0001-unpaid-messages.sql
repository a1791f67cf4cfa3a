-- Messages that the balance had no room for. The index of before named the status in its condition: so each
-- change of the status of any message, three in its life, was written into all indexes of the table.
create index concurrently if not exists messages_without_balance on messages (account_id, created_at)
  where reason = 'balance' and origin <> 'blast';
drop index concurrently if exists messages_unpaid;
