-- API calls are claimed service by service: one that hangs holds up those who wait for it, and nobody else.
alter table api_calls add column service text not null
  generated always as (coalesce(substring(request ->> 'url' from '^[^/]*//([^/?#]*)'), '')) stored;
-- How often it was begun. One that was begun may have been made, and only a GET is made again.
alter table api_calls add column tries int not null default 0;
update api_calls set tries = 1 where worker is not null;
drop index api_calls_due;
create index api_calls_due on api_calls (account_id, service, due_at, id);

-- One blast a run, whoever launches it.
alter table blasts add column run_due_at timestamptz;
create unique index blasts_once_a_run on blasts (account_id, automaton_id, run_due_at) where run_due_at is not null;
