-- What automata and waits of days began, by when: few among all single messages, counted before each blast.
create index concurrently if not exists messages_begun on messages using btree (account_id, created_at)
  where origin in ('automata', 'wait');
