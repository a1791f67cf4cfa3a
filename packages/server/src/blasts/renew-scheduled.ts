/**
 * A scheduled blast at its time: who gets it, what it says and what it costs are made anew, from lists,
 * filters, tags and steps as they are then. Until then what was queued and reserved stands for it. Each step
 * is one transaction; a crash goes on at the next one.
 */
import { recordAuditEvent } from '../audit/index.ts';
import { balanceOf, creditsText, releaseReserved, reserveCredits } from '../credits/index.ts';
import {
  type CountedBlast,
  countedColumns,
  deleteQueued,
  deleteRollups,
  publishBlast,
} from '../messages/index.ts';
import { type Db, first, sql, transact } from '../platform/db/database.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { renewSegmentPlan, segmentColumns } from './blast-segment.ts';
import { type AudienceCounts, countAudience, countLargeAudience } from './count-audience.ts';
import { ALL_QUEUED } from './fanout.ts';
import { requireLaunchable } from './launch.ts';
import { type BlastTarget, campaignsOf, LARGE, lockCampaigns, planBlast } from './plan.ts';

type Scheduled = BlastTarget & {
  blastId: number;
  state: string;
  renewal: 'awaited' | 'clearing' | null;
  scheduledFor: Date;
  cursor: number;
  reserved: number;
};

/**
 * 'fan-out': its people may be queued; 'again': another step of this waits; 'rest': nothing is to be done
 * now.
 */
export type RenewalResult = 'fan-out' | 'again' | 'rest';

const GONE = 'Its campaign, or one of its lists, was deleted.';

/** One step towards a blast that is made anew at its time; 'fan-out' for every other. */
export async function renewScheduledBlast(
  services: Services,
  accountId: number,
  blastId: number,
): Promise<RenewalResult> {
  const blast = await readScheduled(services.db, accountId, blastId, sql``);
  if (!blast?.renewal || blast.state === 'cancelled' || blast.state === 'failed') return 'fan-out';
  if (blast.renewal === 'clearing') {
    await clearNext(services, accountId, blastId);
    return 'again';
  }
  const now = services.clock.now();
  if (blast.state !== 'paused' && blast.scheduledFor <= now) return begin(services, accountId, blast);
  if (blast.cursor !== ALL_QUEUED) return 'fan-out';
  await rest(services.db, accountId, blastId);
  return 'rest';
}

function readScheduled(db: Db, accountId: number, blastId: number, lock: ReturnType<typeof sql>) {
  return first(
    db,
    sql<Scheduled>`
      select id as "blastId", campaign_id as "campaignId", channel_id as "channelId", list_ids as "listIds", filters,
        ab_campaign_ids as "abCampaignIds", members_since as "membersSince", state, renewal,
        scheduled_for as "scheduledFor", cursor_contact_id as cursor, credits_reserved as reserved, ${segmentColumns}
      from blasts where account_id = ${accountId} and id = ${blastId} ${lock}`,
  );
}

/** Until its time; while it is paused, until somebody resumes it. */
async function rest(db: Db, accountId: number, blastId: number): Promise<void> {
  await transact(db, async (trx) => {
    const blast = await readScheduled(trx, accountId, blastId, sql`for update`);
    if (blast?.renewal !== 'awaited') return;
    const until = blast.state === 'paused' ? sql`'infinity'` : sql`${blast.scheduledFor}::timestamptz`;
    await sql`
      update blast_jobs set due_at = ${until} where account_id = ${accountId} and blast_id = ${blastId}`.execute(
      trx,
    );
  });
}

/**
 * What cannot be sent any more pauses instead, with the reason: whoever mends it resumes it, and it is made
 * anew then.
 */
async function begin(services: Services, accountId: number, blast: Scheduled): Promise<RenewalResult> {
  const { blastId } = blast;
  try {
    await renewSegmentPlan(services.db, accountId, blast, services.clock.now());
    const counted = await countIfLarge(services, accountId, blastId);
    await transact(services.db, (trx) => takeAnew(trx, services, accountId, blastId, counted));
    return 'again';
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    const paused = await transact(services.db, (trx) => hold(trx, services, accountId, blastId, problem));
    services.log.warn({ accountId, blast: blastId, problem }, 'a scheduled blast could not start');
    if (paused) publishBlast(services, accountId, paused);
    return 'again';
  }
}

function problemOf(error: unknown): string | null {
  if (error instanceof Refusal) return error.message;
  return error instanceof NotFound ? GONE : null;
}

async function countIfLarge(
  services: Services,
  accountId: number,
  blastId: number,
): Promise<AudienceCounts | null> {
  const { db, config, clock } = services;
  const blast = await readScheduled(db, accountId, blastId, sql``);
  if (!blast) return null;
  const plan = await planBlast(db, config, accountId, blast);
  if (plan.mostPeople <= LARGE) return null;
  return countLargeAudience(db, plan.audience, plan.openings, { now: clock.now(), timeZone: plan.timeZone });
}

/** Its texts, counts and reservation, from now on those of this moment. */
async function takeAnew(
  trx: Db,
  services: Services,
  accountId: number,
  blastId: number,
  counted: AudienceCounts | null,
): Promise<void> {
  const now = services.clock.now();
  await sql`select 1 from balances where account_id = ${accountId} for update`.execute(trx);
  const blast = await readScheduled(trx, accountId, blastId, sql`for update`);
  // Another process, which took this one for dead, or a person was faster.
  if (blast?.renewal !== 'awaited' || blast.state !== 'scheduled') return;
  await lockCampaigns(trx, accountId, campaignsOf(blast));
  const plan = await planBlast(trx, services.config, accountId, blast);
  await requireLaunchable(trx, accountId, blast, plan);
  const { audience, openings, timeZone } = plan;
  const counts = counted ?? (await countAudience(trx, audience, openings, { now, timeZone }));
  const balance = await balanceOf(trx, accountId);
  if (counts.credits > balance + blast.reserved)
    throw new Refusal(tooDear(counts.credits, balance, blast.reserved));
  await releaseReserved(trx, accountId, blastId, blast.reserved, now);
  await reserveCredits(trx, accountId, blastId, counts.credits, now);
  const flows = Object.fromEntries(openings.flows.map((flow) => [flow.campaignId, flow]));
  await sql`
    update blasts set state = 'fanning', renewal = 'clearing', flows = ${JSON.stringify(flows)}::jsonb,
      credits_reserved = ${counts.credits}, list_count = ${counts.listed}, filtered = ${counts.filtered},
      opted_out_before = ${counts.optedOut}, duplicates = ${counts.duplicates}, pause_reason = ''
    where account_id = ${accountId} and id = ${blastId}`.execute(trx);
}

/** Both figures as the account's screens show them. */
const tooDear = (needed: number, balance: number, reserved: number): string =>
  `It needs ${creditsText(needed)} now. ${reserved > 0 ? `It has ${creditsText(reserved)} reserved, and the balance is ${creditsText(balance)}` : `The balance is ${creditsText(balance)}`}. Add credits or change the campaign.`;

async function hold(
  trx: Db,
  services: Services,
  accountId: number,
  blastId: number,
  problem: string,
): Promise<CountedBlast | undefined> {
  const blast = await first(
    trx,
    sql<CountedBlast>`
      update blasts b set state_before_pause = b.state, state = 'paused', pause_reason = ${problem}
      where b.account_id = ${accountId} and b.id = ${blastId} and b.state = 'scheduled' and b.renewal = 'awaited'
      returning ${countedColumns}`,
  );
  if (!blast) return undefined;
  const nobody = { accountId, caller: { userId: 0 }, clock: services.clock };
  await recordAuditEvent(trx, nobody, {
    act: 'blast-not-started',
    kind: 'blast',
    id: blastId,
    detail: problem,
  });
  await sql`update send_chunks set paused = true where account_id = ${accountId} and blast_id = ${blastId}`.execute(
    trx,
  );
  return blast;
}

/** Takes one chunk of what was queued away; with none left, its people are found from the first one on. */
async function clearNext(services: Services, accountId: number, blastId: number): Promise<void> {
  const blast = await transact(services.db, async (trx) => {
    const locked = await readScheduled(trx, accountId, blastId, sql`for update`);
    if (locked?.renewal !== 'clearing') return undefined;
    const chunk = await first(
      trx,
      sql<{ firstMessage: number; lastMessage: number }>`
        delete from send_chunks where account_id = ${accountId} and id = (
          select id from send_chunks where account_id = ${accountId} and blast_id = ${blastId} order by id limit 1
        ) returning first_message_id as "firstMessage", last_message_id as "lastMessage"`,
    );
    if (!chunk) {
      await startOver(trx, accountId, blastId);
      return undefined;
    }
    const { queued, skipped } = await deleteQueued(trx, accountId, blastId, chunk);
    return first(
      trx,
      sql<CountedBlast>`
        update blasts b set total = b.total - ${queued + skipped}::int, queued = b.queued - ${queued}::int,
          skipped = b.skipped - ${skipped}::int
        where b.account_id = ${accountId} and b.id = ${blastId}
        returning ${countedColumns}`,
    );
  });
  if (blast) publishBlast(services, accountId, blast);
}

async function startOver(trx: Db, accountId: number, blastId: number): Promise<void> {
  await deleteRollups(trx, accountId, blastId);
  await sql`delete from blast_exclusions where account_id = ${accountId} and blast_id = ${blastId}`.execute(
    trx,
  );
  await sql`
    update blasts set renewal = null, cursor_contact_id = 0 where account_id = ${accountId} and id = ${blastId}`.execute(
    trx,
  );
}
