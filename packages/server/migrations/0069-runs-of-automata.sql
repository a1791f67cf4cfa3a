-- A copy of a campaign that an automata made for one of its runs: of which campaign, by which automata.
alter table campaigns add column run_of bigint, add column run_by bigint;
update campaigns c set run_of = b.source_campaign_id, run_by = b.automaton_id
from blasts b
where b.account_id = c.account_id and b.campaign_id = c.id and b.automaton_id is not null
  and b.source_campaign_id <> b.campaign_id;
create index campaigns_runs on campaigns (account_id, run_of) where run_of is not null;
-- The campaign list leaves runs out without a look at the table.
drop index campaigns_newest;
create index campaigns_newest on campaigns (account_id, created_at desc, id desc) include (name_lower, deleted_at, run_of)
  where not is_template;
-- What an automata has sent so far.
create index blasts_automaton on blasts (account_id, automaton_id) where automaton_id is not null;
