/**
 * What can be undone waits in the tab's storage over a reload. It is given up when the steps are not those
 * that it was made on: somebody else has changed them meanwhile.
 */
import type { Step } from '@parley/engine/flow.ts';
import { isOfThisRelease, sameContent } from '../model/copy.ts';
import { moveReferences } from '../model/references.ts';
import { type Entry, keyOfId } from './entry.ts';
import type { Change, History } from './history.ts';
import type { FormerIds } from './structure.ts';

/** `steps`: as they were when the page went away. */
type Kept = { steps: Step[]; history: History; ids: FormerIds };

const keyOf = (storageKey: string) => `${storageKey}:history`;

type Leaving = { entries: readonly Entry[]; history: History; ids: FormerIds };

/** Characters; the storage of a tab holds some five million, and texts that are not saved yet come first. */
const LONGEST_KEPT = 400_000;

/** Keeps the history with the steps that it is of, unless it is too long. */
export function keepHistory(storageKey: string, { entries, history, ids }: Leaving): void {
  if (history.past.length + history.future.length === 0) {
    sessionStorage.removeItem(keyOf(storageKey));
    return;
  }
  // The next page knows a stored step by its id alone.
  const lasting = new Map(
    entries.filter(({ step }) => step.id > 0).map(({ key, step }) => [key, keyOfId(step.id)]),
  );
  const kept: Kept = {
    steps: entries.map(({ step }) => step),
    history: renamed(history, (key) => lasting.get(key) ?? key),
    ids,
  };
  const json = JSON.stringify(kept);
  sessionStorage.removeItem(keyOf(storageKey));
  if (json.length > LONGEST_KEPT) return;
  try {
    sessionStorage.setItem(keyOf(storageKey), json);
  } catch {
    // A reload forgets it, then.
  }
}

/**
 * The history of an earlier page, taken out of the storage; null when there is none for these steps.
 * `arrived`: provisional ids of steps that were stored after all, with the ids they have there.
 */
export function historyKept(
  storageKey: string,
  steps: readonly Step[],
  arrived: ReadonlyMap<number, number>,
): Pick<Kept, 'history' | 'ids'> | null {
  const json = sessionStorage.getItem(keyOf(storageKey));
  sessionStorage.removeItem(keyOf(storageKey));
  if (json === null) return null;
  const kept = JSON.parse(json) as Kept;
  const now = kept.steps.map((step) => withIds(step, arrived));
  const isSame = now.length === steps.length && steps.every((step, at) => isLike(now[at], step));
  const { past, future } = kept.history;
  if (!isSame || ![...past, ...future].every(isReadable)) return null;
  const keys = new Map([...arrived].map(([from, to]) => [`new${from}`, keyOfId(to)]));
  return {
    history: renamed(kept.history, (key) => keys.get(key) ?? key),
    ids: { ...kept.ids, moved: [...kept.ids.moved, ...arrived] },
  };
}

const isLike = (one: Step | undefined, other: Step) =>
  one !== undefined && one.id === other.id && sameContent(one, other);

function withIds(step: Step, arrived: ReadonlyMap<number, number>): Step {
  let now = { ...step, id: arrived.get(step.id) ?? step.id } as Step;
  for (const [from, to] of arrived) now = moveReferences(now, from, to);
  return now;
}

/** Not written by a release with other words. */
function isReadable(change: Change): boolean {
  if (change.kind === 'group') return change.changes.every(isReadable);
  if (change.kind === 'edit') return isOfThisRelease(change.before) && isOfThisRelease(change.after);
  // A position (a number) was kept by an earlier release.
  if (change.kind === 'move') return typeof change.from === 'string';
  return typeof change.above === 'string' && isOfThisRelease(change.step);
}

function renamed({ past, future }: History, nameOf: (key: string) => string): History {
  const rename = (change: Change): Change => ({
    ...change,
    key: nameOf(change.key),
    ...(change.kind === 'group' && { changes: change.changes.map(rename) }),
    ...(change.kind === 'move' && { from: nameOf(change.from), to: nameOf(change.to) }),
    ...('above' in change && { above: nameOf(change.above) }),
  });
  return { past: past.map(rename), future: future.map(rename) };
}
