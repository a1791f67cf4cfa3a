-- Further words that opt out, in the form in which texts are compared, beside those that always do.
alter table accounts add column opt_out_words text[] not null default '{}';
-- Own answers to STOP, HELP and START, by kind and language: {"stop.en": "…"}; absent: the usual ones.
alter table accounts add column reserved_replies jsonb not null default '{}';
