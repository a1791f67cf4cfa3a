-- A campaign is edited as a draft (`steps`) and published as numbered versions, which nobody changes.

-- The version that new conversations begin with; null: nothing was published, and the draft answers.
alter table campaigns add column live_version integer;

create table flow_versions (
  account_id bigint not null,
  campaign_id bigint not null,
  number integer not null,
  -- The campaign's version when this was its draft.
  draft_version integer not null,
  -- What changed, in the words of whoever published it.
  message text not null,
  -- The version whose content this is again; null: it is new.
  restored integer,
  -- As campaigns.finished, of this version while it is live.
  finished boolean not null,
  published_by bigint not null,
  published_at timestamptz not null,
  primary key (account_id, campaign_id, number),
  foreign key (account_id, campaign_id) references campaigns (account_id, id)
);

create table published_steps (
  account_id bigint not null,
  campaign_id bigint not null,
  number integer not null,
  id bigint not null,
  position integer not null,
  version integer not null,
  step jsonb not null,
  primary key (account_id, campaign_id, number, position),
  foreign key (account_id, campaign_id, number) references flow_versions (account_id, campaign_id, number)
);
create index published_steps_id on published_steps (account_id, id, number);
create index published_steps_references on published_steps using gin (account_id, step_references(step))
  with (fastupdate = off);
