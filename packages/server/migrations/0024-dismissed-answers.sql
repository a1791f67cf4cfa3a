-- Texts that a question did not understand and that somebody has put away: kept as a hash, so that nothing of
-- what people wrote is stored a second time.
create table dismissed_answers (
  account_id bigint not null,
  campaign_id bigint not null,
  step_id bigint not null,
  -- SHA-256 of the text in plain form.
  text_hash bytea not null,
  at timestamptz not null,
  primary key (account_id, campaign_id, step_id, text_hash),
  foreign key (account_id, campaign_id) references campaigns (account_id, id)
);
