-- At most so many blasts and runs of automata to one person within so many days; null: no limit.
alter table accounts add column most_sends smallint check (most_sends > 0);
alter table accounts add column most_sends_days smallint check (most_sends_days > 0);
