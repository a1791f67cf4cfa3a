-- A way back in: whoever has shown that she reads a number sets a forgotten password anew with a code that is texted there.
alter table users add column phone_proven boolean not null default false;
-- Codes are asked for at the sign-in only once one that was texted to the number has come back.
update users set phone_proven = true where mfa_enabled;

create table password_codes (
  user_id bigint primary key references users (id) on delete cascade,
  code_hash bytea not null,
  guesses int not null default 0,
  expires_at timestamptz not null
);
