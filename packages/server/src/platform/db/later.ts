import type { RawBuilder } from 'kysely';
import { sql } from './database.ts';

/**
 * SQL: a moment so much later. By the clock of UTC, which needs no setting of the session: what is stored may
 * be reckoned so from columns wherever the row lies (docs/decisions/0007).
 */
export const later = (at: RawBuilder<unknown>, interval: RawBuilder<unknown>): RawBuilder<Date> =>
  sql`((${at} at time zone 'UTC') + ${interval}) at time zone 'UTC'`;
