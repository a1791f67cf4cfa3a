-- What the texts of a campaign's steps are written in (BCP 47); what they say in further languages stands in
-- the steps.
alter table campaigns add column language text not null default 'en';
