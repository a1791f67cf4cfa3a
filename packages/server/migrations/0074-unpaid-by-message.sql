-- Replies that the balance had no room for are counted from the messages themselves, on Welcome and in reports alike.
set local statement_timeout = 0;
create index messages_unpaid on messages (account_id, created_at)
  where reason = 'balance' and status in ('held', 'skipped') and origin <> 'blast';
alter table account_quarters drop column unpaid;
