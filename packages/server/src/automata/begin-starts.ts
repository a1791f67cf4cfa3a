/**
 * Begins the conversations of starts whose wait is over: a group of an account in one transaction, with what
 * became of each, so that a process that is killed begins none twice and forgets none.
 */
import type { StartReason } from '@parley/contract';
import { isDateOn } from '@parley/rules/date-trigger.ts';
import { DATE_REACHED } from '@parley/rules/event-trigger.ts';
import { DATE_LIMITS, UNPAID_HOURS } from '@parley/rules/limits.ts';
import { SCHEDULE_TYPES } from '@parley/rules/schedule.ts';
import { firstChannel } from '../channels/index.ts';
import { NotStarted, type Start, startWithin, TooLow } from '../conversation/index.ts';
import { type Db, transact } from '../platform/db/database.ts';
import { isUnavailable } from '../platform/db/outage.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { frequencyCapReached, readFrequency } from '../policy/index.ts';
import { contactsInSegment } from '../segments/index.ts';
import { dateFact, tagValuesOf } from './dates-store.ts';
import {
  accountsDue,
  awaitCredits,
  type DueStart,
  lockDueStarts,
  postponeStart,
  type Settled,
  settleStarts,
} from './starts-store.ts';
import { type Automaton, findAutomata } from './store.ts';

const GROUP_SIZE = 500;
const TRIES = 5;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** How often it is looked whether there are credits again for starts that wait for them. */
const UNPAID_PAUSE_MS = 5 * MINUTE_MS;

/** A group of each account that has one. False: nothing is due any more. */
export async function beginDueStarts(services: Services): Promise<boolean> {
  let isMore = false;
  for (const accountId of await accountsDue(services.db, services.clock.now()))
    isMore = (await beginGroup(services, accountId, GROUP_SIZE)) || isMore;
  return isMore;
}

/** One that fails is tried alone; one that fails alone waits, and is given up after some tries. */
async function beginGroup(services: Services, accountId: number, most: number): Promise<boolean> {
  const { db, clock, log, signals } = services;
  let first: DueStart | undefined;
  try {
    const isMore = await beginPaid(services, accountId, most, (due) => {
      first = due[0];
    });
    if (first) for (const signal of ['outbox', 'timers', 'apiCalls'] as const) signals.wake(signal);
    return isMore;
  } catch (error) {
    if (!first || isUnavailable(error)) throw error;
    log.error(
      { err: error, accountId, automatonId: first.automatonId },
      'what happened could not start automata',
    );
    if (most > 1) return beginGroup(services, accountId, 1);
    const now = clock.now();
    const { id, tries } = first;
    if (tries + 1 >= TRIES)
      await settleStarts(db, accountId, [{ id, reason: 'fault', channelId: null }], now);
    else await postponeStart(db, accountId, id, new Date(now.getTime() + MINUTE_MS * 2 ** tries));
    return true;
  }
}

/** Begins a group; those for whom the balance does not last wait for credits. True: there may be more. */
async function beginPaid(
  services: Services,
  accountId: number,
  most: number,
  onLocked: (due: readonly DueStart[]) => void,
): Promise<boolean> {
  const unpaid = new Set<number>();
  for (;;) {
    const tooDear: number[] = [];
    try {
      return await transact(services.db, async (trx) => {
        const due = await lockDueStarts(trx, accountId, services.clock.now(), most);
        onLocked(due);
        if (due.length === 0) return false;
        const settled = await begin({ trx, services, accountId, unpaid, tooDear }, due);
        return due.length === most || settled < due.length;
      });
    } catch (error) {
      if (!(error instanceof TooLow)) throw error;
      for (const id of tooDear) unpaid.add(id);
    }
  }
}

type Work = {
  trx: Db;
  services: Services;
  accountId: number;
  unpaid: ReadonlySet<number>;
  /** Those that have just turned out too dear. */
  tooDear: number[];
};

/** Answers how many have been settled. */
async function begin(work: Work, due: readonly DueStart[]): Promise<number> {
  const { trx, services, accountId } = work;
  const now = services.clock.now();
  const settled: Settled[] = [];
  const ready = await sift(work, due, settled);
  // One conversation for a contact at a time: what else is due comes with the next group.
  const byContact = new Map<number, Ready>();
  for (const each of ready) if (!byContact.has(each.due.contactId)) byContact.set(each.due.contactId, each);
  const going = [...byContact.values()];
  const starts = going.map(
    ({ due: { id, phone }, campaignId, channelId }): Start => ({
      accountId,
      campaignId,
      channelId,
      phone,
      variables: {},
      by: 'automata',
      automatonStartId: id,
    }),
  );
  const started = await startWithin(trx, services, accountId, starts).catch((error: unknown) => {
    if (error instanceof TooLow) for (const n of error.places) work.tooDear.push(going[n]?.due.id ?? 0);
    throw error;
  });
  for (const [
    n,
    {
      due: { id },
      channelId,
    },
  ] of going.entries())
    settled.push({ id, reason: refusedFor(started[n]), channelId });
  await settleStarts(trx, accountId, settled, now);
  return settled.length;
}

function refusedFor(started: unknown): StartReason | '' {
  if (started instanceof NotStarted) return started.why;
  if (started instanceof NotFound) return 'campaign-deleted';
  if (started instanceof Error) throw started;
  return '';
}

type Ready = { due: DueStart; campaignId: number; channelId: number };

/** Those that may start by what their automata and they themselves are now; the others are settled. */
async function sift(work: Work, due: readonly DueStart[], settled: Settled[]): Promise<Ready[]> {
  const { trx, services, accountId, unpaid } = work;
  const now = services.clock.now();
  // Before anything else is locked, and for all who may come.
  const frequency = await readFrequency(trx, accountId);
  const ids = [...new Set(due.map(({ contactId }) => contactId))];
  const capped = frequency
    ? await frequencyCapReached(trx, accountId, frequency, ids, now)
    : new Map<number, Date>();
  const automata = await findAutomata(
    trx,
    accountId,
    due.map(({ automatonId }) => automatonId),
  );
  const byId = new Map(automata.map((each) => [each.id, each]));
  const inside = await segmentsOf(work, due, byId);
  const moved = await movedDates(work, due, byId);
  const fallback = (await firstChannel(trx, accountId))?.id ?? 0;
  const ready: Ready[] = [];
  const waiting: number[] = [];
  for (const each of due) {
    const automaton = byId.get(each.automatonId);
    const channelId = automaton?.channelId || fallback;
    const reason =
      automatonLacks(automaton, each, channelId) ||
      contactLacks(each, inside.get(each.automatonId)) ||
      (moved.has(each.id) ? 'date-changed' : '') ||
      lateDate(each, now) ||
      (capped.has(each.contactId) ? 'frequency' : '') ||
      (unpaid.has(each.id) && hasWaitedForCredits(each, now) ? 'balance' : '');
    if (reason === '' && unpaid.has(each.id)) waiting.push(each.id);
    else if (reason !== '') settled.push({ id: each.id, reason, channelId: null });
    else if (automaton) ready.push({ due: each, campaignId: automaton.campaignId, channelId });
  }
  await awaitCredits(trx, accountId, waiting, { now, until: new Date(now.getTime() + UNPAID_PAUSE_MS) });
  return ready;
}

/** As long as a reply of a conversation does. */
const hasWaitedForCredits = ({ unpaidSince }: DueStart, now: Date): boolean =>
  unpaidSince !== null && now.getTime() - unpaidSince.getTime() >= UNPAID_HOURS * HOUR_MS;

/** What is changed while somebody waits counts, but for the wait itself. */
function automatonLacks(
  automaton: Automaton | undefined,
  { kind }: DueStart,
  channelId: number,
): StartReason | '' {
  if (!automaton?.enabled) return 'turned-off';
  if (automaton.type !== SCHEDULE_TYPES.BY_EVENT || automaton.trigger?.event !== kind)
    return 'trigger-changed';
  if (automaton.campaignDeleted || automaton.campaignId === 0) return 'campaign-deleted';
  if (automaton.channelGone) return 'channel-deleted';
  return channelId === 0 ? 'no-channel' : '';
}

function contactLacks(due: DueStart, inside: Inside | undefined): StartReason | '' {
  if (due.erased) return 'erased';
  if (due.optedOut) return 'opted-out';
  if (due.paused) return 'paused';
  if (inside === 'broken') return 'segment-broken';
  return inside && !inside.has(due.contactId) ? 'not-in-segment' : '';
}

/** Starts by a date that the contact's tag does not hold any more. */
async function movedDates(
  { trx, accountId }: Work,
  due: readonly DueStart[],
  automata: ReadonlyMap<number, Automaton>,
): Promise<Set<number>> {
  const moved = new Set<number>();
  const byDate = due.filter(({ kind }) => kind === DATE_REACHED);
  for (const [id, starts] of Map.groupBy(byDate, ({ automatonId }) => automatonId)) {
    const date = automata.get(id)?.trigger?.date;
    if (!date) continue;
    const contactIds = starts.map(({ contactId }) => contactId);
    const values = await tagValuesOf(trx, accountId, date.tag, contactIds);
    for (const start of starts) {
      const day = start.fact.split(' ')[1] ?? '';
      const isThere = isDateOn(values.get(start.contactId) ?? '', day, date.every);
      if (!isThere || start.fact !== dateFact(date.tag, day)) moved.add(start.id);
    }
  }
  return moved;
}

/** The server was away for so long that what is to be said would be wrong. */
const lateDate = ({ kind, happenedAt }: DueStart, now: Date): StartReason | '' =>
  kind === DATE_REACHED && now.getTime() - happenedAt.getTime() > DATE_LIMITS.lateHours * HOUR_MS
    ? 'late'
    : '';

type Inside = ReadonlySet<number> | 'broken';

/** Of each automata with a segment: who of those that are due is in it. */
async function segmentsOf(
  { trx, services, accountId }: Work,
  due: readonly DueStart[],
  automata: ReadonlyMap<number, Automaton>,
): Promise<Map<number, Inside>> {
  const inside = new Map<number, Inside>();
  for (const [id, starts] of Map.groupBy(due, ({ automatonId }) => automatonId)) {
    const segment = automata.get(id)?.segmentId ?? 0;
    if (segment === 0) continue;
    const contactIds = starts.map(({ contactId }) => contactId);
    const found = contactsInSegment(trx, accountId, segment, contactIds, services.clock.now());
    inside.set(
      id,
      await found.catch((error: unknown): Inside => {
        if (error instanceof Refusal || error instanceof NotFound) return 'broken';
        throw error;
      }),
    );
  }
  return inside;
}
