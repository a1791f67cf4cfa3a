-- Put by the import on the waiting list of a list that asks first (double opt-in): taking the import back takes them off it.
alter table import_changes add column new_waiting boolean not null default false;
