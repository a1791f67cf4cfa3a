/**
 * What a request to blast means: the channel, the campaigns with their flows, the audience, the time.
 * Checked, nothing stored.
 */

import { createHash } from 'node:crypto';
import { type Filter, isUnfinished } from '@parley/rules/filter.ts';
import { flowsOf, isLiveFinished } from '../flow/index.ts';
import { channelFacts } from '../links/index.ts';
import type { Config } from '../platform/config.ts';
import { type Db, first, rows, sql } from '../platform/db/database.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import { readRules } from '../policy/index.ts';
import { resolveFilters, type StoredFilter } from '../tags/index.ts';
import type { Audience } from './audience.ts';
import type { BlastSegment } from './blast-segment.ts';
import { type Openings, readOpenings } from './opening-texts.ts';

/** `segmentPlan`: what the segment means for this blast; null: everybody on the lists. */
export type BlastTarget = BlastSegment & {
  /** The blast itself, once it is stored: who waits in its own queue is not left out for that. */
  blastId?: number;
  /** The campaign really sent. */
  campaignId: number;
  /** A copy of it is sent, made together with the blast: nobody was blasted with that before. */
  asCopy?: boolean;
  channelId: number;
  /** Empty: whoever is in the segment, on whatever lists. */
  listIds: readonly number[];
  filters: readonly StoredFilter[];
  /** Campaigns of an A/B test; may name the main one or not. */
  abCampaignIds: readonly number[];
  /** Only members who joined a list after this; null: all. */
  membersSince: Date | null;
};

/** From this many people on, counting takes long enough to be worth keeping for the sending that follows. */
export const LARGE = 2_000;

export type Plan = {
  audience: Audience;
  openings: Openings;
  timeZone: string;
  /**
   * Members of the lists, doubled ones counted twice: how large the audience can be. Without lists, all
   * contacts up to one more than is many.
   */
  mostPeople: number;
  /** The same for the same audience and the same flows. */
  key: string;
};

/** The campaigns of a target: the main one first. */
export function campaignsOf({ campaignId, abCampaignIds }: BlastTarget): number[] {
  return [...new Set([campaignId, ...abCampaignIds])];
}

/** What somebody has only begun says nothing. */
export function finishedFilters<F extends Filter>({ filters }: { filters: readonly F[] }): F[] {
  return filters.filter((filter) => !isUnfinished(filter));
}

/** @throws NotFound for unknown lists and campaigns, Refusal for a deleted campaign. */
export async function planBlast(
  db: Db,
  config: Config,
  accountId: number,
  target: BlastTarget,
): Promise<Plan> {
  const campaignIds = campaignsOf(target);
  const { listIds, filters, membersSince } = target;
  const { timeZone, mostPeople } = await readLists(db, accountId, listIds);
  await requireCampaigns(db, accountId, campaignIds);
  const flows = await flowsOf(db, accountId, campaignIds);
  const channel = await channelFacts(db, config, accountId, target.channelId);
  const ordered = campaignIds.map((id) => flows.get(id)).filter((flow) => flow !== undefined);
  const { disclosure: text } = await readRules(db, accountId, target.channelId);
  const disclosure = text === '' ? null : { channelId: target.channelId, text };
  return {
    audience: await readAudience(db, accountId, target),
    openings: await readOpenings(db, accountId, ordered, channel, disclosure),
    timeZone,
    mostPeople,
    key: hashOf([
      campaignIds,
      listIds,
      filters,
      membersSince,
      ordered.map((flow) => flow.version),
      channel,
      disclosure,
      target.asCopy ?? false,
      target.segmentPlan ?? null,
    ]),
  };
}

export async function readAudience(db: Db, accountId: number, target: BlastTarget): Promise<Audience> {
  const campaignIds = campaignsOf(target);
  const { blastId } = target;
  const earlier = target.asCopy ? [] : await readEarlierBlasts(db, accountId, campaignIds);
  return {
    accountId,
    listIds: target.listIds,
    conditions: await resolveFilters(db, accountId, finishedFilters(target)),
    campaignIds,
    earlierBlasts: earlier.filter((id) => id !== blastId),
    membersSince: target.membersSince,
    segment: target.segmentPlan ?? null,
  };
}

/** One transaction at a time queues people for a campaign, so that it sees whom the others have queued. */
export async function lockCampaigns(
  trx: Db,
  accountId: number,
  campaignIds: readonly number[],
): Promise<void> {
  await sql`
    select 1 from campaigns where account_id = ${accountId} and id = any(${campaignIds}::bigint[])
    order by id for no key update`.execute(trx);
}

/** Refuses what must not be sent: campaigns without steps or with errors in their flow. */
export async function requireFinished(
  db: Db,
  accountId: number,
  campaignIds: readonly number[],
): Promise<void> {
  const open = await first(
    db,
    sql<{ name: string; live: number | null; steps: number }>`
      select c.name, c.live_version as live, (select count(*) from steps s where s.account_id = ${accountId} and s.campaign_id = c.id) as steps
      from campaigns c
      where c.account_id = ${accountId} and c.id = any(${campaignIds}::bigint[]) and not ${isLiveFinished(accountId)}
      order by c.id limit 1`,
  );
  if (!open) return;
  if (open.live !== null)
    throw new Refusal(
      `Version ${open.live} of “${open.name}”, which is live, has errors by now. Open it in the Flow Editor, mend the steps that are marked, and publish.`,
    );
  throw new Refusal(
    open.steps === 0
      ? `“${open.name}” has no steps yet, so there is nothing to send.`
      : `“${open.name}” is not finished. Open it in the Flow Editor and mend the steps that are marked.`,
  );
}

async function requireCampaigns(db: Db, accountId: number, campaignIds: readonly number[]): Promise<void> {
  const found = await rows(
    db,
    sql<{ id: number; name: string; deleted: boolean }>`
      select id, name, deleted_at is not null as deleted from campaigns
      where account_id = ${accountId} and id = any(${campaignIds}::bigint[]) and not is_template`,
  );
  if (found.length < campaignIds.length)
    throw new NotFound(
      campaignIds.length === 1 ? 'That campaign was not found.' : 'One of these campaigns was not found.',
    );
  const deleted = found.find((campaign) => campaign.deleted);
  if (deleted) throw new Refusal(`“${deleted.name}” is deleted. Restore it before you send it.`);
}

async function readLists(
  db: Db,
  accountId: number,
  listIds: readonly number[],
): Promise<{ timeZone: string; mostPeople: number }> {
  const row = await first(
    db,
    sql<{ timeZone: string; found: number; people: number }>`
      select a.time_zone as "timeZone", count(l.id) as found, case when ${listIds.length} > 0
          then coalesce(sum(l.member_count), 0) else (${fewContacts(accountId)}) end as people
      from accounts a
      left join lists l on l.account_id = ${accountId} and l.id = any(${listIds}::bigint[])
      where a.id = ${accountId} group by a.id`,
  );
  if (!row || row.found < listIds.length)
    throw new NotFound(
      listIds.length === 1 ? 'That list was not found.' : 'One of these lists was not found.',
    );
  return { timeZone: row.timeZone, mostPeople: row.people };
}

/** How many contacts there are, if that is not many. */
const fewContacts = (accountId: number) => sql`
  select count(*) from (select from contacts c where c.account_id = ${accountId} limit ${LARGE + 1}) few`;

/** Blasts that sent one of these campaigns. */
async function readEarlierBlasts(
  db: Db,
  accountId: number,
  campaignIds: readonly number[],
): Promise<number[]> {
  const found = await rows(
    db,
    sql<{ id: number }>`
      select id from blasts
      where account_id = ${accountId}
        and (campaign_id = any(${campaignIds}::bigint[]) or ab_campaign_ids && ${campaignIds}::bigint[])
      order by id`,
  );
  return found.map((blast) => blast.id);
}

export function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}
