/** Feeds what became of messages, from the statements that move them. */
import type { EventKindName } from '@parley/rules/event-kinds.ts';
import { feedText, mayBeHeard } from '../feed/index.ts';
import type { Db } from '../platform/db/database.ts';

const KINDS: readonly EventKindName[] = [
  'message.sent',
  'message.delivered',
  'message.failed',
  'blast.received',
];

/**
 * A CTE over a CTE `moved` with what {@link MOVED} names and `was`; `$1` is the account. Empty where nobody
 * listens. A message was sent when a carrier has it; what the system says by itself and tests are no events.
 */
export function fedMoves(db: Db, accountId: number): string {
  return KINDS.some((kind) => mayBeHeard(db, accountId, kind)) ? feedText(db, 'moves', FACTS) : '';
}

/** What a statement that moves messages `m` returns of them, beside what they were. */
export const MOVED = `m.id, m.blast_id, m.origin, m.seq, m.status, m.contact_id, m.campaign_id, m.channel_id,
      m.carrier_code, m.sent_at, m.settled_at, m.created_at`;

const IS_SENT = `was < 'sent' and status in ('sent', 'delivered', 'undelivered')`;
const FAILED = `('failed', 'undelivered', 'expired')`;
const FACTS = `
  select each.kind, contact_id, coalesce(case when each.is_later then settled_at end, sent_at, created_at), moved.id::text,
    jsonb_build_object('campaign', campaign_id, 'blast', blast_id, 'channel', channel_id)
      || case when each.kind = 'message.failed' then jsonb_build_object('code', carrier_code) else '{}' end,
    moved.id * 4 + each.place
  from moved, lateral (values
    ('message.sent', false, 0, ${IS_SENT}),
    ('blast.received', false, 1, ${IS_SENT} and origin = 'blast' and seq = 0),
    ('message.delivered', true, 2, was <> status and status = 'delivered'),
    ('message.failed', true, 3, was not in ${FAILED} and status in ${FAILED})
  ) as each (kind, is_later, place, happened)
  where each.happened and origin not in ('system', 'test')`;
