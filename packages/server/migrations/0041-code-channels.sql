-- Codes for a person go over a channel that nobody else controls: one of the account that she founded and alone owns.
alter table accounts add column founded_by bigint references users (id) on delete set null;
create index accounts_founder on accounts (founded_by);
-- A sign-up stores a person and her account at one moment.
update accounts a set founded_by = (
  select u.id from account_users m join users u on u.id = m.user_id
  where m.account_id = a.id and m.role = 'owner' and u.created_at = a.created_at
  order by u.id limit 1
);
-- Who said how a channel reaches its carrier. Null: a simulator as it was made, or set before this was kept.
alter table channels add column connected_by bigint;
-- An owner (her address) asks somebody of the account to become one, too. Null: nobody does, or it was answered.
alter table account_users add column owner_offer text;
