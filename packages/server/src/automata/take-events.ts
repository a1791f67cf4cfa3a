/**
 * What happened, as automata see it: whom it will start, and when, and who leaves by it. Nothing is sent
 * here: the starts are stored with the group of events that they come from, once for an event, and begun when
 * they are due (begin-starts.ts).
 */
import { DATE_REACHED, type EventTrigger, startOf, type TriggerEvent } from '@parley/rules/event-trigger.ts';
import { EVENT_TRIGGER_LIMITS as LIMITS } from '@parley/rules/limits.ts';
import { meetsAllTests } from '@parley/rules/segment-evaluate.ts';
import { type PropertyTest, propertyTests } from '@parley/rules/segment-plan.ts';
import { dayOf } from '@parley/rules/time-zone.ts';
import { zoneOf } from '../accounts/index.ts';
import { endBegunBy } from '../conversation/index.ts';
import type { FeedEvent } from '../feed/index.ts';
import type { Db } from '../platform/db/database.ts';
import { contactZonesOf } from './contact-zones.ts';
import {
  type EarlierStart,
  type Exit,
  earlierStarts,
  endsStart,
  insertStarts,
  leaveStarts,
  type NewStart,
} from './starts-store.ts';
import { ALWAYS_LEFT, eventAutomata } from './triggers.ts';

const DAY_MS = 86_400_000;

type OwnEvent = FeedEvent & { contactId: number };
type Asked = { event: string; tests: readonly PropertyTest[] };
type Listening = { id: number; trigger: EventTrigger; start: Asked; exits: readonly Asked[] };

/** What a group of events comes to; in it the same contact may do several things, one after the other. */
type Book = {
  now: Date;
  zones: ReadonlyMap<number, string>;
  /** By automata and contact: what it has or waits for. */
  had: Map<string, EarlierStart[]>;
  starts: NewStart[];
  exits: Map<string, Exit>;
};

/** Takes a group of events of an account, in its transaction. True: somebody is to be started. */
export async function takeEvents(
  trx: Db,
  accountId: number,
  events: readonly FeedEvent[],
  now: Date,
): Promise<boolean> {
  const zone = await zoneOf(trx, accountId);
  const today = dayOf(now.toISOString(), zone);
  const listening = (await eventAutomata(trx, accountId)).map(({ id, trigger }): Listening => {
    const asked = ({ event, where }: TriggerEvent): Asked => ({
      event,
      tests: propertyTests(event, where, today),
    });
    const { event } = trigger;
    const start =
      event === null || event === DATE_REACHED ? { event: '', tests: [] } : asked({ ...trigger, event });
    return { id, trigger, start, exits: trigger.exits.map(asked) };
  });
  const theirs = events.filter((event): event is OwnEvent => event.contactId !== null);
  if (listening.length === 0 || theirs.length === 0) return false;
  const contactIds = [...new Set(theirs.map(({ contactId }) => contactId))];
  const earlier = await earlierStarts(
    trx,
    accountId,
    listening.map(({ id }) => id),
    contactIds,
  );
  const byClock = listening.some(({ trigger }) => trigger.wait.for === 'clock');
  const book: Book = {
    now,
    zones: byClock ? await contactZonesOf(trx, accountId, contactIds, zone) : new Map(),
    had: Map.groupBy(earlier, keyOf),
    starts: [],
    exits: new Map(),
  };
  for (const event of theirs) for (const each of listening) note(book, each, event);
  const left = await leaveStarts(trx, accountId, [...book.exits.values()], now);
  await endBegunBy(trx, accountId, left, now);
  await insertStarts(trx, accountId, book.starts, now);
  return book.starts.some(({ state }) => state === 'waiting');
}

const keyOf = ({ automatonId, contactId }: { automatonId: number; contactId: number }) =>
  `${automatonId} ${contactId}`;

/** An event that both ends and starts ends what was before it. */
function note(book: Book, each: Listening, event: OwnEvent): void {
  if (event.kind === ALWAYS_LEFT || each.exits.some((exit) => isAsked(exit, event))) leave(book, each, event);
  if (isAsked(each.start, event)) begin(book, each, event);
}

const isAsked = ({ event, tests }: Asked, { kind, properties }: FeedEvent) =>
  event === kind && meetsAllTests(tests, properties);

function leave({ exits, had, starts }: Book, { id }: Listening, { contactId, kind, at }: OwnEvent): void {
  const key = keyOf({ automatonId: id, contactId });
  const exit: Exit = { automatonId: id, contactId, kind, at };
  const before = exits.get(key);
  // Of several the one that ends most.
  if (!before || (before.kind !== ALWAYS_LEFT && endsStart(exit, before.at))) exits.set(key, exit);
  had.set(
    key,
    (had.get(key) ?? []).filter((each) => each.state !== 'waiting' || !endsStart(exit, each.happenedAt)),
  );
  for (const start of starts) {
    const isTheirs = start.automatonId === id && start.contactId === contactId && start.state === 'waiting';
    if (isTheirs && endsStart(exit, start.happenedAt))
      Object.assign(start, { state: 'left', reason: 'exit', exitKind: kind });
  }
}

function begin(book: Book, { id, trigger }: Listening, event: OwnEvent): void {
  const { contactId, kind, fact, at } = event;
  const key = keyOf({ automatonId: id, contactId });
  const had = book.had.get(key) ?? [];
  const zone = book.zones.get(contactId) ?? 'UTC';
  const dueAt = new Date(startOf(trigger.wait, at.toISOString(), zone));
  const isLate = dueAt.getTime() < book.now.getTime() - LIMITS.lateDays * DAY_MS;
  const reason = isLate ? 'late' : repeatReason(trigger, had, at);
  const start: NewStart = {
    automatonId: id,
    contactId,
    kind,
    fact,
    happenedAt: at,
    state: reason === '' ? 'waiting' : 'skipped',
    reason,
    dueAt,
    exitKind: null,
  };
  book.starts.push(start);
  if (reason === '') book.had.set(key, [...had, start]);
}

/** By how often it may start for one contact. */
function repeatReason({ repeat }: EventTrigger, had: readonly EarlierStart[], at: Date): NewStart['reason'] {
  const since = (ms: number) =>
    had.filter(({ happenedAt }) => at.getTime() - happenedAt.getTime() < ms).length;
  if (repeat.as === 'once' && had.length > 0) return 'already';
  if (repeat.as === 'days' && since(repeat.days * DAY_MS) > 0) return 'already';
  return since(DAY_MS) >= LIMITS.startsADay ? 'too-often' : '';
}
