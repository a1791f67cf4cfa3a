-- Raised with each change that a person makes, so that a tab which shows an older state does not bring it back.
alter table automata add column version int not null default 1;
