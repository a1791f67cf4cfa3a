-- Whose numbers those without a country code are; what a column of opt-outs did; who attested that these people agreed, when, and how they did.
alter table imports add column country text not null default 'US';
alter table imports add column new_optout_count int not null default 0;
alter table imports add column consent_by bigint;
alter table imports add column consent_at timestamptz;
alter table imports add column consent_note text not null default '';
-- Of taking an import back: people who stay on the list, because they came to it another way, too.
alter table imports add column undo_kept int not null default 0;

-- The import that alone put somebody on the list, or on its waiting list; null: somebody or something else did, too. Taking an import back
-- takes nothing else away.
alter table list_members add column import_id bigint;
alter table pending_members add column import_id bigint;
update list_members m set import_id = i.id
from imports i join import_changes c on c.account_id = i.account_id and c.import_id = i.id
where m.account_id = i.account_id and m.list_id = i.list_id and m.contact_id = c.contact_id and c.new_member;
update pending_members p set import_id = i.id
from imports i join import_changes c on c.account_id = i.account_id and c.import_id = i.id
where p.account_id = i.account_id and p.list_id = i.list_id and p.contact_id = c.contact_id and c.new_waiting;
