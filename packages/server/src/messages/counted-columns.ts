/** A blast's counters, as the statements that change them answer them. */
import type { BlastState } from '@parley/contract';
import { sql } from '../platform/db/database.ts';

/** What a statement that counted answers about each blast it touched. */
export type CountedBlast = {
  id: number;
  campaignId: number;
  state: BlastState;
  total: number;
  queued: number;
  sent: number;
  delivered: number;
  failed: number;
  unknown: number;
  /** It has paused itself once. */
  pausedBefore: boolean;
};

export const COUNTED = `b.id, b.source_campaign_id as "campaignId", b.state, b.total, b.queued, b.sent, b.delivered, b.failed,
  b.unknown, b.pause_reason <> '' as "pausedBefore"`;
export const countedColumns = sql.raw(COUNTED);
