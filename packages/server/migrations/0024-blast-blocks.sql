-- What became of a blast's people, counted in blocks of 131,072 message ids (about 1,300 people, whose ids lie 100 apart). Statements
-- that change messages only say so, in `version`; the counts are made when nobody waits for them (`delivery/blast-blocks.ts`). An
-- index on what became of a message would cost far more: it changes three times, and each time the row could not stay on its page.
set local statement_timeout = 0;
create table blast_blocks (
  account_id bigint not null,
  blast_id bigint not null,
  block bigint not null,
  version bigint not null default 1,
  -- The version that `counts` is of.
  counted_version bigint not null default 0,
  -- [{"status": "failed", "reason": "", "code": "30003", "people": 12}]
  counts jsonb not null default '[]',
  primary key (account_id, blast_id, block)
) with (fillfactor = 50);

insert into blast_blocks (account_id, blast_id, block)
  select distinct account_id, blast_id, id >> 17 from messages where origin = 'blast' and seq = 0;
