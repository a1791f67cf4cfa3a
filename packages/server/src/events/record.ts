/** What happened in conversations: written as events, counted by day in the same statement. */
import { feedCte } from '../feed/index.ts';
import { numberArray, textArray } from '../platform/db/arrays.ts';
import { changed, type Db, sql } from '../platform/db/database.ts';
import { run, type Statement, writing } from '../platform/db/statement.ts';
import { tell } from '../platform/hook.ts';
import { goneBefore } from '../retention/index.ts';
import { addToAccountDays, countedSince, forgetAccountDays } from './account-days.ts';
import { pastAnswersStored } from './hooks.ts';

/** `broken`: somebody began a campaign that its check finds errors in. */
export const EVENT_KINDS = ['response', 'optin', 'optout', 'fault', 'broken'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export type NewEvent = {
  campaignId: number;
  kind: EventKind;
  at: Date;
  contactId: number;
  /** The contact's number, E.164, where it is known; else it is looked up. */
  phone?: string | undefined;
  blastId?: number | undefined;
  stepId?: number | undefined;
  listId?: number | undefined;
  /** What the contact wrote, or what went wrong. */
  raw?: string | undefined;
  /** The text of the intent that matched; empty for none. */
  intent?: string | undefined;
  score?: string | undefined;
  /** The published version that the contact had, 0 for none; absent: it is not known. */
  version?: number | undefined;
};

/** {@link eventStatements}, run one after the other. The events may have happened long ago. */
export async function recordEvents(
  trx: Db,
  accountId: number,
  timeZone: string,
  events: readonly NewEvent[],
): Promise<void> {
  for (const statement of eventStatements(trx, accountId, timeZone, events)) await run(trx, statement);
  const answers = events.filter(({ kind }) => kind === 'response').map(({ at }) => at.getTime());
  if (answers.length === 0) return;
  const from = new Date(Math.min(...answers));
  await tell(pastAnswersStored, trx, accountId, from);
}

/**
 * Writes events, then raises the counts of their days (days of `timeZone`, the account's zone): within a
 * transaction. Counts are taken in the order of their key, so that two batches of one account wait for each
 * other and never deadlock.
 */
export function eventStatements(
  db: Db,
  accountId: number,
  timeZone: string,
  events: readonly NewEvent[],
): Statement[] {
  if (events.length === 0) return [];
  return [storing(db, accountId, events), counting(db, accountId, timeZone, events)];
}

function storing(db: Db, accountId: number, events: readonly NewEvent[]): Statement<void> {
  const ids = (key: 'campaignId' | 'contactId' | 'blastId' | 'stepId' | 'listId' | 'version') =>
    numberArray(events.map((event) => event[key] ?? null));
  const words = (key: 'kind' | 'raw' | 'intent' | 'score') =>
    textArray(events.map((event) => event[key] ?? ''));
  const given = sql`unnest(
      ${ids('campaignId')}::bigint[], ${words('kind')}::text[],
      ${textArray(events.map(({ at }) => at.toISOString()))}::timestamptz[], ${ids('contactId')}::bigint[],
      ${textArray(events.map(({ phone }) => phone ?? null))}::text[],
      ${ids('blastId')}::bigint[], ${ids('stepId')}::bigint[], ${ids('listId')}::bigint[],
      ${words('raw')}::text[], ${words('intent')}::text[], ${words('score')}::text[], ${ids('version')}::integer[]
    ) as given (campaign_id, kind, at, contact_id, phone, blast_id, step_id, list_id, raw, intent, score, version)`;
  // Looking the number up costs as much as storing the event.
  const areKnown = events.every(({ phone }) => phone !== undefined);
  const insert = sql`
      insert into events (account_id, campaign_id, kind, at, contact_id, phone, blast_id, step_id, list_id, raw, intent, score, version)
      select ${accountId}::bigint, given.campaign_id, given.kind, given.at, given.contact_id,
        ${areKnown ? sql`given.phone` : sql`coalesce(given.phone, c.phone, '')`}, given.blast_id, given.step_id, given.list_id,
        given.raw, given.intent, given.score, given.version
      from ${given}
      ${areKnown ? sql`` : sql`left join contacts c on c.account_id = ${accountId} and c.id = given.contact_id`}`;
  const fed = events.some(({ kind }) => kind === 'response') ? fedReplies(db, accountId) : null;
  return writing(db, fed ? sql`with stored as (${insert} returning *)${fed} select` : insert);
}

const fedReplies = (db: Db, accountId: number) =>
  feedCte(
    db,
    accountId,
    'contact.replied',
    sql`
      select contact_id, at, id::text,
        jsonb_build_object('campaign', campaign_id, 'step', step_id, 'intent', intent, 'text', raw), id
      from stored where kind = 'response'`,
  );

/** Events of one campaign, kind and moment are counted here already: most of a batch are. */
function counting(db: Db, accountId: number, timeZone: string, events: readonly NewEvent[]): Statement<void> {
  const alike = new Map<string, { campaignId: number; kind: EventKind; at: string; count: number }>();
  for (const { campaignId, kind, at: moment } of events) {
    const at = moment.toISOString();
    const key = `${campaignId} ${kind} ${at}`;
    const known = alike.get(key);
    if (known) known.count += 1;
    else alike.set(key, { campaignId, kind, at, count: 1 });
  }
  const each = [...alike.values()];
  return writing(
    db,
    sql`
      with given as materialized (
        select campaign_id, kind, (at at time zone ${timeZone})::date as day, count
        from unnest(
          ${numberArray(each.map(({ campaignId }) => campaignId))}::bigint[], ${textArray(each.map(({ kind }) => kind))}::text[],
          ${textArray(each.map(({ at }) => at))}::timestamptz[], ${numberArray(each.map(({ count }) => count))}::bigint[]
        ) as given (campaign_id, kind, at, count)
      ), totalled as (
        ${addToAccountDays(accountId, sql`select kind, day, sum(count) from given group by kind, day`)}
      )
      insert into daily_campaign_counts (account_id, campaign_id, kind, day, count)
      select ${accountId}::bigint, campaign_id, kind, day, sum(count) from given
      group by campaign_id, kind, day order by campaign_id, kind, day
      on conflict (account_id, campaign_id, kind, day) do update set count = daily_campaign_counts.count + excluded.count`,
  );
}

/** Counts the days of an account anew, as far as its events are kept: after its time zone changed. */
export async function recountDays(trx: Db, accountId: number, timeZone: string): Promise<void> {
  const since = countedSince(await goneBefore(trx, accountId, 'answers'), timeZone);
  await changed(
    trx,
    sql`delete from daily_campaign_counts where account_id = ${accountId} and day >= ${since}`,
  );
  await forgetAccountDays(trx, accountId, EVENT_KINDS, since);
  await changed(
    trx,
    sql`
      with counted as (
        insert into daily_campaign_counts (account_id, campaign_id, kind, day, count)
        select account_id, campaign_id, kind, (at at time zone ${timeZone})::date as day, count(*)
        from events where account_id = ${accountId} and (at at time zone ${timeZone})::date >= ${since}
        group by account_id, campaign_id, kind, day order by campaign_id, kind, day
        returning kind, day, count
      )
      ${addToAccountDays(accountId, sql`select kind, day, sum(count) from counted group by kind, day`)}`,
  );
}
