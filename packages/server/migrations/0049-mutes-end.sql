-- A mute ends by itself after a day, or when somebody unmutes: its row stays so long, because what was said before it no longer counts.
alter table muted_contacts add column ended_at timestamptz;
