-- Apps that make sign-in codes (RFC 6238). last_step: the half minute of the last code; each works once.
create table authenticators (
  user_id bigint not null primary key,
  secret_encrypted bytea not null,
  last_step bigint not null,
  added_at timestamp with time zone not null
);
-- For a sign-in without the app, once each.
create table recovery_codes (
  user_id bigint not null,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);
