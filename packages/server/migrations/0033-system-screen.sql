-- What the System screen shows to whoever runs the installation, and who that is.

alter table users
  -- They see the System screen, which is about all accounts.
  add column operator_since timestamptz;

alter table worker_processes
  add column started_at timestamptz,
  add column version text not null default '';

-- What happened in an hour, over all processes: errors of the log by their words, answers of carriers,
-- receipts. A handful of names, no person and no account; kept for two days.
create table hourly_counts (
  hour timestamptz not null,
  kind text not null,
  name text not null,
  count bigint not null,
  last_at timestamptz not null,
  primary key (hour, kind, name)
);

-- When something was last done to the installation as a whole, as a backup.
create table installation_acts (
  act text primary key,
  at timestamptz not null
);
