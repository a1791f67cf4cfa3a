/** Which way conversations go through their campaigns, turn by turn: what the map of a campaign counts. */
import { numberArray, textArray } from '../platform/db/arrays.ts';
import { type Db, sql } from '../platform/db/database.ts';
import { type Statement, writing } from '../platform/db/statement.ts';

export type StepVisit = {
  campaignId: number;
  contactId: number;
  at: Date;
  /** The published version of the campaign that the conversation has; 0: none. */
  version: number;
  /** The step that the turn went on from; 0: the conversation begins. */
  from: number;
  /** The steps that it came to, in their order. */
  steps: readonly number[];
  /** The question that nobody answered in time. */
  timedOut: number | null;
};

/** Writes them down, in the transaction of the turns. */
export function stepVisitStatements(db: Db, accountId: number, visits: readonly StepVisit[]): Statement[] {
  if (visits.length === 0) return [];
  const numbers = (key: 'campaignId' | 'contactId' | 'version' | 'from' | 'timedOut') =>
    numberArray(visits.map((visit) => visit[key]));
  return [
    writing(
      db,
      sql`
        insert into step_visits (account_id, campaign_id, contact_id, at, version, from_step, steps, timed_out)
        select ${accountId}::bigint, given.campaign_id, given.contact_id, given.at, given.version, given.from_step,
          given.steps::bigint[], given.timed_out
        from unnest(
          ${numbers('campaignId')}::bigint[], ${numbers('contactId')}::bigint[],
          ${textArray(visits.map(({ at }) => at.toISOString()))}::timestamptz[], ${numbers('version')}::integer[],
          ${numbers('from')}::bigint[], ${textArray(visits.map(({ steps }) => numberArray(steps)))}::text[],
          ${numbers('timedOut')}::bigint[]
        ) as given (campaign_id, contact_id, at, version, from_step, steps, timed_out)`,
    ),
  ];
}
