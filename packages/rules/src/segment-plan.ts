/**
 * What a segment means at a moment: segments within it put in, days and windows as they are today, operators
 * as tests. Both evaluators, memory (`segment-evaluate.ts`) and SQL (`server/segments`), know plans and
 * nothing else.
 */
import { areaCodesOf } from './area-code-states.ts';
import { type EventKindName, type KeptKind, propertyOf } from './event-kinds.ts';
import { takesValue } from './filter.ts';
import { SEGMENT_TREE_LIMITS as LIMITS } from './limits.ts';
import { onDay, readRelativeDay } from './relative-day.ts';
import type {
  EventWindow,
  PropertyCondition,
  SegmentCondition,
  SegmentGroup,
  SegmentNode,
  SegmentProblem,
  TagFilterCondition,
} from './segment.ts';
import { conditionCount } from './segment.ts';
import { type Operand, operatorOf, type SegmentValueType, type ValueTest } from './segment-operators.ts';
import { addDays, dayOf, dayRange } from './time-zone.ts';

/** Instants as ISO 8601 in UTC, `from` included and `to` not; null: open. */
export type Span = { from: string | null; to: string | null };
export type PropertyTest = { property: string; test: ValueTest };
export type SegmentPlan =
  | { node: 'all' | 'any'; of: readonly SegmentPlan[] }
  | { node: 'not'; of: SegmentPlan }
  | { node: 'tag'; tag: number; test: ValueTest }
  | { node: 'created'; span: Span }
  | { node: 'phone'; prefixes: readonly string[] }
  | { node: 'zone'; zones: readonly string[]; without: boolean }
  | { node: 'lists'; lists: readonly number[] }
  /** Everybody who texted a channel or was opted in through it. */
  | { node: 'channels'; channels: readonly number[] }
  /** `channel` null: wherever it came. */
  | { node: 'opted-out'; channel: number | null }
  | { node: 'event'; event: KeptKind; where: readonly PropertyTest[]; span: Span; times: number };

/** What a plan is made for: a moment, the account's zone, and its segments by id. */
export type SegmentMoment = {
  now: string;
  zone: string;
  segments: ReadonlyMap<number, SegmentGroup>;
};

/**
 * A tree that cannot be planned: it names a segment that is gone or itself, or is too large with those in it.
 */
export class SegmentRing extends Error {
  readonly problem: SegmentProblem;
  constructor(problem: SegmentProblem) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** `nested`: within a segment that the outermost one names there, and errors point at that. */
type Way = {
  moment: SegmentMoment;
  today: string;
  inside: readonly number[];
  pointer: string;
  nested: boolean;
  size: { left: number };
};

/** @param own the id of the segment itself, if it has one: it may not be named within. @throws SegmentRing */
export function planSegment(tree: SegmentGroup, moment: SegmentMoment, own = 0): SegmentPlan {
  const today = dayOf(moment.now, moment.zone);
  const size = { left: LIMITS.nestedConditions };
  const inside = own === 0 ? [] : [own];
  return planGroup(tree, { moment, today, inside, pointer: '', nested: false, size });
}

function planGroup(tree: SegmentGroup, way: Way): SegmentPlan {
  const of = tree.of.map((node, n) => planNode(node, step(way, `/of/${n}`)));
  if (tree.match === 'none') return { node: 'not', of: { node: 'any', of } };
  return { node: tree.match, of };
}

const step = (way: Way, to: string): Way => (way.nested ? way : { ...way, pointer: way.pointer + to });

function planNode(node: SegmentNode, way: Way): SegmentPlan {
  return 'match' in node ? planGroup(node, way) : planCondition(node, way);
}

function planCondition(condition: SegmentCondition, way: Way): SegmentPlan {
  const { today } = way;
  switch (condition.on) {
    case 'tag':
      return { node: 'tag', tag: condition.tag, test: tagTest(condition, today) };
    case 'list':
      return perhaps(condition.is, { node: 'lists', lists: condition.value });
    case 'channel':
      return perhaps(condition.is, { node: 'channels', channels: condition.value });
    case 'segment':
      return perhaps(condition.is, { node: 'any', of: condition.value.map((id) => planNested(id, way)) });
    case 'consent':
      return planConsent(condition);
    case 'place':
      return perhaps(condition.is, planPlace(condition, way.moment.zone));
    case 'created':
      return { node: 'created', span: spanOf(testOf('date', condition, today), way.moment.zone) };
    case 'event': {
      const { event, did, times, when, where } = condition;
      const tests = propertyTests(event, where, today);
      const span = windowOf(when, today, way.moment.zone);
      return perhaps(did ? 'in' : 'not-in', { node: 'event', event, where: tests, span, times });
    }
  }
}

/** What is asked of the properties of an event on a day. */
export const propertyTests = (
  event: EventKindName,
  where: readonly PropertyCondition[],
  today: string,
): PropertyTest[] =>
  where.map((each) => ({
    property: each.property,
    test: testOf(propertyOf(event, each.property)?.type ?? 'text', each, today),
  }));

const perhaps = (is: 'in' | 'not-in', plan: SegmentPlan): SegmentPlan =>
  is === 'in' ? plan : { node: 'not', of: plan };

function tagTest(condition: SegmentCondition & { on: 'tag' }, today: string): ValueTest {
  return condition.as === 'filter' ? filterTest(condition, today) : testOf(condition.as, condition, today);
}

/** A filter's value may be a day that moves along, or a day of every year. */
function filterTest(condition: TagFilterCondition, today: string): ValueTest {
  const { is: operator, value } = condition;
  const [meant = value] = onDay([{ tag: '', operator, value }], today).map((filter) => filter.value);
  const yearly = takesValue(operator) ? readRelativeDay(meant) : null;
  if (!yearly?.everyYear || yearly.day === null) return { is: 'filter', operator, value: meant };
  const test: ValueTest = { is: 'anniversary', days: [yearly.day] };
  if (operator === '=' || operator === 'LIKE') return test;
  return operator === '!=' || operator === 'NOT LIKE'
    ? { is: 'not', test }
    : { is: 'text', how: 'equals', texts: [] };
}

function testOf(
  type: SegmentValueType,
  { is, value }: { is: string; value?: Operand },
  today: string,
): ValueTest {
  const operator = operatorOf(type, is);
  if (!operator) throw new Error(`Values of the type ${type} have no operator "${is}".`);
  return operator.means(value as Operand, today);
}

function planNested(id: number, way: Way): SegmentPlan {
  const { pointer } = step(way, '/value');
  const fail = (detail: string) => new SegmentRing({ pointer, detail });
  if (way.inside.includes(id)) throw fail('A segment can’t be a part of itself.');
  if (way.inside.length > LIMITS.nestedLevels) throw fail('Segments are nested too deeply.');
  const tree = way.moment.segments.get(id);
  if (!tree) throw fail('This segment was deleted.');
  way.size.left -= conditionCount(tree);
  if (way.size.left < 0) throw fail('With the segments within it, this segment has too many conditions.');
  return planGroup(tree, { ...way, inside: [...way.inside, id], pointer, nested: true });
}

function planConsent(condition: SegmentCondition & { on: 'consent' }): SegmentPlan {
  const { channel } = condition;
  if (condition.is === 'opted-out') return { node: 'opted-out', channel: channel ?? null };
  const where = [
    ...(channel === undefined ? [] : [{ property: 'channel', test: { is: 'id' as const, ids: [channel] } }]),
    ...(condition.list === undefined
      ? []
      : [{ property: 'list', test: { is: 'id' as const, ids: [condition.list] } }]),
  ];
  return {
    node: 'all',
    of: [
      { node: 'not', of: { node: 'opted-out', channel: null } },
      { node: 'event', event: 'contact.opted_in', where, span: { from: null, to: null }, times: 1 },
    ],
  };
}

function planPlace({ of, value }: SegmentCondition & { on: 'place' }, zone: string): SegmentPlan {
  if (of === 'time-zone') return { node: 'zone', zones: value, without: value.includes(zone) };
  if (of === 'country-code') return { node: 'phone', prefixes: value.map((code) => `+${code}`) };
  const codes = of === 'state' ? value.flatMap(areaCodesOf) : value;
  return { node: 'phone', prefixes: codes.map((code) => `+1${code}`) };
}

function windowOf(when: EventWindow, today: string, zone: string): Span {
  if (when.in === 'ever') return { from: null, to: null };
  if (when.in === 'between') return dayRange(when.from, when.to, zone);
  const from = addDays(today, -when.days);
  return { from: dayRange(from, from, zone).from, to: null };
}

/** Days of a test as moments of a zone. */
function spanOf(test: ValueTest, zone: string): Span {
  if (test.is !== 'days') throw new Error('Only days are a span of time.');
  const { from, to } = test;
  return {
    from: from === null ? null : dayRange(from, from, zone).from,
    to: to === null ? null : dayRange(to, to, zone).to,
  };
}
