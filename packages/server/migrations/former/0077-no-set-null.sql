-- Who leaves a team is taken out of what names them by the statements that remove them (account/team-
-- store.ts).
alter table inbox_marks drop constraint inbox_marks_assigned_to;
alter table inbox_marks add constraint inbox_marks_assigned_to
  foreign key (account_id, assigned_to) references account_users (account_id, user_id);
alter table accounts drop constraint accounts_founded_by_fkey;
alter table accounts add constraint accounts_founded_by_fkey foreign key (founded_by) references users (id);
