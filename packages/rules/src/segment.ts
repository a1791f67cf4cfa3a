/**
 * A segment: people by what is known of them and what they did, as a small tree. Groups (all, any, none of)
 * hold conditions and groups. Lists, tags, campaigns and the like are named by id, so that a rename changes
 * nothing. `segment-plan.ts` says what a tree means at a moment.
 */
import * as z from 'zod/mini';
import { EVENT_KINDS, type EventKindName, type KeptKind, propertyOf } from './event-kinds.ts';
import { FILTER_OPERATORS, type FilterOperator } from './filter.ts';
import { SEGMENT_TREE_LIMITS as LIMITS, TEXT_LIMITS } from './limits.ts';
import {
  type Operand,
  type OperandType,
  operandProblem,
  operatorOf,
  type SegmentOperator,
  type SegmentValueType,
} from './segment-operators.ts';
import { addDays, isDay, isTimeZone } from './time-zone.ts';

export const GROUP_MATCHES = ['all', 'any', 'none'] as const;
export const TAG_TYPES = ['text', 'number', 'date', 'yes-no'] as const;
export type TagType = (typeof TAG_TYPES)[number];
export const PLACE_KINDS = ['state', 'area-code', 'country-code', 'time-zone'] as const;

/** What people did within a window, in days of the account. */
export type EventWindow =
  | { in: 'ever' }
  /** Since the beginning of the day so many days ago. */
  | { in: 'last'; days: number }
  /** Both days included. */
  | { in: 'between'; from: string; to: string };

type Compared = { is: string; value?: Operand };
/** What is asked of a property of an event. */
export type PropertyCondition = { property: string } & Compared;
export type TagFilterCondition = {
  on: 'tag';
  tag: number;
  as: 'filter';
  is: FilterOperator;
  value: string;
};
export type SegmentCondition =
  | ({ on: 'tag'; tag: number; as: TagType } & Compared)
  /** A condition of the specification's tag filter, with its meaning. */
  | TagFilterCondition
  | { on: 'list' | 'channel' | 'segment'; is: 'in' | 'not-in'; value: readonly number[] }
  /** Opted in: there is proof of it, on that channel or list if one is named, and no opt-out since. */
  | { on: 'consent'; is: 'opted-in'; channel?: number | undefined; list?: number | undefined }
  /** The account’s opt-out; on a channel: it came there. */
  | { on: 'consent'; is: 'opted-out'; channel?: number | undefined }
  | { on: 'place'; of: (typeof PLACE_KINDS)[number]; is: 'in' | 'not-in'; value: readonly string[] }
  | ({ on: 'created' } & Compared)
  | {
      on: 'event';
      event: KeptKind;
      did: boolean;
      /** At least so often; with `did` false: not so often. */
      times: number;
      when: EventWindow;
      where: readonly PropertyCondition[];
    };
export type SegmentGroup = { match: (typeof GROUP_MATCHES)[number]; of: readonly SegmentNode[] };
export type SegmentNode = SegmentGroup | SegmentCondition;

/** Where in a tree (a JSON Pointer, RFC 6901), and what is wrong there, in words for a person. */
export type SegmentProblem = { pointer: string; detail: string };

const id = z.int().check(z.minimum(1));
const ids = z.array(id).check(z.minLength(1), z.maxLength(LIMITS.values));
const value = z.string().check(z.minLength(1), z.maxLength(TEXT_LIMITS.tagValue));
const day = z.string().check(z.refine(isDay));
const decimal = z.pipe(
  z.union([z.string(), z.number()]),
  z.pipe(z.transform(String), z.string().check(z.regex(/^-?\d{1,15}(\.\d{1,9})?$/))),
);
const OPERANDS: Record<OperandType, z.ZodMiniType> = {
  nothing: z.optional(z.undefined()),
  text: value,
  texts: z.array(value).check(z.minLength(1), z.maxLength(LIMITS.values)),
  number: decimal,
  numbers: z.tuple([decimal, decimal]),
  day,
  days: z.tuple([day, day]),
  count: z.int().check(z.minimum(0), z.maximum(LIMITS.shiftDays)),
  ids,
};
const WORDS: Record<OperandType, string> = {
  nothing: 'This operator takes no value.',
  text: 'Enter a value.',
  texts: 'Enter at least one value.',
  number: 'Enter a number.',
  numbers: 'Enter two numbers.',
  day: 'Choose a day.',
  days: 'Choose two days.',
  count: 'Enter a number of days.',
  ids: 'Choose at least one.',
};

const isIn = z.enum(['in', 'not-in']);
const window = z.discriminatedUnion('in', [
  z.strictObject({ in: z.literal('ever') }),
  z.strictObject({
    in: z.literal('last'),
    days: z.int().check(z.minimum(1), z.maximum(LIMITS.windowDays)),
  }),
  z.strictObject({ in: z.literal('between'), from: day, to: day }),
]);
const property = z.strictObject({
  property: z.string().check(z.maxLength(60)),
  is: z.string().check(z.maxLength(40)),
  value: z.optional(z.unknown()),
});
const propertyList = z.array(property).check(z.maxLength(LIMITS.properties));
const compared = { is: z.string().check(z.maxLength(40)), value: z.optional(z.unknown()) };

const SHAPES = {
  tag: z.strictObject({ on: z.literal('tag'), tag: id, as: z.enum([...TAG_TYPES, 'filter']), ...compared }),
  list: z.strictObject({ on: z.literal('list'), is: isIn, value: ids }),
  channel: z.strictObject({ on: z.literal('channel'), is: isIn, value: ids }),
  segment: z.strictObject({ on: z.literal('segment'), is: isIn, value: ids }),
  consent: z.strictObject({
    on: z.literal('consent'),
    is: z.enum(['opted-in', 'opted-out']),
    channel: z.optional(id),
    list: z.optional(id),
  }),
  place: z.strictObject({
    on: z.literal('place'),
    of: z.enum(PLACE_KINDS),
    is: isIn,
    value: z
      .array(z.string().check(z.minLength(1), z.maxLength(60)))
      .check(z.minLength(1), z.maxLength(LIMITS.values)),
  }),
  created: z.strictObject({ on: z.literal('created'), ...compared }),
  event: z.strictObject({
    on: z.literal('event'),
    event: z.enum(Object.keys(EVENT_KINDS)),
    did: z._default(z.boolean(), true),
    times: z._default(z.int().check(z.minimum(1), z.maximum(LIMITS.times)), 1),
    when: z._default(window, { in: 'ever' }),
    where: z._default(propertyList, []),
  }),
} as const;
export const CONDITION_SUBJECTS = Object.keys(SHAPES) as (keyof typeof SHAPES)[];

/** The operators of dates that say something of a moment, such as when a contact was added. */
export const MOMENT_OPERATORS = ['on', 'before', 'after', 'between', 'in-last', 'before-last'] as const;

type Walk = { problems: SegmentProblem[]; conditions: number };
type Shape = Record<string, unknown>;

/**
 * Reads a tree from outside: its normal form, with what was left out filled in and doubled ids gone, or
 * everything that is wrong with it.
 */
export function parseSegment(
  input: unknown,
): { tree: SegmentGroup; problems?: undefined } | { tree?: undefined; problems: SegmentProblem[] } {
  const walk: Walk = { problems: [], conditions: 0 };
  const tree = group(input, '', 1, walk);
  if (walk.conditions > LIMITS.conditions)
    note(walk, '', `A segment has at most ${LIMITS.conditions} conditions.`);
  return tree === null || walk.problems.length > 0 ? { problems: walk.problems } : { tree };
}

function note(walk: Walk, pointer: string, detail: string): null {
  if (walk.problems.length < LIMITS.conditions) walk.problems.push({ pointer, detail });
  return null;
}

const isShape = (input: unknown): input is Shape =>
  input !== null && typeof input === 'object' && !Array.isArray(input);

function group(input: unknown, at: string, level: number, walk: Walk): SegmentGroup | null {
  if (!isShape(input)) return note(walk, at, 'This must be a group of conditions.');
  const match = GROUP_MATCHES.find((word) => word === input.match);
  if (!match) return note(walk, `${at}/match`, `This must be one of ${GROUP_MATCHES.join(', ')}.`);
  const extra = Object.keys(input).find((key) => key !== 'match' && key !== 'of');
  if (extra !== undefined) return note(walk, `${at}/${escaped(extra)}`, 'A group has no such field.');
  if (!Array.isArray(input.of) || input.of.length === 0)
    return note(walk, `${at}/of`, 'Add a condition to this group.');
  if (level > LIMITS.levels) return note(walk, at, `Groups go ${LIMITS.levels} levels deep.`);
  if (input.of.length > LIMITS.conditions)
    return note(walk, `${at}/of`, `A segment has at most ${LIMITS.conditions} conditions.`);
  const of = input.of.map((each: unknown, n) => {
    const place = `${at}/of/${n}`;
    return isShape(each) && 'match' in each
      ? group(each, place, level + 1, walk)
      : condition(each, place, walk);
  });
  return { match, of: of.filter((node) => node !== null) };
}

function condition(input: unknown, at: string, walk: Walk): SegmentCondition | null {
  walk.conditions += 1;
  if (!isShape(input)) return note(walk, at, 'This must be a condition or a group.');
  const subject = CONDITION_SUBJECTS.find((word) => word === input.on);
  if (!subject) return note(walk, `${at}/on`, 'There is no such kind of condition.');
  const read = z.safeParse(SHAPES[subject], input);
  if (!read.success) {
    for (const issue of read.error.issues) note(walk, at + pointerOf(issue), detailOf(issue));
    return null;
  }
  const shape = read.data as Shape;
  if (subject === 'tag')
    return shape.as === 'filter' ? filtered(shape, at, walk) : compare(shape, shape.as as TagType, at, walk);
  if (subject === 'created') return created(shape, at, walk);
  if (subject === 'event') return event(shape, at, walk);
  return plain(shape, at, walk);
}

/** A list, channel, segment, place or consent. */
function plain(shape: Shape, at: string, walk: Walk): SegmentCondition | null {
  if (shape.on === 'consent') {
    if (shape.is === 'opted-out' && shape.list !== undefined)
      return note(walk, `${at}/list`, 'An opt-out is not of a list: it counts for the whole account.');
    return shape as SegmentCondition;
  }
  const values = [...new Set(shape.value as (string | number)[])];
  if (shape.of === 'time-zone') {
    const odd = values.findIndex((zone) => !isTimeZone(String(zone)));
    if (odd >= 0) return note(walk, `${at}/value/${odd}`, 'There is no such time zone.');
  }
  if (
    (shape.of === 'area-code' || shape.of === 'country-code') &&
    values.some((one) => !/^\d{1,4}$/.test(String(one)))
  )
    return note(walk, `${at}/value`, 'Enter digits only.');
  return { ...shape, value: values } as unknown as SegmentCondition;
}

function filtered(shape: Shape, at: string, walk: Walk): SegmentCondition | null {
  const operator = FILTER_OPERATORS.find((word) => word === shape.is);
  if (!operator) return note(walk, `${at}/is`, 'There is no such operator.');
  const text = shape.value ?? '';
  if (typeof text !== 'string' || text.length > TEXT_LIMITS.tagValue)
    return note(walk, `${at}/value`, 'Enter a value.');
  return { on: 'tag', tag: shape.tag as number, as: 'filter', is: operator, value: text };
}

function created(shape: Shape, at: string, walk: Walk): SegmentCondition | null {
  if (!MOMENT_OPERATORS.some((word) => word === shape.is))
    return note(walk, `${at}/is`, 'There is no such operator.');
  return compare(shape, 'date', at, walk);
}

function event(shape: Shape, at: string, walk: Walk): SegmentCondition | null {
  const name = shape.event as KeptKind;
  if (!EVENT_KINDS[name].kept)
    return note(walk, `${at}/event`, 'What happened of this kind isn’t kept, so nobody can be found by it.');
  const when = shape.when as EventWindow;
  if (when.in === 'between') {
    if (when.from > when.to) return note(walk, `${at}/when/to`, 'The first day is after the last one.');
    if (addDays(when.from, LIMITS.windowDays) < when.to)
      return note(walk, `${at}/when/to`, 'These days are more than two years apart.');
  }
  const where = properties(name, shape.where as Shape[], `${at}/where`, walk);
  return where && ({ ...shape, where } as unknown as SegmentCondition);
}

function properties(name: EventKindName, given: Shape[], at: string, walk: Walk): PropertyCondition[] | null {
  const where = given.map((each, n) => {
    const place = `${at}/${n}`;
    const found = propertyOf(name, each.property as string);
    if (!found) return note(walk, `${place}/property`, 'What happened has no such property.');
    return compare(each, found.type, place, walk);
  });
  return where.includes(null) ? null : (where as unknown as PropertyCondition[]);
}

/** Conditions on the properties of an event, read from outside: in their normal form, or what is wrong. */
export function parseProperties(
  name: EventKindName,
  input: unknown,
  at: string,
): { where: PropertyCondition[]; problems?: undefined } | { where?: undefined; problems: SegmentProblem[] } {
  const walk: Walk = { problems: [], conditions: 0 };
  const read = z.safeParse(propertyList, input);
  if (!read.success) {
    for (const issue of read.error.issues) note(walk, at + pointerOf(issue), detailOf(issue));
    return { problems: walk.problems };
  }
  const where = properties(name, read.data as Shape[], at, walk);
  return where ? { where } : { problems: walk.problems };
}

/** A value with an operator of its type and what that takes. */
function compare(shape: Shape, type: SegmentValueType, at: string, walk: Walk): SegmentCondition | null {
  const operator: SegmentOperator | undefined = operatorOf(type, shape.is as string);
  if (!operator) return note(walk, `${at}/is`, 'There is no such operator.');
  const { takes } = operator;
  if (takes === 'nothing') {
    const { value: _, ...rest } = shape;
    return rest as SegmentCondition;
  }
  const read = z.safeParse(OPERANDS[takes], shape.value);
  if (!read.success) return note(walk, `${at}/value`, WORDS[takes]);
  const operand = read.data as Operand;
  const problem = operandProblem(takes, operand);
  if (problem !== null) return note(walk, `${at}/value`, problem);
  const single = takes === 'ids' || takes === 'texts' ? [...new Set(operand as readonly string[])] : operand;
  return { ...shape, value: single } as SegmentCondition;
}

const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');

function pointerOf(issue: z.core.$ZodIssue): string {
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
  return path.map((key) => `/${escaped(String(key))}`).join('');
}

function detailOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return 'A condition has no such field.';
  if (issue.code === 'too_big') return `This must be at most ${issue.maximum}.`;
  if (issue.path.at(-1) === 'tag') return 'Choose a tag.';
  if (issue.code === 'too_small' && issue.origin === 'array') return 'Choose at least one.';
  if (issue.code === 'too_small') return `This must be at least ${issue.minimum}.`;
  if (issue.code === 'invalid_value') return `This must be one of ${issue.values.map(String).join(', ')}.`;
  return 'This is missing or of the wrong kind.';
}

/** Everything that a tree names by id, with where. */
export function namedBy(
  tree: SegmentGroup,
): { what: 'tag' | 'segment' | NamedThing; id: number; pointer: string }[] {
  return tree.of.flatMap((node, n) => namedByNode(node, `/of/${n}`));
}
type NamedThing = 'campaign' | 'step' | 'list' | 'channel' | 'link' | 'blast';
type NamedId = ReturnType<typeof namedBy>[number];

function namedByNode(node: SegmentNode, at: string): NamedId[] {
  if ('match' in node) return node.of.flatMap((each, n) => namedByNode(each, `${at}/of/${n}`));
  if (node.on === 'tag') return [{ what: 'tag', id: node.tag, pointer: `${at}/tag` }];
  if (node.on === 'list' || node.on === 'channel' || node.on === 'segment')
    return node.value.map((each, n) => ({ what: node.on, id: each, pointer: `${at}/value/${n}` }));
  if (node.on === 'consent') {
    const { channel } = node;
    const list = node.is === 'opted-in' ? node.list : undefined;
    return [
      ...(channel === undefined ? [] : [{ what: 'channel' as const, id: channel, pointer: `${at}/channel` }]),
      ...(list === undefined ? [] : [{ what: 'list' as const, id: list, pointer: `${at}/list` }]),
    ];
  }
  if (node.on !== 'event') return [];
  return node.where.flatMap(({ property: name, value: given }, n) => {
    const found = propertyOf(node.event, name);
    if (found?.type !== 'id' || !Array.isArray(given)) return [];
    return (given as number[]).map((each, k) => ({
      what: found.of,
      id: each,
      pointer: `${at}/where/${n}/value/${k}`,
    }));
  });
}

/** How many conditions a tree has. */
export function conditionCount(tree: SegmentGroup): number {
  return tree.of.reduce((sum, node) => sum + ('match' in node ? conditionCount(node) : 1), 0);
}
