-- Since when a user may sign in no more, by decision of whoever runs the installation; null: they may.
alter table users add column disabled_at timestamptz;
