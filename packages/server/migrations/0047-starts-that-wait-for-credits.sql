-- Since when a start of an automata waits for credits.
alter table automaton_starts add column unpaid_since timestamptz;
