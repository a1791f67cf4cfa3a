/**
 * A segment while it is built: the tree with a key for each part, in which values may still be missing.
 * Every change answers a new draft.
 */
import type { EventKindName, KeptKind } from '@parley/rules/event-kinds.ts';
import {
  type EventWindow,
  type PLACE_KINDS,
  parseSegment,
  type SegmentGroup,
  type SegmentNode,
  type SegmentProblem,
  type TagType,
} from '@parley/rules/segment.ts';
import type { Operand } from '@parley/rules/segment-operators.ts';

type Compared = { is: string; value?: Operand | undefined };
/** A condition on a property of what happened. */
export type PropertyDraft = Compared & { property: string };

export type TagDraft = { on: 'tag'; tag: number; as: TagType | 'filter' } & Compared;
export type MemberDraft = { on: 'list' | 'channel' | 'segment'; is: 'in' | 'not-in'; value: number[] };
export type ConsentDraft = {
  on: 'consent';
  is: 'opted-in' | 'opted-out';
  channel?: number | undefined;
  list?: number | undefined;
};
export type PlaceDraft = {
  on: 'place';
  of: (typeof PLACE_KINDS)[number];
  is: 'in' | 'not-in';
  value: string[];
};
export type CreatedDraft = { on: 'created' } & Compared;
export type EventDraft = {
  on: 'event';
  event: KeptKind;
  did: boolean;
  times: number;
  when: EventWindow;
  where: PropertyDraft[];
};
export type ConditionDraft = TagDraft | MemberDraft | ConsentDraft | PlaceDraft | CreatedDraft | EventDraft;

export type DraftCondition = { key: string; condition: ConditionDraft };
export type DraftGroup = { key: string; match: SegmentGroup['match']; of: DraftNode[] };
export type DraftNode = DraftCondition | DraftGroup;

export const isGroup = (node: DraftNode): node is DraftGroup => 'match' in node;

const newKey = () => crypto.randomUUID();

/** A group that asks nothing yet; `condition`: its first. */
export const newGroup = (match: SegmentGroup['match'], condition?: ConditionDraft): DraftGroup => ({
  key: newKey(),
  match,
  of: condition ? [newCondition(condition)] : [],
});

export const newCondition = (condition: ConditionDraft): DraftCondition => ({ key: newKey(), condition });

/** The draft of a stored tree. */
export function draftOf(tree: SegmentGroup): DraftGroup {
  return { key: newKey(), match: tree.match, of: tree.of.map(draftOfNode) };
}

const draftOfNode = (node: SegmentNode): DraftNode =>
  'match' in node ? draftOf(node) : newCondition(structuredClone(node) as ConditionDraft);

/** The tree of a draft as the server takes it, finished or not. */
export function treeOf(draft: DraftGroup): unknown {
  return { match: draft.match, of: draft.of.map((node) => (isGroup(node) ? treeOf(node) : node.condition)) };
}

export type Read =
  | { tree: SegmentGroup; problems: Map<string, string> }
  | { tree: null; problems: Map<string, string> };

/** The tree of a draft, or what is still wrong with it, by the key of the part. */
export function readDraft(draft: DraftGroup): Read {
  const { tree, problems } = parseSegment(treeOf(draft));
  if (tree) return { tree, problems: new Map() };
  return { tree: null, problems: problemsByKey(draft, problems) };
}

/** Problems by the key of the part that they are about; the first of each counts. */
export function problemsByKey(draft: DraftGroup, problems: readonly SegmentProblem[]): Map<string, string> {
  const byKey = new Map<string, string>();
  for (const { pointer, detail } of problems) {
    const key = keyAt(draft, pointer);
    if (!byKey.has(key)) byKey.set(key, detail);
  }
  return byKey;
}

/** The part that a JSON Pointer leads to, or into. */
function keyAt(draft: DraftGroup, pointer: string): string {
  let node: DraftNode = draft;
  for (const [, place] of pointer.matchAll(/\/of\/(\d+)/g)) {
    const next: DraftNode | undefined = isGroup(node) ? node.of[Number(place)] : undefined;
    if (!next) break;
    node = next;
  }
  return node.key;
}

/** The draft with another condition or group in the place of one; null: without it. */
export function withNode(draft: DraftGroup, key: string, next: DraftNode | null): DraftGroup {
  const of = draft.of.flatMap((node) => {
    if (node.key === key) return next === null ? [] : [next];
    return [isGroup(node) ? withNode(node, key, next) : node];
  });
  return { ...draft, of };
}

/** The draft with one more part at the end of a group. */
export function withAdded(draft: DraftGroup, group: string, added: DraftNode): DraftGroup {
  if (draft.key === group) return { ...draft, of: [...draft.of, added] };
  return { ...draft, of: draft.of.map((node) => (isGroup(node) ? withAdded(node, group, added) : node)) };
}

/** The draft with another word for how the parts of a group go together. */
export function withMatch(draft: DraftGroup, group: string, match: DraftGroup['match']): DraftGroup {
  if (draft.key === group) return { ...draft, match };
  return { ...draft, of: draft.of.map((node) => (isGroup(node) ? withMatch(node, group, match) : node)) };
}

/** How many conditions it has. */
export const sizeOf = (draft: DraftGroup): number =>
  draft.of.reduce((sum, node) => sum + (isGroup(node) ? sizeOf(node) : 1), 0);

/** What a condition begins with, by its subject. */
export const FIRST: { [K in Exclude<ConditionDraft['on'], 'event'>]: ConditionDraft } = {
  tag: { on: 'tag', tag: 0, as: 'text', is: 'is' },
  list: { on: 'list', is: 'in', value: [] },
  segment: { on: 'segment', is: 'in', value: [] },
  channel: { on: 'channel', is: 'in', value: [] },
  consent: { on: 'consent', is: 'opted-in' },
  place: { on: 'place', of: 'state', is: 'in', value: [] },
  created: { on: 'created', is: 'in-last', value: 30 },
};

/** What is asked of an event at first: of those of one's own, which one it is. */
export const firstDetails = (event: EventKindName): PropertyDraft[] =>
  event === 'custom.event' ? [{ property: 'name', is: 'is' }] : [];

export const firstEvent = (event: EventKindName): EventDraft => ({
  on: 'event',
  event: event as KeptKind,
  did: true,
  times: 1,
  when: { in: 'last', days: 30 },
  where: firstDetails(event),
});
