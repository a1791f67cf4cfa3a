-- How long an account keeps each kind of what piles up. No row: as long as everybody does who never chose.
create table retention (
  account_id bigint not null,
  kind text not null,
  -- 0: for ever.
  months smallint not null check (months between 0 and 120),
  -- What is earlier is gone, or about to be. It never moves back: what is gone stays gone.
  gone_before timestamptz,
  -- It certainly is gone: all of it was looked through.
  done_before timestamptz,
  -- Where each table that is walked by its ids is.
  walked jsonb not null default '{}',
  primary key (account_id, kind)
);
