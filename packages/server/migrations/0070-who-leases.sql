-- Which process leases these: what one that died held is free as soon as its machine knows.
alter table due_blasts add column worker text;
alter table due_automata add column worker text;
