/** Launches a blast: for the wizard and for automata. */

import { type Filter, isUnfinished } from '@parley/rules/filter.ts';
import { type Actor, recordAuditEvent } from '../audit/index.ts';
import { cloneCampaign } from '../campaigns/index.ts';
import { holdChannels } from '../channels/index.ts';
import { balanceOf, creditsText, publishBalance, reserveCredits } from '../credits/index.ts';
import { holdLists } from '../lists/index.ts';
import type { CountedBlast } from '../messages/index.ts';
import { type Db, first, sql, transact } from '../platform/db/database.ts';
import { run } from '../platform/db/statement.ts';
import { Refusal } from '../platform/errors.ts';
import { type KeptReply, keepReplies } from '../platform/http/intents.ts';
import type { Services } from '../platform/services.ts';
import { holdSegment } from '../segments/index.ts';
import { type AudienceCounts, countAudience, countLargeAudience } from './count-audience.ts';
import { FIRST_CHUNK, fanOutChunk, idsFor } from './fanout.ts';
import { endWhenOver } from './finish-blast.ts';
import {
  type BlastTarget,
  campaignsOf,
  finishedFilters,
  hashOf,
  LARGE,
  lockCampaigns,
  type Plan,
  planBlast,
  requireFinished,
} from './plan.ts';
import { dropReview, findReview } from './review.ts';
import { onItsDay } from './sending-day.ts';

export type BlastRequest = BlastTarget & {
  /** Null: at once. A moment that has passed is at once, too. */
  scheduledFor: Date | null;
  automatonId: number | null;
  /** When the automata's run was due: there is one blast a run. */
  runDueAt?: Date;
  /** YYYY-MM-DD HH:mm:ss on each contact's own clock; null: everybody at one moment. */
  localTime?: string | null;
  /** How long each message may be tried, in minutes; null: as the channel is set. */
  timeToLiveMinutes?: number | null;
};

export type LaunchedBy = {
  by?: Actor['caller'];
  /** What is to be stored together with the blast. */
  keepReply?: ((trx: Db, blastId: number) => Promise<KeptReply>) | undefined;
  /** Done in the transaction of the launch: when it throws, nothing is launched. */
  together?: ((trx: Db, blastId: number) => Promise<void>) | undefined;
};

export type Launched = {
  blastId: number;
  /** Distinct members of the lists. */
  listCount: number;
  /** Contacts that get it. */
  queued: number;
  balance: number;
};

/**
 * The same request again within this time is a double click: it names the blast of the first one, and queues
 * nobody.
 */
const DOUBLE_CLICK_MS = 2_000;

/** What was asked, as a hash, and when. */
type Click = { key: string; at: Date };

/**
 * Queues a campaign for everybody in the lists whom the filters, opt-outs and earlier blasts of it leave, and
 * reserves the credits. A small audience is queued before this answers, a large one begins to go out while
 * the rest is being queued.
 * @throws NotFound for foreign or unknown campaigns, lists and segments; Refusal for a campaign that is
 * deleted or not finished, for a filter by a tag that is gone, and for a balance that is too low: then
 * nothing is stored.
 */
export async function launchBlast(
  services: Services,
  accountId: number,
  asked: BlastRequest,
  { by = { userId: 0 }, keepReply, together }: LaunchedBy = {},
): Promise<Launched> {
  const { db, clock } = services;
  const askedAt = clock.now();
  // A late run of an automata means the day on which it was due.
  const meant = { scheduledFor: asked.runDueAt ?? asked.scheduledFor, localTime: asked.localTime ?? null };
  const request = await onItsDay(db, accountId, asked, meant, asked.runDueAt ?? askedAt);
  const click = { key: hashOf(request), at: askedAt };
  // What is stored with it is stored in the transaction, which looks for a double itself.
  const first = keepReply || together ? undefined : await findDouble(db, accountId, click);
  if (first) return first;
  const plan = await planBlast(db, services.config, accountId, request);
  await requireLaunchable(db, accountId, request, plan);
  const large = plan.mostPeople > LARGE;
  const counted = large ? await countLarge(services, accountId, plan) : null;
  const firstId = await services.messageIds.reserve(idsFor(FIRST_CHUNK));
  const launched = await transact(db, async (trx) => {
    const stored = await store(trx, services, { accountId, request, click, counted, firstId, by });
    await together?.(trx, stored.blastId);
    if (keepReply) await run(trx, keepReplies(trx, accountId, [await keepReply(trx, stored.blastId)]));
    return stored;
  });
  if (large) await dropReview(db, accountId, plan.key);
  services.signals.wake('chunks');
  services.signals.wake('blasts');
  publishBalance(services, accountId);
  return launched;
}

/** @throws what {@link launchBlast} throws whoever is reached, and whatever it costs. */
export async function checkBlast(services: Services, accountId: number, asked: BlastRequest): Promise<void> {
  const plan = await planBlast(services.db, services.config, accountId, asked);
  await requireLaunchable(services.db, accountId, asked, plan);
}

/**
 * What stands in the way of a launch whoever is reached: also asked before a person is shown what would go
 * out. @throws Refusal for a campaign that is not finished, and for filters that cannot be applied.
 */
export async function requireLaunchable(
  db: Db,
  accountId: number,
  target: BlastTarget,
  plan: Plan,
): Promise<void> {
  await requireFinished(db, accountId, campaignsOf(target));
  requireFilters(target, plan);
}

/**
 * With a tag that is gone, everybody's value is missing: "is not" would let in those whom it is to keep out.
 * A condition without its value would let in everybody.
 */
function requireFilters(target: BlastTarget, { audience: { conditions } }: Plan): void {
  const lacking = lackingValue(target.filters);
  if (lacking) throw new Refusal(lacking, 'inpTagfilter');
  const gone = finishedFilters(target).find((_, n) => conditions[n]?.tagId === null);
  if (gone)
    throw new Refusal(
      `A filter names the tag “${gone.tag}”, which was renamed or deleted. Choose another one or remove the filter.`,
      'inpTagfilter',
    );
}

/** What to say of a condition on a tag that lacks its value; null: there is none. */
export function lackingValue(filters: readonly Filter[]): string | null {
  const lacking = filters.find((filter) => filter.tag !== '' && isUnfinished(filter));
  return lacking
    ? `The filter on “${lacking.tag}” has no value yet. Enter one, choose “is empty”, or remove the filter.`
    : null;
}

/** What the review counted a moment ago, else counted now. */
async function countLarge(services: Services, accountId: number, plan: Plan): Promise<AudienceCounts> {
  const now = services.clock.now();
  const kept = await findReview(services.db, accountId, plan.key, now);
  return (
    kept ?? countLargeAudience(services.db, plan.audience, plan.openings, { now, timeZone: plan.timeZone })
  );
}

type Launch = {
  accountId: number;
  request: BlastRequest;
  click: Click;
  /** Null: to be counted now. */
  counted: AudienceCounts | null;
  /** The first of the message ids that are reserved. */
  firstId: number;
  by: Actor['caller'];
};

async function store(trx: Db, services: Services, launch: Launch): Promise<Launched> {
  const { accountId, request, click, counted } = launch;
  const now = services.clock.now();
  // Before all else: what is being deleted may be waited for, and nobody waits for this meanwhile. First the
  // channel, then the lists, as where it is deleted together with its audience.
  if ((await holdChannels(trx, accountId, [request.channelId])).length === 0)
    throw new Refusal('The channel was deleted. Choose another one.', 'inpShortCode');
  await holdLists(trx, accountId, request.listIds);
  // One launch of an account at a time: the second of two clicks sees the first.
  await sql`select 1 from balances where account_id = ${accountId} for update`.execute(trx);
  const double = await findDouble(trx, accountId, click);
  if (double) return double;
  await lockCampaigns(trx, accountId, campaignsOf(request));
  // It may have been deleted since it was planned.
  if (request.segmentId) await holdSegment(trx, accountId, request.segmentId);
  const target = request.asCopy ? await copyOf(trx, accountId, request, now) : request;
  const plan = await planBlast(trx, services.config, accountId, target);
  requireFilters(target, plan);
  const counts =
    counted ?? (await countAudience(trx, plan.audience, plan.openings, { now, timeZone: plan.timeZone }));
  const balance = await balanceOf(trx, accountId);
  if (counts.credits > balance)
    throw new Refusal(
      `This blast needs ${creditsText(counts.credits)}, and the balance is ${creditsText(balance)}.`,
    );
  const dueAt = request.scheduledFor && request.scheduledFor > now ? request.scheduledFor : now;
  const source = { campaignId: request.campaignId, key: click.key, dueAt };
  const blastId = await insertBlast(trx, accountId, target, { ...source, plan, counts }, now);
  await reserveCredits(trx, accountId, blastId, counts.credits, now);
  await recordAuditEvent(
    trx,
    { accountId, caller: launch.by, clock: services.clock },
    {
      act: 'blast-sent',
      kind: 'blast',
      id: blastId,
      detail: `to ${counts.eligible.toLocaleString('en-US')}`,
    },
  );
  await beginFanOut(trx, launch, { blastId, audience: plan.audience, dueAt }, now);
  return {
    blastId,
    listCount: counts.listed,
    queued: counts.eligible,
    balance: balance - counts.credits,
  };
}

/** Queues the first people; what is left is a job, and so is what waits for its time. */
async function beginFanOut(
  trx: Db,
  { accountId, request: { channelId }, firstId }: Launch,
  { blastId, audience, dueAt }: { blastId: number; audience: Plan['audience']; dueAt: Date },
  now: Date,
): Promise<void> {
  const isLater = dueAt > now;
  const begun = { cursor: 0, total: 0, dueAt: isLater ? null : dueAt, paused: false };
  const fanOut = { blastId, channelId, audience, ...begun };
  const { complete } = await fanOutChunk(trx, fanOut, FIRST_CHUNK, firstId, now);
  if (isLater || !complete)
    await sql`
      insert into blast_jobs (account_id, blast_id, due_at)
      values (${accountId}, ${blastId}, ${complete ? dueAt : now})`.execute(trx);
  if (complete) await endFanOut(trx, accountId, blastId, now);
}

/** The same request for a copy of its campaign, which stays only together with the blast. */
async function copyOf(trx: Db, accountId: number, request: BlastRequest, now: Date): Promise<BlastRequest> {
  const campaignId = await cloneCampaign(trx, accountId, request.campaignId, now, request.automatonId);
  return { ...request, campaignId, asCopy: false };
}

/**
 * What was decided about a blast: of which campaign it is, where it was asked for, and when it goes to whom.
 */
type Decided = { campaignId: number; key: string; dueAt: Date; plan: Plan; counts: AudienceCounts };

async function insertBlast(
  trx: Db,
  accountId: number,
  request: BlastRequest,
  { campaignId: sourceCampaignId, key, dueAt, plan, counts }: Decided,
  now: Date,
): Promise<number> {
  const {
    openings,
    audience: { conditions },
  } = plan;
  const filters = finishedFilters(request).map((filter, n) => ({ ...filter, tagId: conditions[n]?.tagId }));
  const flows = Object.fromEntries(openings.flows.map((flow) => [flow.campaignId, flow]));
  const abCampaigns = openings.flows.length > 1 ? openings.flows.map((flow) => flow.campaignId) : [];
  const row = await first(
    trx,
    sql<{ id: number }>`
      insert into blasts (account_id, campaign_id, source_campaign_id, channel_id, list_ids, filters, ab_campaign_ids,
        members_since, flows, state, scheduled_for, request_key, list_count, filtered, opted_out_before, duplicates,
        credits_reserved, automaton_id, run_due_at, local_time, time_to_live_minutes, renewal, created_at, segment_id,
        segment_plan)
      values (${accountId}, ${request.campaignId}, ${sourceCampaignId}, ${request.channelId},
        ${request.listIds}::bigint[], ${JSON.stringify(filters)}::jsonb, ${abCampaigns}::bigint[],
        ${request.membersSince}, ${JSON.stringify(flows)}::jsonb, ${dueAt > now ? 'scheduled' : 'fanning'}, ${dueAt},
        ${key}, ${counts.listed}, ${counts.filtered}, ${counts.optedOut}, ${counts.duplicates},
        ${counts.credits}, ${request.automatonId}, ${request.runDueAt ?? null},
        ${request.localTime ?? null}, ${request.timeToLiveMinutes ?? null}, ${dueAt > now ? 'awaited' : null}, ${now},
        ${request.segmentId || null}, ${request.segmentPlan ? JSON.stringify(request.segmentPlan) : null}::jsonb)
      returning id`,
  );
  if (!row) throw new Error('The blast was not stored.');
  return row.id;
}

/**
 * Nobody is left to be queued, but for what waits for its time: who was left out is known exactly, whatever
 * the review had counted. Answers the blast if that ended it.
 */
export async function endFanOut(
  trx: Db,
  accountId: number,
  blastId: number,
  now: Date,
): Promise<CountedBlast | undefined> {
  await sql`
    delete from blast_jobs where account_id = ${accountId} and blast_id = ${blastId} and not exists (
      select from blasts where account_id = ${accountId} and id = ${blastId} and renewal = 'awaited'
        and state in ('scheduled', 'paused'))`.execute(trx);
  await sql`
    update blasts set
      state = case when state = 'fanning' then 'running' else state end,
      state_before_pause = case when state_before_pause = 'fanning' then 'running' else state_before_pause end,
      filtered = left_out.filtered, opted_out_before = left_out.opted_out, duplicates = left_out.duplicates,
      list_count = total + left_out.people
    from (
      select coalesce(sum(people) filter (where reason = 'filtered'), 0) as filtered,
        coalesce(sum(people) filter (where reason = 'opted-out'), 0) as opted_out,
        coalesce(sum(people) filter (where reason = 'already-blasted'), 0) as duplicates, coalesce(sum(people), 0) as people
      from blast_exclusions where account_id = ${accountId} and blast_id = ${blastId}
    ) left_out
    where account_id = ${accountId} and id = ${blastId}`.execute(trx);
  return endWhenOver(trx, accountId, blastId, now);
}

/** The blast of an earlier click: however long the later one waited for it since. */
async function findDouble(db: Db, accountId: number, { key, at }: Click): Promise<Launched | undefined> {
  const since = new Date(at.getTime() - DOUBLE_CLICK_MS);
  const row = await first(
    db,
    sql<Launched>`
      select b.id as "blastId", b.list_count as "listCount", 0 as queued, p.balance
      from blasts b join balances p on p.account_id = ${accountId}
      where b.account_id = ${accountId} and b.created_at > ${since} and b.request_key = ${key}
      order by b.id limit 1`,
  );
  return row;
}
