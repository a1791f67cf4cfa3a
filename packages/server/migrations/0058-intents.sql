-- What a screen means to do once: its key, and the reply, so that the same request sent again is answered and not done again. Kept for a day.
create table intents (
  account_id bigint not null references accounts (id),
  user_id bigint not null,
  key text not null,
  -- Hash of the call and its fields: a key stands for one request.
  asked bytea not null,
  at timestamptz not null,
  -- Encrypted, for it may hold a secret that is shown once; null while the call runs, or when it was cut off.
  reply bytea,
  primary key (account_id, user_id, key)
);
create index intents_at on intents (at);
