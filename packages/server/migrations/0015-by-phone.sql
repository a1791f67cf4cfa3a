-- The number stands with what its person did, as contacts have it: tables of reports are walked in the order of numbers, and the later
-- click or opt-in of a person is found, by indexes that end with the moment
-- and bring what a list of people needs of their rows.
set local statement_timeout = 0;
drop index events_contact;
drop index events_optins;
alter table events add column phone text collate "C" not null default '';
alter table link_clicks add column phone text collate "C" not null default '';
update events e set phone = c.phone from contacts c where c.account_id = e.account_id and c.id = e.contact_id;
update link_clicks k set phone = c.phone from contacts c where c.account_id = k.account_id and c.id = k.contact_id;
create index events_optins on events (account_id, phone, at, id) include (contact_id, list_id) where kind = 'optin';
create index events_campaign_phone on events (account_id, campaign_id, kind, phone, at, id) include (contact_id, list_id);
create index link_clicks_phone on link_clicks (account_id, phone, at, id) include (contact_id) where kind = 'person';
create index link_clicks_link_phone on link_clicks (account_id, link_id, phone, at, id) include (contact_id) where kind = 'person';
