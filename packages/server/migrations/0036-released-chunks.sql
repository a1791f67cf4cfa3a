-- When a chunk was given back, by the clock of who gave it: in the future, that clock was ahead, and so is the moment until which it should rest.
alter table send_chunks add column released_at timestamptz;
