-- The counts of a flow's map are made from the conversations of one campaign. Turns change neither column, so that they stay cheap.
create index conversations_campaign on conversations (account_id, campaign_id);
