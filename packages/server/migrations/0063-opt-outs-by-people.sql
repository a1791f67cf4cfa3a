-- Opt-outs are counted by the proof of them: the same on Welcome, since the last visit and at a blast, also after a START. What was counted
-- of the last days is counted anew.
set local statement_timeout = 0;
create index consents_opt_outs on consents (account_id, at) where kind = 'opt-out' and channel_id is not null;
delete from account_quarters;
alter table account_quarters drop column numbers_out;
