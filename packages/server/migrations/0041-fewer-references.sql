-- What refers to an account, or to a row that the same statement locks, is not checked again for each row:
-- that took longer than storing the row. Accounts and links are never deleted.
alter table contacts drop constraint contacts_account_id_fkey;
alter table consents drop constraint consents_account_id_fkey;
alter table suppressions drop constraint suppressions_account_id_fkey;
alter table event_feed drop constraint event_feed_account_id_fkey;
alter table custom_events drop constraint custom_events_account_id_fkey;
alter table webhook_deliveries drop constraint webhook_deliveries_account_id_fkey;
alter table idempotency_keys drop constraint idempotency_keys_account_id_fkey;
alter table link_clicks drop constraint link_clicks_account_id_link_id_fkey;
alter table list_members drop constraint list_members_account_id_contact_id_fkey;
alter table list_members drop constraint list_members_account_id_list_id_fkey;
