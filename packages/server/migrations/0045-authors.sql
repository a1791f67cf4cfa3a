-- Authors prepare campaigns and blasts; what reaches people is left to members and owners.
alter table account_users drop constraint account_users_role_check;
alter table account_users add constraint account_users_role_check check (role in ('owner', 'member', 'author'));
alter table invitations drop constraint invitations_role_check;
alter table invitations add constraint invitations_role_check check (role in ('owner', 'member', 'author'));
