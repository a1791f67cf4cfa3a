-- What was done, where its name does not say it: where everything was moved to.
alter table installation_acts add column detail text not null default '';
