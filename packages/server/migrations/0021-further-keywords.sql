-- On each channel a campaign has the keyword of its field, and further ones.
alter table keywords add column is_further boolean not null default false;
alter table keywords drop constraint keywords_account_id_campaign_id_channel_id_key;
create unique index keywords_first on keywords (account_id, campaign_id, channel_id) where not is_further;
create index keywords_campaign on keywords (account_id, campaign_id, channel_id);
-- A text that begins with one of its keywords starts it, too.
alter table campaigns add column starts_by_first_word boolean not null default false;
