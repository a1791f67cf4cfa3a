-- Further words that opt out when they are texted to this channel, beside the account's
-- (accounts.opt_out_words).
alter table channels add column opt_out_words text[] not null default '{}';
-- Own answers of this channel to STOP, HELP and START, as in accounts.reserved_replies; absent: those of the
-- account.
alter table channels add column reserved_replies jsonb not null default '{}';
