import type { ORDER } from './order.ts';

type Room = Exclude<(typeof ORDER)[number], 'app'>;

/** Which room of the server writes which tables. Others read them, or ask the owner to write. */
export const TABLES_OF: Partial<Record<Room, readonly string[]>> = {
  platform: ['deleted_ids', 'id_blocks', 'intents', 'throttles'],
  audit: ['audit_log'],
  accounts: ['account_users', 'accounts', 'invitations', 'users'],
  credits: ['balances', 'ledger'],
  tags: ['tags'],
  lists: ['lists', 'list_members', 'list_member_rollups', 'pending_members', 'confirmation_jobs'],
  contacts: ['contacts', 'erasure_jobs', 'erasures'],
  events: ['daily_campaign_counts', 'daily_account_counts', 'events'],
  policy: ['muted_conversations'],
  suppression: ['consents', 'opt_out_reviews', 'erased_numbers', 'suppressions'],
  carriers: [
    'carrier_message_ids',
    'connection_leases',
    'connection_states',
    'unmatched_receipts',
    'inbound_message_parts',
    'inbound_media',
    'no_reply_messages',
    'simulator_messages',
  ],
  channels: ['channel_lookups', 'channels'],
  links: ['daily_link_clicks', 'daily_unique_contacts', 'contact_last_seen', 'link_clicks', 'link_codes', 'short_links'],
  flow: ['steps'],
  campaigns: ['campaigns', 'keywords'],
  messages: ['blast_status_rollups', 'unconfirmed_messages', 'messages', 'outbox', 'manual_reconciliations', 'unpaid_replies'],
  conversation: ['api_calls', 'bot_pauses', 'conversations', 'inbound', 'timers'],
  blasts: ['blast_exclusions', 'blast_reviews', 'blasts', 'blast_jobs', 'send_chunks'],
  sending: ['channel_rate_limits', 'worker_processes'],
  access: ['known_devices', 'mfa_codes', 'password_reset_codes', 'sessions'],
  credentials: ['credential_lookups', 'credentials'],
  inbox: ['canned_responses', 'inbox_threads', 'inbox_notes'],
  automata: ['automata', 'automaton_jobs'],
  reports: ['events_default', 'repeats', 'repeat_index_progress', 'reports', 'presorted_pages'],
  imports: ['import_jobs', 'import_changes', 'imports'],
  home: ['quarter_hour_rollups'],
};

/**
 * Rooms that still write a table of another one, most of them in one statement with tables of their own.
 * The list only gets shorter.
 */
export const NOT_YET: Record<string, readonly Room[]> = {
  balances: ['messages', 'conversation'],
  blast_status_rollups: ['blasts'],
  blasts: ['credits', 'messages', 'sending'],
  campaigns: ['flow'],
  contacts: ['tags', 'conversation', 'imports'],
  daily_account_counts: ['links'],
  confirmation_jobs: ['contacts', 'double-opt-in'],
  import_changes: ['tags'],
  ledger: ['messages', 'conversation'],
  list_members: ['contacts'],
  lists: ['contacts', 'channels'],
  messages: ['credits', 'conversation', 'blasts', 'sending'],
  outbox: ['conversation', 'sending'],
  pending_members: ['contacts', 'double-opt-in', 'imports'],
  send_chunks: ['sending'],
  unpaid_replies: ['conversation'],
};
