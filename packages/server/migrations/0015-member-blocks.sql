-- How many members a list has in each block of 8,192 contact ids: a page in the middle of a long list is found by adding these up, and by
-- reading a single block. Kept by the table itself, whichever statement adds and removes members. They come with the lock of their
-- list's row, because those statements count there, too.
set local statement_timeout = 0;
create table member_blocks (
  account_id bigint not null,
  list_id bigint not null,
  block bigint not null,
  members int not null,
  primary key (account_id, list_id, block)
);

create function count_new_members() returns trigger language plpgsql as $$
begin
  insert into member_blocks as b (account_id, list_id, block, members)
  select account_id, list_id, contact_id >> 13, count(*) from changed group by 1, 2, 3 order by 1, 2, 3
  on conflict (account_id, list_id, block) do update set members = b.members + excluded.members;
  return null;
end $$;

create function count_gone_members() returns trigger language plpgsql as $$
begin
  merge into member_blocks b
  using (select account_id, list_id, contact_id >> 13 as block, count(*) as members from changed group by 1, 2, 3) c
  on b.account_id = c.account_id and b.list_id = c.list_id and b.block = c.block
  when matched and b.members = c.members then delete
  when matched then update set members = b.members - c.members;
  return null;
end $$;

insert into member_blocks (account_id, list_id, block, members)
  select account_id, list_id, contact_id >> 13, count(*) from list_members group by 1, 2, 3;

create trigger count_new_members after insert on list_members
  referencing new table as changed for each statement execute function count_new_members();
create trigger count_gone_members after delete on list_members
  referencing old table as changed for each statement execute function count_gone_members();
