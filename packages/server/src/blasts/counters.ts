/** The counters and the bill of a blast, as statements that move messages keep them (`blastCounters`). */
import { type BlastCounters, COUNTED } from '../messages/index.ts';
import { sql } from '../platform/db/database.ts';

export const counters: BlastCounters = {
  counted: `
    update blasts b set queued = b.queued + t.queued, unknown = b.unknown + t.unknown, sent = b.sent + t.sent,
      failed = b.failed + t.failed, delivered = b.delivered + t.delivered, skipped = b.skipped + t.skipped
    from tally t where b.account_id = $1 and b.id = t.blast_id
    returning ${COUNTED}`,
  unbilled: (accountId) => sql`
    update blasts b set credits_spent = b.credits_spent - bills.credits
    from bills where b.account_id = ${accountId} and b.id = bills.blast_id`,
};
