-- Guesses are told apart by who makes them: a browser that somebody has signed in with before is known, and strangers' guesses are not hers.
create table known_devices (
  user_id bigint not null references users (id) on delete cascade,
  -- sha-256 of the token in the browser's cookie.
  token_hash bytea not null,
  last_used_at timestamptz not null,
  primary key (user_id, token_hash)
);
create index known_devices_age on known_devices (last_used_at);

-- A code that sets a password works in the browser that asked for it. Codes live for ten minutes: those of before are let go.
delete from password_codes;
alter table password_codes drop constraint password_codes_pkey;
alter table password_codes add column asked_by bytea not null;
alter table password_codes add primary key (user_id, asked_by);
create index password_codes_expiry on password_codes (expires_at);

-- What is long over is swept.
create index throttles_age on throttles (window_start);
