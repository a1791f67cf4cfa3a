/**
 * The conditions of a segment as programs write them: the tree of rules/segment.ts with ids as REST v1 has
 * them.
 */
import { EVENT_KINDS, type EventKindName, KEPT_KINDS, propertyOf } from '@parley/rules/event-kinds.ts';
import { SEGMENT_TREE_LIMITS } from '@parley/rules/limits.ts';
import {
  GROUP_MATCHES,
  PLACE_KINDS,
  type PropertyCondition,
  parseSegment,
  type SegmentGroup,
  TAG_TYPES,
} from '@parley/rules/segment.ts';
import { z } from 'zod';
import { type IdKind, idText, readId, unstorableTexts, writeId } from './schema.ts';

const single = z.union([z.string(), z.number()]);
const is = z.string().meta({ description: 'The operator, such as `is`, `contains`, `after`, `in-last`.' });
const value = z
  .union([single, z.array(single)])
  .optional()
  .meta({ description: 'What the operator compares with; some take nothing.' });
/** What a property of an event is. */
export const propertyCondition = z
  .strictObject({ property: z.string(), is, value })
  .meta({ id: 'PropertyCondition' });
const isIn = z.enum(['in', 'not-in']);
const ids = (kind: IdKind) => z.array(idText(kind)).min(1).max(SEGMENT_TREE_LIMITS.values);

const Condition = z
  .discriminatedUnion('on', [
    z.strictObject({
      on: z.literal('tag'),
      tag: idText('tag'),
      as: z.enum([...TAG_TYPES, 'filter']),
      is,
      value,
    }),
    z.strictObject({ on: z.literal('list'), is: isIn, value: ids('list') }),
    z.strictObject({ on: z.literal('channel'), is: isIn, value: ids('channel') }),
    z.strictObject({ on: z.literal('segment'), is: isIn, value: ids('segment') }),
    z.strictObject({
      on: z.literal('consent'),
      is: z.enum(['opted-in', 'opted-out']),
      channel: idText('channel').optional(),
      list: idText('list').optional(),
    }),
    z.strictObject({ on: z.literal('place'), of: z.enum(PLACE_KINDS), is: isIn, value: z.array(z.string()) }),
    z.strictObject({ on: z.literal('created'), is, value }),
    z.strictObject({
      on: z.literal('event'),
      event: z.enum(KEPT_KINDS),
      did: z.boolean().optional().meta({ description: 'False: who did not; true unless told.' }),
      times: z
        .int()
        .min(1)
        .max(SEGMENT_TREE_LIMITS.times)
        .optional()
        .meta({ description: 'At least so often.' }),
      when: z
        .union([
          z.strictObject({ in: z.literal('ever') }).meta({ id: 'EverSince' }),
          z
            .strictObject({ in: z.literal('last'), days: z.int().min(1).max(SEGMENT_TREE_LIMITS.windowDays) })
            .meta({ id: 'LastDays' }),
          z
            .strictObject({ in: z.literal('between'), from: z.iso.date(), to: z.iso.date() })
            .meta({ id: 'BetweenDays' }),
        ])
        .optional(),
      where: z
        .array(propertyCondition)
        .max(SEGMENT_TREE_LIMITS.properties)
        .optional()
        .meta({ description: 'What its properties are; values of ids are texts such as `cmp_12`.' }),
    }),
  ])
  .meta({ id: 'SegmentCondition' });

export type ApiSegmentTree = {
  match: (typeof GROUP_MATCHES)[number];
  of: (ApiSegmentTree | z.input<typeof Condition>)[];
};
const NAME = 'SegmentGroup';
const Group: z.ZodType<ApiSegmentTree, ApiSegmentTree> = z
  .strictObject({
    match: z.enum(GROUP_MATCHES),
    of: z.lazy(() =>
      z
        .array(z.union([Group, Condition]))
        .min(1)
        .max(SEGMENT_TREE_LIMITS.conditions),
    ),
  })
  .meta({ id: NAME, description: `Conditions and groups, up to ${SEGMENT_TREE_LIMITS.levels} levels deep.` });

/** In an answer. */
export const segmentTree = Group;
/** In a request: read by the rules of segments, which say what is wrong where. */
export const segmentTreeGiven = z
  .unknown()
  .meta({ $ref: `#/components/schemas/${NAME}` })
  .transform((given, context): SegmentGroup => {
    const { tree, problems } = parseSegment(withIds(given, fromText));
    if (tree) {
      const broken = unstorableTexts(tree);
      for (const { path, detail } of broken) context.addIssue({ code: 'custom', message: detail, path });
      return broken.length === 0 ? tree : z.NEVER;
    }
    for (const { pointer, detail } of problems)
      context.addIssue({ code: 'custom', message: detail, path: pointer.split('/').slice(1).map(plain) });
    return z.NEVER;
  });

export const writeTree = (tree: SegmentGroup): ApiSegmentTree =>
  withIds(tree, (kind, id) => writeId(kind, Number(id))) as ApiSegmentTree;

/** Conditions on the properties of an event, with ids as programs know them. */
export const writeProperties = (event: EventKindName, where: readonly PropertyCondition[]) =>
  where.map(
    (one) =>
      ofProperty(event, one, (kind, id) => writeId(kind, Number(id))) as z.infer<typeof propertyCondition>,
  );

const plain = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~');
/** What is no id stays no id. */
const fromText = (kind: IdKind, id: unknown) => (typeof id === 'string' ? readId(kind, id) : null);

type Shape = Record<string, unknown>;
type Change = (kind: IdKind, id: unknown) => unknown;
const isShape = (given: unknown): given is Shape =>
  given !== null && typeof given === 'object' && !Array.isArray(given);
const each = (given: unknown, change: (one: unknown) => unknown) =>
  Array.isArray(given) ? given.map(change) : given;

/** A tree with other ids; what is no tree stays as it is. */
function withIds(node: unknown, change: Change, level = 1): unknown {
  if (!isShape(node) || level > SEGMENT_TREE_LIMITS.levels + 1) return node;
  if ('match' in node) return { ...node, of: each(node.of, (one) => withIds(one, change, level + 1)) };
  const { on } = node;
  if (on === 'tag') return { ...node, tag: change('tag', node.tag) };
  if (on === 'list' || on === 'channel' || on === 'segment')
    return { ...node, value: each(node.value, (id) => change(on, id)) };
  if (on === 'consent')
    return { ...node, ...optional(node, 'channel', change), ...optional(node, 'list', change) };
  if (on === 'event' && 'where' in node)
    return { ...node, where: each(node.where, (one) => ofProperty(node.event, one, change)) };
  return node;
}

const optional = (node: Shape, kind: IdKind, change: Change) =>
  node[kind] === undefined ? {} : { [kind]: change(kind, node[kind]) };

function ofProperty(event: unknown, given: unknown, change: Change): unknown {
  if (!isShape(given) || typeof event !== 'string' || !Object.hasOwn(EVENT_KINDS, event)) return given;
  const property = propertyOf(event as EventKindName, String(given.property));
  if (property?.type !== 'id') return given;
  return { ...given, value: each(given.value, (id) => change(property.of, id)) };
}
