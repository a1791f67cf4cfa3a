/**
 * New steps that the server does not have yet wait in the tab's storage: a reload while it cannot be reached
 * loses none.
 */
import type { Step } from '@parley/engine/flow.ts';
import { isOfThisRelease, sameContent } from '../model/copy.ts';
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

/** What an earlier page could not add: without those that arrived after all and stand where they should. */
export function additionsLeft(storageKey: string, entries: readonly Entry[]): Step[] {
  const json = sessionStorage.getItem(keyOf(storageKey));
  if (json === null) return [];
  const steps = JSON.parse(json) as Step[];
  return steps.filter(isOfThisRelease).filter((step) => {
    const there = entries[step.position - 1]?.step;
    return !there || !sameContent(there, { ...step, id: there.id } as Step);
  });
}
