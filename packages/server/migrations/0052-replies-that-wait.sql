-- Replies that the balance had no room for: they wait for credits for some hours, and their conversation waits with them.
create table unpaid_replies (
  account_id bigint not null,
  message_id bigint not null,
  channel_id bigint not null,
  contact_id bigint not null,
  -- What it costs when it goes.
  credits smallint not null,
  -- It answers what the person has just texted.
  reply boolean not null,
  -- The conversation does not go on before it is sent; not so for notices to others.
  holds boolean not null,
  since timestamptz not null,
  primary key (account_id, message_id)
);
create index unpaid_replies_by_contact on unpaid_replies (account_id, contact_id, channel_id);

-- Owners are told when the balance falls below this; 0: never.
alter table accounts add column low_balance int not null default 100 check (low_balance >= 0);
-- Since when they are told that it is low, and that replies wait for credits; null: neither is so.
alter table accounts add column low_since timestamptz;
alter table accounts add column unpaid_since timestamptz;

-- The quarters of the last days count what was not sent for want of credits, too; all of them are counted anew.
delete from account_quarters;
alter table account_quarters add column unpaid int not null;

-- Conversations that somebody of the team has taken over: the bot says nothing there until it is handed back.
create table bot_pauses (
  account_id bigint not null,
  contact_id bigint not null,
  channel_id bigint not null,
  since timestamptz not null,
  -- The last text of either side.
  last_text_at timestamptz not null,
  primary key (account_id, contact_id, channel_id)
);
create index bot_pauses_by_text on bot_pauses (last_text_at);
