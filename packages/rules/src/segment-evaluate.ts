/** Whether one contact is in a segment, in memory: for automations, which look at one contact at a time. */
import { dataKey, type KeptKind } from './event-kinds.ts';
import { compareDecimals, compareTexts, dayIn, folded, NUMBER } from './filter.ts';
import { anniversaries, writeRelativeDay } from './relative-day.ts';
import type { ValueTest } from './segment-operators.ts';
import type { PropertyTest, SegmentPlan, Span } from './segment-plan.ts';

/** Something that happened; `at` is an instant in ISO 8601. */
export type KeptEvent = {
  kind: KeptKind;
  at: string;
  properties: Readonly<Record<string, string | number | null>>;
};

/** All that segments can ask of a contact. */
export type ContactFacts = {
  phone: string;
  /** By tag id. */
  tags: Readonly<Record<string, string>>;
  /** Of the number; null: it says nothing, and the account's counts. */
  timeZone: string | null;
  createdAt: string;
  /** `channel` null: it came another way. Null: not opted out. */
  optedOut: { channel: number | null } | null;
  lists: ReadonlySet<number>;
  /** Channels that the contact texted, or was opted in through. */
  channels: ReadonlySet<number>;
  events: readonly KeptEvent[];
};

export function isInSegment(plan: SegmentPlan, facts: ContactFacts): boolean {
  switch (plan.node) {
    case 'all':
      return plan.of.every((each) => isInSegment(each, facts));
    case 'any':
      return plan.of.some((each) => isInSegment(each, facts));
    case 'not':
      return !isInSegment(plan.of, facts);
    case 'tag':
      return meetsTest(plan.test, facts.tags[String(plan.tag)] ?? '');
    case 'created':
      return isWithin(facts.createdAt, plan.span);
    case 'phone':
      return plan.prefixes.some((prefix) => facts.phone.startsWith(prefix));
    case 'zone':
      return facts.timeZone === null ? plan.without : plan.zones.includes(facts.timeZone);
    case 'lists':
      return plan.lists.some((id) => facts.lists.has(id));
    case 'channels':
      return plan.channels.some((id) => facts.channels.has(id));
    case 'opted-out':
      return facts.optedOut !== null && (plan.channel === null || plan.channel === facts.optedOut.channel);
    case 'event': {
      const { event, span, where, times } = plan;
      const met = facts.events.filter(
        ({ kind, at, properties }) =>
          kind === event && isWithin(at, span) && meetsAllTests(where, properties),
      );
      return met.length >= times;
    }
  }
}

/** Whether the properties of an event pass all tests. */
export const meetsAllTests = (
  tests: readonly PropertyTest[],
  properties: Readonly<Record<string, string | number | null>>,
): boolean => tests.every(({ property, test }) => meetsTest(test, eventValue(properties, property)));

/** What an event says of a property; of its own ones the value, however it is asked for. */
function eventValue(properties: KeptEvent['properties'], property: string): string | number | null {
  const key = dataKey(property);
  return properties[key === undefined ? property : `data.${key}`] ?? null;
}

function isWithin(at: string, { from, to }: Span): boolean {
  const moment = Date.parse(at);
  return (from === null || moment >= Date.parse(from)) && (to === null || moment < Date.parse(to));
}

/** Whether a value passes a test; null counts as the empty text. */
export function meetsTest(test: ValueTest, value: string | number | null): boolean {
  const text = value === null ? '' : String(value);
  switch (test.is) {
    case 'there':
      return folded(text) !== '';
    case 'text': {
      const own = folded(text);
      return test.texts.some((each) =>
        test.how === 'equals'
          ? own === each
          : test.how === 'contains'
            ? own.includes(each)
            : own.startsWith(each),
      );
    }
    case 'number':
      return isNumberWithin(folded(text), test);
    case 'days':
      return isDayWithin(text, test);
    case 'anniversary':
      return anniversaryOf(test.days).test(text.replace(/^[ \t\n\r]+|[ \t\n\r]+$/g, ''));
    case 'id':
      return typeof value === 'number' && test.ids.includes(value);
    case 'filter':
      return compareTexts(text, test.operator, test.value);
    case 'not':
      return !meetsTest(test.test, value);
    case 'all':
      return test.tests.every((each) => meetsTest(each, value));
  }
}

function isNumberWithin(own: string, { low, high, open }: ValueTest & { is: 'number' }): boolean {
  if (!NUMBER.test(own)) return false;
  const above = low === null ? 1 : compareDecimals(own, low);
  const below = high === null ? -1 : compareDecimals(own, high);
  return open ? above > 0 && below < 0 : above >= 0 && below <= 0;
}

function isDayWithin(value: string, { from, to }: ValueTest & { is: 'days' }): boolean {
  const day = dayIn(value);
  return day !== null && (from === null || day >= from) && (to === null || day <= to);
}

/** Compiled once a plan: automations ask many contacts one after the other. */
const compiled = new WeakMap<readonly string[], RegExp>();
function anniversaryOf(days: readonly string[]): RegExp {
  const known = compiled.get(days) ?? new RegExp(anniversaryPattern(days));
  compiled.set(days, known);
  return known;
}

/** The source of a regular expression, the same in PostgreSQL's `~` and here. */
export function anniversaryPattern(days: readonly string[]): string {
  const each = days.map((day) => anniversaries(writeRelativeDay({ day, shift: 0, everyYear: true })));
  return each.filter((source) => source !== null).join('|');
}
