/** Runs automata when they are due: each run is one blast, once, late when the server was down. */
import { type Launched, launchBlast } from '../blasts/index.ts';
import { firstChannel } from '../channels/index.ts';
import { type FeedConsumer, startFeedConsumer } from '../feed/index.ts';
import { isUniqueViolation, sql, transact } from '../platform/db/database.ts';
import { releaseOnOutage } from '../platform/db/outage.ts';
import { startDueLoop } from '../platform/due-loops.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import { startLoop } from '../platform/loop.ts';
import type { Background, Services } from '../platform/services.ts';
import { brokenSegments } from '../segments/index.ts';
import { beginDueStarts } from './begin-starts.ts';
import { scheduled } from './change.ts';
import { dueAccounts, forgetOldStarts } from './starts-store.ts';
import {
  type Automaton,
  campaignState,
  claimRun,
  type DueRun,
  findAutomaton,
  forgetRun,
  launchedAt,
  lockAutomata,
  noteRun,
  releaseRuns,
} from './store.ts';
import { takeDates } from './take-dates.ts';
import { takeEvents } from './take-events.ts';
import { CONSUMER } from './triggers.ts';

const PAUSE_MS = 10_000;
const STARTS_PAUSE_MS = 1_000;
const DATES_PAUSE_MS = 60_000;
const FORGET_EVERY_MS = 3_600_000;
/** Longer than any launch takes; after a crash the run rests this long. */
const LEASE_MS = 120_000;
/**
 * Longer than people take from joining to being seen: a batch of an import is stamped before it is committed.
 */
const JOINING_MS = 60_000;

export function startAutomata(services: Services): Background[] {
  const { db, clock, log, signals } = services;
  const loop = startLoop({
    name: 'automata',
    log,
    pauseMs: PAUSE_MS,
    once: (isStopping) => runNext(services, isStopping),
  });
  signals.on('automata', loop.wake);
  const starts = startDueLoop(services, {
    name: 'automata by events',
    due: (now) => sql`(${dueAccounts(now)}) as account`,
    pauseMs: STARTS_PAUSE_MS,
    once: () => beginDueStarts(services),
  });
  const dates = startLoop({
    name: 'automata by dates',
    log,
    pauseMs: DATES_PAUSE_MS,
    once: () => takeDates(services),
  });
  signals.on('automata', dates.wake);
  const events = startFeedConsumer(services, eventConsumer(services, starts.wake));
  const forgetting = startLoop({
    name: 'old starts of automata',
    log,
    pauseMs: FORGET_EVERY_MS,
    once: () => forgetOldStarts(db, clock.now()),
  });
  return [loop, starts, dates, events, forgetting];
}

/** `onStarts`: somebody is to be started, perhaps at once. */
export const eventConsumer = ({ clock }: Services, onStarts: () => void): FeedConsumer => ({
  consumer: CONSUMER,
  handle: async (trx, accountId, events) =>
    (await takeEvents(trx, accountId, events, clock.now())) ? onStarts : undefined,
});

/** One run that is due; false when there is none. */
export async function runNext(services: Services, isStopping: () => boolean = () => false): Promise<boolean> {
  const { db, clock } = services;
  const now = clock.now();
  const leasedUntil = new Date(now.getTime() + LEASE_MS);
  const runOne = async () => {
    const due = await claimRun(db, now, leasedUntil);
    if (due) await run(services, due);
    return due !== undefined;
  };
  return runOne().catch(releaseOnOutage(() => releaseRuns(db, leasedUntil), isStopping));
}

async function run(services: Services, due: DueRun): Promise<void> {
  const { db, clock, log } = services;
  const { accountId, automatonId } = due;
  const automaton = await findAutomaton(db, accountId, automatonId);
  if (!automaton?.enabled) return forgetRun(db, accountId, automatonId);
  let problem = '';
  const earlier = await launchedAt(db, due);
  const launched = earlier ?? clock.now();
  if (!earlier) {
    try {
      await launch(services, due, automaton);
    } catch (error) {
      problem = problemOf(error);
      if (problem !== '') log.warn({ accountId, automatonId, problem }, 'an automata run sent nothing');
    }
  }
  const now = clock.now();
  await transact(db, async (trx) => {
    const [current] = await lockAutomata(trx, accountId, automatonId);
    // Switched off or put off meanwhile: the change has said when it runs next.
    if (!current?.nextRunAt || current.nextRunAt > now) return;
    const membersSince = problem === '' ? nextMembersSince(current, launched) : current.membersSince;
    const after = { ...current, problem, membersSince };
    await noteRun(trx, accountId, scheduled(after, current.timeZone, now, false), now);
  });
}

/**
 * From when on the next run takes members for new: those who joined while this one was launched are not lost,
 * and whom it reached already is left out as blasted.
 */
function nextMembersSince({ membersSince }: Automaton, launched: Date): Date {
  return new Date(Math.max(membersSince?.getTime() ?? 0, launched.getTime() - JOINING_MS));
}

/**
 * Why a run sends nothing; empty when another process has launched it meanwhile, which took this one for
 * dead.
 */
function problemOf(error: unknown): string {
  if (isUniqueViolation(error, 'blasts_once_a_run')) return '';
  if (error instanceof Refusal) return error.message;
  if (error instanceof NotFound) return 'Its campaign or list was deleted.';
  throw error;
}

async function launch(
  services: Services,
  { accountId, dueAt }: DueRun,
  automaton: Automaton,
): Promise<Launched> {
  const { db } = services;
  const { campaignId, listId, segmentId, clone, onlyNew, membersSince, filters, timeToLive } = automaton;
  if (listId === 0) throw new Refusal('Its list was deleted.');
  if ((await campaignState(db, accountId, campaignId)) !== 'active')
    throw new Refusal('Its campaign was deleted.');
  if (automaton.channelGone) throw new Refusal('Its channel was deleted.');
  if ((await brokenSegments(db, accountId, [segmentId])).has(segmentId))
    throw new Refusal('Its segment names something that was deleted. Open the segment and mend it.');
  const channelId = automaton.channelId || (await firstChannel(db, accountId))?.id;
  if (!channelId) throw new Refusal('There’s no channel to send from.');
  return launchBlast(services, accountId, {
    campaignId,
    asCopy: clone,
    channelId,
    listIds: [listId],
    segmentId: segmentId || null,
    filters,
    abCampaignIds: [],
    membersSince: onlyNew ? membersSince : null,
    scheduledFor: null,
    automatonId: automaton.id,
    runDueAt: dueAt,
    timeToLiveMinutes: timeToLive || null,
  });
}
