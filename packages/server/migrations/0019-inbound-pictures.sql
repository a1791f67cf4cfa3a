-- Our own copies of pictures that came with texts: the carrier asks for a sign-in to see them, and deletes them one day.
create table inbound_pictures (
  account_id bigint not null,
  inbound_id bigint not null,
  -- Its place in inbound.media, from 0.
  place smallint not null,
  -- Whose connection knows the sign-in.
  channel_id bigint not null,
  address text not null,
  -- Null as long as there is no copy.
  content_type text,
  bytes bytea,
  tries smallint not null default 0,
  -- When it is fetched, or tried again; null: it is here, or is not to be had.
  due_at timestamptz,
  primary key (account_id, inbound_id, place)
);
create index inbound_pictures_due on inbound_pictures (due_at) where due_at is not null;
