-- Whom of its list an automata sends to: the people of a segment; 0: everybody.
alter table automata add column segment_id bigint not null default 0;
create index automata_segment on automata (account_id, segment_id) where segment_id <> 0;
