-- Tables and columns get the names that engineers of the field look for. Nothing else changes.
set local statement_timeout = 0;
create temporary table renamed (kind text, place text, old text, new text) on commit drop;
insert into renamed (kind, place, old, new) values
  ('table', '', 'member_blocks', 'list_member_rollups'),
  ('table', '', 'sorted_heads', 'presorted_pages'),
  ('table', '', 'repeats_until', 'repeat_index_progress'),
  ('table', '', 'repeats', 'repeat_index'),
  ('table', '', 'blast_blocks', 'blast_status_rollups'),
  ('table', '', 'blast_left_out', 'blast_exclusions'),
  ('table', '', 'in_doubt', 'unconfirmed_messages'),
  ('table', '', 'settled_by_hand', 'manual_reconciliations'),
  ('table', '', 'account_quarters', 'quarter_hour_rollups'),
  ('table', '', 'carrier_ids', 'carrier_message_ids'),
  ('table', '', 'early_receipts', 'unmatched_receipts'),
  ('table', '', 'doubtful_texts', 'opt_out_reviews'),
  ('table', '', 'muted_contacts', 'muted_conversations'),
  ('table', '', 'odd_texts', 'no_reply_messages'),
  ('table', '', 'password_codes', 'password_reset_codes'),
  ('table', '', 'canned_answers', 'canned_responses'),
  ('table', '', 'inbox_marks', 'inbox_threads'),
  ('table', '', 'inbound_pictures', 'inbound_media'),
  ('table', '', 'inbound_parts', 'inbound_message_parts'),
  ('table', '', 'inbound', 'inbound_messages'),
  ('table', '', 'channel_pace', 'channel_rate_limits'),
  ('table', '', 'due_blasts', 'blast_jobs'),
  ('table', '', 'due_automata', 'automaton_jobs'),
  ('table', '', 'due_confirmations', 'confirmation_jobs'),
  ('table', '', 'due_imports', 'import_jobs'),
  ('table', '', 'due_erasures', 'erasure_jobs'),
  ('table', '', 'daily_counts', 'daily_campaign_counts'),
  ('table', '', 'daily_totals', 'daily_account_counts'),
  ('table', '', 'daily_clicks', 'daily_link_clicks'),
  ('table', '', 'daily_people', 'daily_unique_contacts'),
  ('table', '', 'last_days', 'contact_last_seen'),
  ('table', '', 'opt_outs', 'suppressions'),
  ('table', '', 'intents', 'idempotency_keys'),
  ('column', 'send_chunks', 'handed_up_to', 'submitted_through'),
  ('column', 'outbox', 'handed', 'submitted'),
  ('column', 'accounts', 'most_sends_days', 'frequency_cap_days'),
  ('column', 'accounts', 'most_sends', 'frequency_cap'),
  ('column', 'accounts', 'low_since', 'low_balance_since'),
  ('column', 'channels', 'pace_zone', 'rate_limit_zone'),
  ('column', 'channels', 'pace_preset', 'rate_limit_preset'),
  ('column', 'channels', 'quiet_usual', 'usual_quiet_hours'),
  ('column', 'channels', 'state_hours', 'state_quiet_hours'),
  ('column', 'channels', 'backup_kind', 'fallback_kind'),
  ('column', 'channels', 'backup_connection', 'fallback_connection'),
  ('column', 'users', 'phone_proven', 'phone_verified'),
  ('column', 'import_changes', 'new_waiting', 'new_pending'),
  ('column', 'audit_log', 'act', 'action'),
  ('column', 'audit_log', 'kind', 'target_kind'),
  ('column', 'audit_log', 'thing_id', 'target_id'),
  ('column', 'idempotency_keys', 'asked', 'request_hash');

do $$
declare
  each record;
  part record;
begin
  for each in select * from renamed where kind = 'table' loop
    execute format('alter table %I rename to %I', each.old, each.new);
  end loop;
  for each in select * from renamed where kind = 'column' loop
    execute format('alter table %I rename column %I to %I', each.place, each.old, each.new);
  end loop;
  -- What is named after them: constraints with their indexes, then the other indexes, then sequences of ids.
  for each in
    select coalesce(nullif(place, ''), new) as home, old || '_' as old, new || '_' as new from renamed
  loop
    for part in
      select conname as name from pg_constraint
      where conrelid = each.home::regclass and strpos('_' || conname, '_' || each.old) > 0
    loop
      execute format('alter table %I rename constraint %I to %I', each.home, part.name,
        substr(replace('_' || part.name, '_' || each.old, '_' || each.new), 2));
    end loop;
    for part in
      select indexrelid::regclass::text as name from pg_index
      where indrelid = each.home::regclass and strpos('_' || indexrelid::regclass::text, '_' || each.old) > 0
        and not exists (select from pg_constraint where conindid = indexrelid)
    loop
      execute format('alter index %I rename to %I', part.name,
        substr(replace('_' || part.name, '_' || each.old, '_' || each.new), 2));
    end loop;
    for part in
      select s.relname as name from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
      where d.refobjid = each.home::regclass and strpos(s.relname, each.old) = 1
    loop
      execute format('alter sequence %I rename to %I', part.name, replace(part.name, each.old, each.new));
    end loop;
  end loop;
end $$;

alter index audit_log_acts rename to audit_log_actions;
alter index steps_names rename to steps_references;
alter function step_names(jsonb) rename to step_references;
alter function texts_like(bigint, text, int) rename to inbound_messages_like;
alter function people_like(bigint, text, tsquery, int) rename to contacts_like;
alter function opt_outs_like(bigint, text, text, int) rename to suppressions_like;
