-- What triggers did, the statements of the writers do: members are counted by blocks where they are put on
-- a list and taken off (lists/counts.ts), and what reports keep of answers goes with the statement that
-- changes them (reports/presorted-pages.ts).
drop trigger count_new_members on list_members;
drop trigger count_gone_members on list_members;
drop function count_new_members();
drop function count_gone_members();
drop trigger forget_heads on events;
drop function forget_heads();
drop trigger forget_questions on steps;
drop trigger forget_changed_questions on steps;
drop function forget_questions();
