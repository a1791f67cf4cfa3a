-- A scheduled blast is made anew at its time. 'awaited': what is queued and reserved stands for it until then; 'clearing': its time has come, and
-- what was queued is taken away before its people are found again. Null: what is queued is what goes out.
alter table blasts add column renewal text check (renewal in ('awaited', 'clearing'));
update blasts set renewal = 'awaited'
  where automaton_id is null and scheduled_for > now()
    and (state = 'scheduled' or (state = 'paused' and state_before_pause = 'scheduled'));
-- What only stands for a blast is never leased.
update send_chunks c set due_at = 'infinity'
  from blasts b where b.account_id = c.account_id and b.id = c.blast_id and b.renewal = 'awaited';
insert into due_blasts (account_id, blast_id, due_at)
  select account_id, id, scheduled_for from blasts where renewal = 'awaited'
  on conflict (account_id, blast_id) do nothing;
-- Who edits a campaign is told which of them will send it.
create index blasts_awaited on blasts (account_id, scheduled_for) where renewal = 'awaited';
