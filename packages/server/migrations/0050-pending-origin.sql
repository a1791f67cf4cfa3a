-- Where somebody came from who waits for a YES: the opt-in counts for this campaign once it is confirmed. Null: added by hand or by an import.
alter table pending_members
  add column campaign_id bigint,
  add column campaign_version int,
  add column step_id bigint,
  add column blast_id bigint;
