-- Work on large tables that goes on while Parley serves (migrations/online): how far it is.
create table online_migrations (
  name text primary key,
  -- Statements of its file that are done.
  step smallint not null default 0,
  -- Where the statement that runs in slices is: done with all accounts before this one, and in it up to here.
  account_id bigint not null default 0,
  next jsonb,
  -- Rows that were looked through.
  rows bigint not null default 0,
  finished_at timestamptz,
  -- What its last try failed with; '': nothing.
  problem text not null default ''
);

-- Three states of a row, written a thousand rows at once, hardly ever find room on one page; half a page of
-- room costs a third of the disk less than three quarters did, and no time (docs/measurements).
alter table messages set (fillfactor = 50);
