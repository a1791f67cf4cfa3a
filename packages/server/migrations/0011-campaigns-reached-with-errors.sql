-- The last day whose people were noted in the history: they began the campaign while its check found errors.
alter table campaigns add column errors_noted_on date;
