-- Raised with each save, so that of two people who save one report the second is told.
alter table reports add column version int not null default 1;
