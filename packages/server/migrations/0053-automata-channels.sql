-- The channel that an automata sends over; 0: the account's first one, whichever that is then.
alter table automata add column channel_id bigint not null default 0;
