import type { ORDER } from './order.ts';

type Room = Exclude<(typeof ORDER)[number], 'app'>;

/** Which room of the server writes which tables. Others read them, or ask the owner to write. */
export const TABLES_OF: Partial<Record<Room, readonly string[]>> = {
  platform: ['deleted_ids', 'id_blocks', 'intents', 'throttles'],
  audit: ['audit_log'],
  accounts: ['account_users', 'accounts', 'invitations', 'users'],
  credits: ['balances', 'ledger'],
  tags: ['tags'],
  lists: ['lists', 'list_members', 'member_blocks', 'pending_members', 'due_confirmations'],
  contacts: ['contacts', 'due_erasures', 'erasures'],
  events: ['daily_counts', 'daily_totals', 'events'],
  policy: ['muted_contacts'],
  suppression: ['consents', 'doubtful_texts', 'erased_numbers', 'opt_outs'],
  carriers: [
    'carrier_ids',
    'connection_leases',
    'connection_states',
    'early_receipts',
    'inbound_parts',
    'inbound_pictures',
    'odd_texts',
    'simulator_messages',
  ],
  channels: ['channel_lookups', 'channels'],
  links: ['daily_clicks', 'daily_people', 'last_days', 'link_clicks', 'link_codes', 'short_links'],
  flow: ['steps'],
  campaigns: ['campaigns', 'keywords'],
  messages: ['blast_blocks', 'in_doubt', 'messages', 'outbox', 'settled_by_hand', 'unpaid_replies'],
  conversation: ['api_calls', 'bot_pauses', 'conversations', 'inbound', 'timers'],
  blasts: ['blast_left_out', 'blast_reviews', 'blasts', 'due_blasts', 'send_chunks'],
  sending: ['channel_pace', 'worker_processes'],
  access: ['known_devices', 'mfa_codes', 'password_codes', 'sessions'],
  credentials: ['credential_lookups', 'credentials'],
  inbox: ['canned_answers', 'inbox_marks', 'inbox_notes'],
  automata: ['automata', 'due_automata'],
  reports: ['events_default', 'repeats', 'repeats_until', 'reports', 'sorted_heads'],
  imports: ['due_imports', 'import_changes', 'imports'],
  home: ['account_quarters'],
};

/**
 * Rooms that still write a table of another one, most of them in one statement with tables of their own.
 * The list only gets shorter.
 */
export const NOT_YET: Record<string, readonly Room[]> = {
  balances: ['messages', 'conversation'],
  blast_blocks: ['blasts'],
  blasts: ['credits', 'messages', 'sending'],
  campaigns: ['flow'],
  contacts: ['tags', 'conversation', 'imports'],
  daily_totals: ['links'],
  due_confirmations: ['contacts', 'double-opt-in'],
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
