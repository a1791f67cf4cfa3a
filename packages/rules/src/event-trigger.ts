/**
 * "When this happens": what starts an automata by itself. An event of a kind with certain properties, after a
 * wait, so often, until something else happens.
 */
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { EVENT_KINDS, type EventKindName } from './event-kinds.ts';
import { EVENT_TRIGGER_LIMITS as LIMITS } from './limits.ts';
import { type PropertyCondition, parseProperties, type SegmentProblem } from './segment.ts';
import { addDays, atClock, compareInstants, dayOf } from './time-zone.ts';

/** Nobody is texted for these: it is no longer allowed, or it is not of one contact. */
const NOT_FOR_STARTS: readonly EventKindName[] = ['contact.erased', 'contact.opted_out', 'blast.finished'];
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
export type EventTrigger = {
  /** Null: not chosen yet. */
  event: EventKindName | null;
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
const where = z._default(z.array(z.unknown()), []);
const SHAPE = z.strictObject({
  event: z.nullable(kinds(TRIGGER_KINDS)),
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
        at: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
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
  const { event, where: asked, exits, ...rest } = read.data;
  if (event === null && asked.length > 0)
    return { problems: [{ pointer: '/where', detail: 'Choose what happens first.' }] };
  const own = event === null ? { where: [] } : parseProperties(event, asked, '/where');
  const ends = exits.map((exit, n) => ({
    event: exit.event,
    ...parseProperties(exit.event, exit.where, `/exits/${n}/where`),
  }));
  const problems = [own, ...ends].flatMap((each) => ('problems' in each ? (each.problems ?? []) : []));
  if (problems.length > 0) return { problems };
  return {
    trigger: {
      ...rest,
      event,
      where: own.where ?? [],
      exits: ends.map((end) => ({ event: end.event, where: end.where ?? [] })),
    },
  };
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
  ...(event === null ? [] : [{ event, where: own }]),
  ...exits,
];
