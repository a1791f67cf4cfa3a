import type { StepOnWire } from '@parley/contract';
import type { Step } from '@parley/engine/flow.ts';
import type { SaveStatus } from '../../data/saver.ts';
import { sameContent } from '../model/copy.ts';
import { renumber } from '../model/order.ts';

/** One step of the open flow and how its saving stands. */
export type Entry = {
  /** Stays the same while a new step gets its id. */
  key: string;
  /** As the author sees it now. A step that is not stored yet has an id below 0. */
  step: Step;
  /** Of the stored step that `step` was made from; null: not known. */
  version: number | null;
  save: SaveStatus;
  /** The newest version that is known to be stored. Above `version`: what is unsaved here meets it. */
  heard: number;
  /** The save was refused because somebody else saved this step first: what they stored. */
  theirs: StepOnWire | null;
};

/** The steps of entries; the list they were before when nothing of it changed. */
export function stepsOf(entries: readonly Entry[], before: Step[]): Step[] {
  const isSame =
    entries.length === before.length && entries.every(({ step }, index) => step === before[index]);
  return isSame ? before : entries.map(({ step }) => step);
}

export const SETTLED: SaveStatus = { state: 'idle', error: null };

export const keyOfId = (id: number) => `step-${id}`;

export function entryOf({ step, version }: StepOnWire): Entry {
  return { key: keyOfId(step.id), step, version, heard: version ?? 0, save: SETTLED, theirs: null };
}

/**
 * Where a new entry belongs among the steps that the server has (1-based): behind the nearest one that stands
 * before it on the screen, else before the nearest behind it. Steps that the screen moved, added or deleted
 * meanwhile may not have been sent yet.
 */
export function placeAmong(order: readonly number[], entries: readonly Entry[], key: string): number {
  const at = entries.findIndex((entry) => entry.key === key);
  const before = entries.slice(0, at).findLast(({ step }) => order.includes(step.id));
  if (before) return order.indexOf(before.step.id) + 2;
  const behind = entries.slice(at + 1).find(({ step }) => order.includes(step.id));
  return behind ? order.indexOf(behind.step.id) + 1 : order.length + 1;
}

/**
 * What the screen shows after the server was read again: the server's order and texts, but an entry with
 * unsaved changes keeps them with the version they were made from, so that saving them meets the other
 * author's change, or deletion, instead of overwriting it.
 */
export function mergeRead(
  entries: readonly Entry[],
  read: readonly StepOnWire[],
  isUnsaved: (entry: Entry) => boolean,
): Entry[] {
  const known = new Map(entries.map((entry) => [entry.step.id, entry]));
  const merged = read.map((point) => {
    const entry = known.get(point.step.id);
    if (!entry) return entryOf(point);
    // Saved while the flow was read: ours is the newer one.
    const isOlder = entry.version !== null && point.version !== null && point.version < entry.version;
    if (isOlder) return entry;
    return isUnsaved(entry) ? hearing(entry, point) : asRead(entry, point);
  });
  const there = new Set(read.map(({ step }) => step.id));
  for (const entry of entries) {
    const isKept = entry.step.id < 0 || (!there.has(entry.step.id) && isUnsaved(entry));
    if (isKept) merged.splice(entry.step.position - 1, 0, entry);
  }
  return renumber(merged);
}

/** The author's text stays; where they choose between two, the other is the newest. */
function hearing(entry: Entry, point: StepOnWire): Entry {
  const heard = point.version ?? 0;
  if (heard <= entry.heard) return entry;
  return { ...entry, heard, theirs: entry.theirs && point };
}

/** What did not change stays the same object: nothing of it is drawn, checked or played again. */
function asRead(entry: Entry, { step, version }: StepOnWire): Entry {
  const isSame = sameContent(entry.step, step);
  if (isSame && version === entry.version && !entry.theirs) return entry;
  return { ...entry, step: isSame ? entry.step : step, version, heard: version ?? 0, theirs: null };
}
