-- What a conversation says when a wait of days is over is a send: the limit of sends may hold it.
alter table timers add column is_send boolean not null default false, add column held_since timestamptz;
