-- The language that somebody is asked in whether they want to be on a list; null: English, or not asked yet.
alter table pending_members add column language text;
