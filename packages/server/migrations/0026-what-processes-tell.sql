-- What each process tells the others of itself, every few seconds, beside when it last did.
alter table worker_processes
  add column role text not null default 'all',
  -- The machine, for people.
  add column host text not null default '',
  -- A keyed hash of a fixed word: two processes with one SECRET_KEY have the same.
  add column key_check bytea,
  -- The folder of uploaded files has a name of its own in it: two processes that share it tell the same.
  add column imports text;
