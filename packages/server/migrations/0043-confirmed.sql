-- When somebody last showed at a session that it is she: by signing in, or with the password (and the code) again.
alter table sessions add column confirmed_at timestamptz;
