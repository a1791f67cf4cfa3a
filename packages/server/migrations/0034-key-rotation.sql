-- SECRET_KEY can be changed while Parley serves.

-- What outlives a change of SECRET_KEY, encrypted with it: the key of the keyed hashes, which nobody could
-- make anew (the numbers that erased people had are known by their hashes alone).
create table installation_secrets (
  name text primary key,
  secret_encrypted bytea not null
);

-- Which keys each process can read with; key_check tells the one that it writes with. Null: that one alone.
alter table worker_processes add column known_keys bytea[];
