-- How a channel reaches its carrier: more kinds, whether pictures go through, and a second connection for when the first one fails.
alter table channels drop constraint channels_connection_kind_check;
alter table channels add constraint channels_connection_kind_check
  check (connection_kind in ('simulator', 'twilio', 'smpp', 'gateway'));
alter table channels add column sends_media boolean not null default true;
alter table channels add column backup_kind text check (backup_kind in ('twilio', 'smpp', 'gateway'));
alter table channels add column backup_connection jsonb not null default '{}';

-- Shared: who holds the bind of an SMPP connection. One process at a time; place 1 is the channel's connection, 2 its backup.
create table connection_leases (
  account_id bigint not null,
  channel_id bigint not null,
  place smallint not null,
  worker text,
  leased_until timestamptz,
  primary key (account_id, channel_id, place)
);

-- How each connection does, as the process that uses it sees it; for the screens of other processes.
create table connection_states (
  account_id bigint not null,
  channel_id bigint not null,
  place smallint not null,
  state jsonb not null,
  at timestamptz not null,
  primary key (account_id, channel_id, place)
);

-- The id that an SMPP carrier gave to (the last part of) a message: its receipts name nothing else. Kept for some days.
create table carrier_ids (
  account_id bigint not null,
  channel_id bigint not null,
  -- Lower case, without leading zeros.
  carrier_id text not null,
  message_id bigint not null,
  phone text not null,
  at timestamptz not null,
  primary key (account_id, channel_id, carrier_id)
);
create index carrier_ids_age on carrier_ids (account_id, channel_id, at);

-- Parts of long incoming texts that are not complete yet. A part is acknowledged once it is here.
create table inbound_parts (
  account_id bigint not null,
  channel_id bigint not null,
  phone text not null,
  reference int not null,
  total smallint not null,
  part smallint not null,
  -- UTF-16, little-endian: a part may end in the middle of a character.
  body bytea not null,
  at timestamptz not null,
  primary key (account_id, channel_id, phone, reference, total, part)
);
