-- A text that cannot be played is tried again after longer and longer rests.
alter table unplayed_texts
  add column failures integer not null default 0,
  add column retry_at timestamptz;
