-- The processes that take leases, by machine, process id and start: what one that died held is free as soon as its machine knows.
create table worker_processes (
  name text primary key,
  at timestamptz not null
);
