-- What an owner has offered ends with their ownership: by whom, as addresses of email change.
alter table invitations add column invited_by_user bigint;
alter table account_users add column owner_offer_by bigint;
update invitations i set invited_by_user = u.id from users u where lower(u.email) = lower(i.invited_by);
update account_users m set owner_offer_by = u.id from users u where lower(u.email) = lower(m.owner_offer);
-- Offers of those who are owners no longer.
delete from invitations i where not exists (
  select from account_users o
  where o.account_id = i.account_id and o.user_id = i.invited_by_user and o.role = 'owner');
update account_users m set owner_offer = null, owner_offer_by = null
where m.owner_offer is not null and not exists (
  select from account_users o
  where o.account_id = m.account_id and o.user_id = m.owner_offer_by and o.role = 'owner');
create index invitations_inviter on invitations (account_id, invited_by_user);
