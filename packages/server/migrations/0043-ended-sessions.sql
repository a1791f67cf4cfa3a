-- Why a session ended that somebody else than its browser has ended: told to whoever still has its token.
create table ended_sessions (
  token_hash bytea not null primary key,
  why text not null,
  account_name text not null default '',
  ended_at timestamp with time zone not null
);
