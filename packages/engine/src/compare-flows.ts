/** What became another between two versions of a flow. Pure. */
import type { Step } from './flow.ts';

/** A part of a step that differs; of a list (answers, rules, wordings) one item, the same by its id. */
export type StepPart = {
  field: string;
  /** Null: the item was added, or the other kind of step has no such field. */
  before: unknown;
  /** Null: the item was removed. */
  after: unknown;
  /** Counted from 1 in the list that holds it last; absent: the field is no list. */
  item?: number;
};

export type StepChange =
  | { kind: 'added'; step: Step }
  | { kind: 'removed'; step: Step }
  /** `parts`: empty when it only stands elsewhere (`moved`). */
  | { kind: 'changed'; before: Step; step: Step; parts: StepPart[]; moved: boolean };

/**
 * What leads from one version to the other, in the order of the steps as they are after it; removed ones come
 * where they stood. A step is the same by its id. Empty: nobody would notice a difference.
 */
export function compareFlows(before: readonly Step[], after: readonly Step[]): StepChange[] {
  const earlier = new Map(before.map((step) => [step.id, step]));
  const later = new Set(after.map(({ id }) => id));
  const inOrder = keptInOrder(
    before.map(({ id }) => id),
    after.map(({ id }) => id),
  );
  const changes = after.flatMap((step): StepChange[] => {
    const old = earlier.get(step.id);
    if (!old) return [{ kind: 'added', step }];
    const parts = partsOf(old, step);
    const moved = !inOrder.has(step.id);
    return parts.length > 0 || moved ? [{ kind: 'changed', before: old, step, parts, moved }] : [];
  });
  const removed = before
    .filter(({ id }) => !later.has(id))
    .map((step) => ({ kind: 'removed', step }) as const);
  const place = ({ kind, step }: StepChange) => step.position - (kind === 'removed' ? 0.5 : 0);
  return [...changes, ...removed].sort((one, other) => place(one) - place(other));
}

/** `translatedFrom` is for those who write: what contacts hear is the same. */
const UNNOTICED = ['id', 'position', 'translatedFrom'];

function partsOf(before: Step, after: Step): StepPart[] {
  const one = before as Record<string, unknown>;
  const other = after as Record<string, unknown>;
  const fields = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return fields
    .filter((field) => !UNNOTICED.includes(field) && !isSame(one[field], other[field]))
    .flatMap((field) => itemsOf(field, one[field] ?? null, other[field] ?? null));
}

type Item = { id: number };
const isItems = (value: unknown): value is Item[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null && 'id' in item);

/** Shared phrases train an intent and have its id, not one of their own. */
const hasOwnIds = (items: Item[]) => new Set(items.map(({ id }) => id)).size === items.length;

/** A list whose items can be told apart is compared item by item; one in another order only, as a whole. */
function itemsOf(field: string, before: unknown, after: unknown): StepPart[] {
  const whole = [{ field, before, after }];
  if (!isItems(before) || !isItems(after) || !hasOwnIds(before) || !hasOwnIds(after)) return whole;
  const removed = before.flatMap((old, index) =>
    after.some(({ id }) => id === old.id) ? [] : [{ field, before: old, after: null, item: index + 1 }],
  );
  const changed = after.flatMap((item, index) => {
    const old = before.find(({ id }) => id === item.id) ?? null;
    return isSame(old, item) ? [] : [{ field, before: old, after: item, item: index + 1 }];
  });
  return removed.length + changed.length > 0 ? [...removed, ...changed] : whole;
}

/** Fields that are not there and those in another order make no difference. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>];
  return [...keys].every((key) => isSame(left[key], right[key]));
}

/** The ids of a longest row of steps that stand in the same order in both: the others were moved. */
function keptInOrder(before: readonly number[], after: readonly number[]): Set<number> {
  const places = new Map(before.map((id, place) => [id, place]));
  const common = after.filter((id) => places.has(id));
  /** By length: the end of the row with the earliest place; for each step the one before it in its row. */
  const ends: number[] = [];
  const previous = new Map<number, number | undefined>();
  const placeOf = (id: number | undefined) => (id === undefined ? -1 : (places.get(id) ?? -1));
  for (const id of common) {
    const found = ends.findIndex((end) => placeOf(end) >= placeOf(id));
    const length = found < 0 ? ends.length : found;
    previous.set(id, ends[length - 1]);
    ends[length] = id;
  }
  const row = new Set<number>();
  for (let id = ends.at(-1); id !== undefined; id = previous.get(id)) row.add(id);
  return row;
}
