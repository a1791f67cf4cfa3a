/**
 * New steps that the server does not have yet wait in the tab's storage: a reload while it cannot be reached
 * loses none.
 */
import type { Step } from '@parley/engine/flow.ts';
import { isOfThisRelease, sameContent } from '../model/copy.ts';
import { storableJumps } from '../model/references.ts';
import type { Entry } from './entry.ts';

const keyOf = (storageKey: string) => `${storageKey}:added`;

/** Keeps what is new among the entries; call it with each change of them. */
export function createAdditions(storageKey: string) {
  let kept: Step[] = [];
  return (entries: readonly Entry[]): void => {
    const added = entries.filter(({ step }) => step.id < 0).map(({ step }) => step);
    if (added.length === kept.length && added.every((step, index) => step === kept[index])) return;
    kept = added;
    if (added.length === 0) sessionStorage.removeItem(keyOf(storageKey));
    else sessionStorage.setItem(keyOf(storageKey), JSON.stringify(added));
  };
}

/** `arrived`: those that the server has after all, by their provisional ids: the ids they have there. */
export type Additions = { left: Step[]; arrived: Map<number, number> };

/** What an earlier page could not add. */
export function additionsLeft(storageKey: string, entries: readonly Entry[]): Additions {
  const additions: Additions = { left: [], arrived: new Map() };
  const json = sessionStorage.getItem(keyOf(storageKey));
  if (json === null) return additions;
  for (const step of (JSON.parse(json) as Step[]).filter(isOfThisRelease)) {
    const there = entries[step.position - 1]?.step;
    if (there && sameContent(there, storableJumps({ ...step, id: there.id } as Step)))
      additions.arrived.set(step.id, there.id);
    else additions.left.push(step);
  }
  return additions;
}
