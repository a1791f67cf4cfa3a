/**
 * "When this happens": what starts an automata by itself. An event of a kind with certain properties, after a
 * wait, so often, until something else happens.
 */
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { EVENT_KINDS, type EventKindName } from './event-kinds.ts';
import { DATE_LIMITS, EVENT_TRIGGER_LIMITS as LIMITS } from './limits.ts';
import { type PropertyCondition, parseProperties, type SegmentProblem } from './segment.ts';
import { addDays, atClock, compareInstants, dayOf } from './time-zone.ts';

/** Nobody is texted for these: it is no longer allowed, or it is not of one contact. */
const NOT_FOR_STARTS: readonly EventKindName[] = ['contact.erased', 'contact.opted_out', 'blast.finished'];
/** What starts an automata by the date in a tag; it is no event of its own, and ends nothing. */
export const DATE_REACHED = 'date.reached';
export const TRIGGER_KINDS = (Object.keys(EVENT_KINDS) as EventKindName[]).filter(
  (name) => !NOT_FOR_STARTS.includes(name),
);
const NOT_FOR_EXITS: readonly EventKindName[] = ['contact.erased', 'contact.created', 'blast.finished'];
export const EXIT_KINDS = (Object.keys(EVENT_KINDS) as EventKindName[]).filter(
  (name) => !NOT_FOR_EXITS.includes(name),
);

/** `clock`: at that time of the contact's own day, so many days after the one on which it happened. */
export type TriggerWait =
  | { for: 'nothing' }
  | { for: 'time'; minutes: number }
  | { for: 'clock'; days: number; at: string };
/** How often for one contact; `days`: not again before so many days have passed. */
export type TriggerRepeat = { as: 'once' } | { as: 'days'; days: number } | { as: 'each' };
export type TriggerEvent = { event: EventKindName; where: readonly PropertyCondition[] };
/**
 * `days` after the date in a tag (before it, when negative), at a time of the contact's own clock: each
 * `year` on its day and month, from the date itself on, or on that one `date`.
 */
export type TriggerDate = { tag: number; days: number; at: string; every: 'year' | 'date' };
export type EventTrigger = {
  /** Null: not chosen yet. */
  event: EventKindName | typeof DATE_REACHED | null;
  /** Of a date alone, whose details, wait and repeat are always those of a new trigger. */
  date?: TriggerDate | undefined;
  where: readonly PropertyCondition[];
  wait: TriggerWait;
  repeat: TriggerRepeat;
  exits: readonly TriggerEvent[];
};

export const NEW_TRIGGER: EventTrigger = {
  event: null,
  where: [],
  wait: { for: 'nothing' },
  repeat: { as: 'once' },
  exits: [],
};

const days = (most: number) => z.int().check(z.minimum(0), z.maximum(most));
const kinds = (names: readonly EventKindName[]) => z.enum(names as [EventKindName, ...EventKindName[]]);
const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
const where = z._default(z.array(z.unknown()), []);
const SHAPE = z.strictObject({
  event: z.nullable(z.enum([...TRIGGER_KINDS, DATE_REACHED] as [EventKindName, typeof DATE_REACHED])),
  date: z.optional(
    z.strictObject({
      tag: z.int().check(z.minimum(1)),
      days: z.int().check(z.minimum(-DATE_LIMITS.days), z.maximum(DATE_LIMITS.days)),
      at: clockTime,
      every: z.enum(['year', 'date']),
    }),
  ),
  where,
  wait: z._default(
    z.discriminatedUnion('for', [
      z.strictObject({ for: z.literal('nothing') }),
      z.strictObject({
        for: z.literal('time'),
        minutes: z.int().check(z.minimum(1), z.maximum(LIMITS.waitMinutes)),
      }),
      z.strictObject({
        for: z.literal('clock'),
        days: days(LIMITS.waitDays),
        at: clockTime,
      }),
    ]),
    { for: 'nothing' },
  ),
  repeat: z._default(
    z.discriminatedUnion('as', [
      z.strictObject({ as: z.literal('once') }),
      z.strictObject({
        as: z.literal('days'),
        days: z.int().check(z.minimum(1), z.maximum(LIMITS.everyDays)),
      }),
      z.strictObject({ as: z.literal('each') }),
    ]),
    { as: 'once' },
  ),
  exits: z._default(
    z.array(z.strictObject({ event: kinds(EXIT_KINDS), where })).check(z.maxLength(LIMITS.exits)),
    [],
  ),
});

/**
 * Reads a trigger from outside: with what was left out filled in, or what is wrong with it, by JSON Pointer.
 */
export function parseTrigger(
  input: unknown,
):
  | { trigger: EventTrigger; problems?: undefined }
  | { trigger?: undefined; problems: readonly SegmentProblem[] } {
  const read = z.safeParse(SHAPE, input);
  if (!read.success)
    return {
      problems: read.error.issues.map((issue) => ({
        pointer: issue.path.map((key) => `/${String(key)}`).join(''),
        detail:
          issue.code === 'too_big' ? `This must be at most ${issue.maximum}.` : 'This is missing or wrong.',
      })),
    };
  const { event, date, where: asked, exits, ...rest } = read.data;
  const wrong = misplaced(event, date, asked.length > 0);
  if (wrong) return { problems: [wrong] };
  const isEvent = event !== null && event !== DATE_REACHED;
  const own = isEvent ? parseProperties(event, asked, '/where') : { where: [] };
  const ends = exits.map((exit, n) => ({
    event: exit.event,
    ...parseProperties(exit.event, exit.where, `/exits/${n}/where`),
  }));
  const problems = [own, ...ends].flatMap((each) => ('problems' in each ? (each.problems ?? []) : []));
  if (problems.length > 0) return { problems };
  return {
    trigger: {
      ...rest,
      ...(date && { date, wait: NEW_TRIGGER.wait, repeat: NEW_TRIGGER.repeat }),
      event,
      where: own.where ?? [],
      exits: ends.map((end) => ({ event: end.event, where: end.where ?? [] })),
    },
  };
}

/** What belongs to the other way to start. */
function misplaced(
  event: EventTrigger['event'],
  date: TriggerDate | undefined,
  hasDetails: boolean,
): SegmentProblem | null {
  if (event === null && hasDetails) return { pointer: '/where', detail: 'Choose what happens first.' };
  if (event !== DATE_REACHED)
    return date ? { pointer: '/date', detail: 'Only a date in a tag has this.' } : null;
  if (!date) return { pointer: '/date', detail: 'Choose the tag with the date.' };
  return hasDetails ? { pointer: '/where', detail: 'A date in a tag has no details.' } : null;
}

/** When it starts for whom something happened: an instant, never before that. `zone`: the contact's. */
export function startOf(wait: TriggerWait, happened: string, zone: string): string {
  if (wait.for === 'nothing') return happened;
  if (wait.for === 'time') return Temporal.Instant.from(happened).add({ minutes: wait.minutes }).toString();
  const on = (day: string) => atClock(day, wait.at, zone);
  const first = addDays(dayOf(happened, zone), wait.days);
  const at = on(first);
  // Of a day whose time has passed already, the next one.
  return compareInstants(at, happened) < 0 ? on(addDays(first, 1)) : at;
}

/** The events that a trigger asks for: what starts it, then what ends it. */
export const askedOf = ({ event, where: own, exits }: EventTrigger): readonly TriggerEvent[] => [
  ...(event === null || event === DATE_REACHED ? [] : [{ event, where: own }]),
  ...exits,
];
