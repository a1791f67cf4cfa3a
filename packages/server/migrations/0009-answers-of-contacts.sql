-- What a contact answered, for segments: of one contact, and of a chunk of them when a blast goes to one.
create index events_answers on events (account_id, contact_id, at) where kind = 'response';
