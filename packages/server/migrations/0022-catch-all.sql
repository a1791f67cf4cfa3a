-- What answers texts on a channel that nothing else understands.
create table catch_alls (
  account_id bigint not null,
  channel_id bigint not null,
  -- Null: nothing does.
  campaign_id bigint,
  -- It answers a person once in so many hours; 0: each text.
  pause_hours smallint not null default 0,
  -- Answers instead outside the opening hours.
  closed_campaign_id bigint,
  closed_pause_hours smallint not null default 12,
  -- Opening hours from Monday on, {"from": "09:00", "to": "17:00"} or null for a closed day. Null: always
  -- open.
  week jsonb,
  -- Days on which it is closed, YYYY-MM-DD.
  holidays text[] not null default '{}',
  -- Null: the account's.
  time_zone text,
  primary key (account_id, channel_id),
  foreign key (account_id, channel_id) references channels (account_id, id),
  foreign key (account_id, campaign_id) references campaigns (account_id, id),
  foreign key (account_id, closed_campaign_id) references campaigns (account_id, id)
);

-- When a person was answered last.
create table catch_all_answers (
  account_id bigint not null,
  contact_id bigint not null,
  channel_id bigint not null,
  when_closed boolean not null,
  at timestamptz not null,
  primary key (account_id, contact_id, channel_id, when_closed)
);
