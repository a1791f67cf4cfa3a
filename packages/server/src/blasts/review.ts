/**
 * The review before sending: five counts that add up, the price, what waits, and what three people would
 * read.
 */
import { balanceOf } from '../credits/index.ts';
import { type Db, first, rows, sql } from '../platform/db/database.ts';
import type { Services } from '../platform/services.ts';
import { type Frequency, readFrequency } from '../policy/index.ts';
import { isBlasted, isListed, meetsFilters } from './audience.ts';
import { type AudienceCounts, countLargeAudience } from './count-audience.ts';
import { firstText } from './opening-texts.ts';
import { type BlastTarget, LARGE, type Plan, planBlast } from './plan.ts';

const EXAMPLES = 3;
const REVIEW_LASTS_MS = 10 * 60_000;

export type Review = AudienceCounts & {
  /** Messages of this campaign that wait to be sent. */
  queued: number;
  frequency: Frequency | null;
  balance: number;
  speed: Speed;
  examples: { phone: string; text: string }[];
};

/** @throws NotFound and Refusal as `planBlast`. */
export async function reviewBlast(
  services: Services,
  accountId: number,
  target: BlastTarget,
  scheduledFor: Date,
): Promise<Review> {
  const { db, clock } = services;
  const now = clock.now();
  const plan = await planBlast(db, services.config, accountId, target);
  const frequency = await readFrequency(db, accountId);
  const counts = await countLargeAudience(
    db,
    plan.audience,
    plan.openings,
    { now, timeZone: plan.timeZone },
    { frequency, at: scheduledFor > now ? scheduledFor : now },
  );
  if (plan.mostPeople > LARGE) await keepReview(db, accountId, plan.key, counts, now);
  return {
    ...counts,
    frequency,
    queued: await countQueued(db, accountId, target.campaignId),
    balance: await balanceOf(db, accountId),
    speed: await readSpeed(db, accountId, target.channelId),
    examples: counts.eligible === 0 ? [] : await readExamples(db, accountId, plan, now),
  };
}

/** 0: no limit. */
type Speed = { segmentsPerMinute: number; segmentsPerDay: number };

/** What the channel's sender may send. */
async function readSpeed(db: Db, accountId: number, channelId: number): Promise<Speed> {
  const row = await first(
    db,
    sql<Speed>`
      select coalesce(least(segments_per_second * 60, segments_per_minute), 0) as "segmentsPerMinute",
        coalesce(segments_per_day, 0) as "segmentsPerDay"
      from channels where account_id = ${accountId} and id = ${channelId}`,
  );
  return row ?? { segmentsPerMinute: 0, segmentsPerDay: 0 };
}

async function readExamples(db: Db, accountId: number, plan: Plan, now: Date): Promise<Review['examples']> {
  const { audience, openings, timeZone } = plan;
  const people = await rows(
    db,
    sql<{ phone: string; tags: Record<string, string>; timeZone: string | null }>`
      select c.phone, c.tags, c.time_zone as "timeZone" from contacts c
      where c.account_id = ${accountId} and ${isListed(audience)} and ${meetsFilters(audience)}
        and not c.opted_out and not ${isBlasted(audience)}
      order by c.id limit ${EXAMPLES}`,
  );
  return people.flatMap((person, n) => {
    const flow = openings.flows[n % openings.flows.length];
    if (!flow) return [];
    const values = openings.tags.map(({ id }) => person.tags[String(id)] ?? '');
    const zone = person.timeZone ?? timeZone;
    return [
      {
        phone: person.phone,
        text: firstText(openings, flow, { phone: person.phone, values }, { now, timeZone: zone }),
      },
    ];
  });
}

async function countQueued(db: Db, accountId: number, campaignId: number): Promise<number> {
  const row = await first(
    db,
    sql<{ queued: number }>`
      select coalesce(sum(queued), 0) as queued from blasts
      where account_id = ${accountId} and (campaign_id = ${campaignId} or ${campaignId} = any(ab_campaign_ids))
        and state in ('scheduled', 'fanning', 'running', 'paused')`,
  );
  return row?.queued ?? 0;
}

async function keepReview(
  db: Db,
  accountId: number,
  key: string,
  counts: AudienceCounts,
  now: Date,
): Promise<void> {
  const old = new Date(now.getTime() - REVIEW_LASTS_MS);
  await sql`
    with gone as (delete from blast_reviews where account_id = ${accountId} and at < ${old} and key <> ${key})
    insert into blast_reviews (account_id, key, counts, at)
    values (${accountId}, ${key}, ${JSON.stringify(counts)}::jsonb, ${now})
    on conflict (account_id, key) do update set counts = excluded.counts, at = excluded.at`.execute(db);
}

/** What was counted for the same audience and flows a moment ago. */
export async function findReview(
  db: Db,
  accountId: number,
  key: string,
  now: Date,
): Promise<AudienceCounts | undefined> {
  const row = await first(
    db,
    sql<{ counts: AudienceCounts }>`
      select counts from blast_reviews
      where account_id = ${accountId} and key = ${key} and at > ${new Date(now.getTime() - REVIEW_LASTS_MS)}`,
  );
  return row?.counts;
}

/** Counts again after something was sent to this audience: the review no longer holds. */
export async function dropReview(db: Db, accountId: number, key: string): Promise<void> {
  await sql`delete from blast_reviews where account_id = ${accountId} and key = ${key}`.execute(db);
}
