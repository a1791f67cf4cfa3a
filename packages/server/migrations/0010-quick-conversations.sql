-- Channels are never removed (deleted_at): checking that, each new conversation locked the one row of its channel, which all others
-- were locking, too.
alter table conversations drop constraint conversations_account_id_channel_id_fkey;
