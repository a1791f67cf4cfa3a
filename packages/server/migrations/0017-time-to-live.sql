-- How long the messages of an automaton's runs may be tried, in minutes; null: as the channel is set.
alter table automata add column time_to_live_minutes int;
