-- Texts that came to no campaign, newest first: among them are those that somebody has to answer.
create index inbound_unanswered on inbound (account_id, at desc, id desc) where kind = 'none';
