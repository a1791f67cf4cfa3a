import type { RawBuilder } from 'kysely';
import { sql } from './database.ts';

/**
 * SQL: the days from one to another, both included, as something to select from. By timestamps without a
 * zone: with days alone PostgreSQL counts in the zone it is set to, and where clocks there change at midnight
 * the last day is lost.
 */
export const daysBetween = ({ from, to }: { from: string; to: string }): RawBuilder<unknown> =>
  sql`generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day')`;
