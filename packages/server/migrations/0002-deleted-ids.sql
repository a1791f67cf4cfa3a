-- What an account has deleted for good: deleting it once more is a success that changes nothing.
create table deleted_ids (
  account_id bigint not null references accounts (id),
  kind text not null check (kind in ('tag', 'list', 'channel', 'automaton', 'credential', 'report', 'step')),
  id bigint not null,
  primary key (account_id, kind, id)
);
