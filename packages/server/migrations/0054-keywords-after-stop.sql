-- What somebody who opted out has asked for since, by the keyword of a campaign; null and '': nothing.
alter table opt_outs add column asked_at timestamptz;
alter table opt_outs add column asked_words text not null default '';
alter table opt_outs add column asked_campaign_id bigint;
create index opt_outs_asked on opt_outs (account_id, asked_campaign_id) where asked_campaign_id is not null;

-- Whether such a keyword is answered with how to opt in again.
alter table channels add column start_hint boolean not null default false;
