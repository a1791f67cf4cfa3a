-- Taking an import back is work in the background, chunk by chunk: how many people it changed, and how many are as before again.
alter table imports drop constraint imports_state_check;
alter table imports add constraint imports_state_check
  check (state in ('uploaded', 'tried', 'running', 'done', 'cancelled', 'failed', 'undoing', 'undone'));
alter table imports add column undo_total int not null default 0;
alter table imports add column undone_count int not null default 0;
