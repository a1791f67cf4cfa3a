-- Delivery: pace by minute and day, a time to live, a pause by itself, and who was left out of a blast.

-- What the carrier lets this sender do (segments), and where its day begins. The speed a second is there already; null: no limit.
alter table channels add column segments_per_minute int;
alter table channels add column segments_per_day int;
alter table channels add column pace_zone text not null default 'America/Los_Angeles';
-- The preset that these figures came from; '': the account's own figures.
alter table channels add column pace_preset text not null default '';
-- How long a message may be tried; null: the usual time.
alter table channels add column time_to_live_minutes int;

-- Segments that went out on the sender's day.
alter table channel_pace add column day date;
alter table channel_pace add column day_segments bigint not null default 0;

-- Null: the channel's.
alter table blasts add column time_to_live_minutes int;
-- Why it was paused by itself; '': a person paused it.
alter table blasts add column pause_reason text not null default '';
-- Since when its carrier takes nothing at all; null: it does, as far as we know.
alter table blasts add column stalled_since timestamptz;

-- Whom the fan-out left out and why, a row for each reason of each of its chunks: exact for ever, whatever becomes of the lists.
create table blast_left_out (
  account_id bigint not null,
  blast_id bigint not null,
  -- The fan-out had passed this contact id before the chunk.
  after_contact_id bigint not null,
  reason text not null check (reason in ('filtered', 'opted-out', 'already-blasted')),
  people int not null,
  -- In ascending order.
  contact_ids bigint[] not null,
  primary key (account_id, blast_id, after_contact_id, reason)
);

-- Messages that a person decided about, because nobody could know what became of them.
create table settled_by_hand (
  account_id bigint not null,
  message_id bigint not null,
  decision text not null check (decision in ('sent', 'not-sent', 'again')),
  user_id bigint not null,
  at timestamptz not null,
  primary key (account_id, message_id, at)
);
