/** Saves what changes inside steps: one request in flight per step, with the version it was made from. */
import { calls, type StepOnWire } from '@parley/contract';
import type { Step } from '@parley/engine/flow.ts';
import { AskError } from '../../data/ask.ts';
import { createSaver, type Saver } from '../../data/saver.ts';
import { isOfThisRelease, sameContent } from '../model/copy.ts';
import { type Entry, keyOfId } from './entry.ts';
import type { FlowWorld, OpenEntries } from './flow-state.ts';
import { storedInstead } from './wire.ts';
import { wordings } from './wordings.ts';

export type When = 'now' | 'after-pause';

type SavingWorld = Pick<FlowWorld, 'wire' | 'storageKey' | 'tell'> & {
  entries: OpenEntries;
  /** Somebody else deleted the step that was to be saved. */
  gone: (key: string, error: AskError) => void;
};

const GONE = wordings.stepSaving.somebodyElseDeletedThisStep;

export type StepSaving = ReturnType<typeof createStepSaving>;

export function createStepSaving({ entries, wire, storageKey, tell, gone }: SavingWorld) {
  const savers = new Map<string, Saver<StepOnWire>>();

  const isUnsaved = (key: string) => savers.get(key)?.unsaved() !== undefined;

  /** A text that an earlier page could not save is shown again, and saved. */
  function resumeDraft({ key, step }: Entry): void {
    if (savers.has(key) || sessionStorage.getItem(draftKey(step.id)) === null) return;
    const saver = saverOf(key, step.id);
    const draft = saver.unsaved();
    if (!draft) return;
    // The save had arrived after all, or nothing of this release can be made of it.
    if (sameContent(draft.step, step) || !isOfThisRelease(draft.step)) {
      saver.discard();
      return;
    }
    entries.patch(key, {
      step: { ...draft.step, id: step.id, position: step.position } as Step,
      version: draft.version,
    });
    saver.flush();
  }

  const draftKey = (id: number) => `${storageKey}:${keyOfId(id)}`;

  function saverOf(key: string, id: number): Saver<StepOnWire> {
    const known = savers.get(key);
    if (known) return known;
    const saver = createSaver<StepOnWire>(draftKey(id));
    savers.set(key, saver);
    saver.subscribe(() => {
      const status = saver.status();
      entries.patch(key, { save: status });
      if (status.state === 'failed' && !entries.find(key)?.theirs) tell(calls.flow.saveStep, status.error);
      if (status.error?.kind === 'unknown') gone(key, status.error);
    });
    saver.saveWith((point, { keepalive }) => save(key, point, keepalive));
    return saver;
  }

  async function save(key: string, { step }: StepOnWire, keepalive: boolean): Promise<void> {
    const entry = entries.find(key);
    if (!entry) return;
    try {
      const version = await wire.save({ step, version: entry.version }, keepalive);
      entries.patch(key, { version, theirs: null });
    } catch (error) {
      if (error instanceof AskError && error.kind === 'unknown') throw new AskError('unknown', GONE);
      const theirs = storedInstead(error);
      // Our own save arrived, but its answer did not.
      if (theirs && sameContent(theirs.step, step))
        entries.patch(key, { version: theirs.version, theirs: null });
      else {
        if (theirs) entries.patch(key, { theirs });
        throw error;
      }
    }
  }

  /** Shows a step as it is from now on, and saves it when the server has it. */
  function show(key: string, step: Step, when: When): void {
    const entry = entries.find(key);
    if (!entry) return;
    entries.patch(key, { step });
    if (step.id > 0) saverOf(key, step.id).change({ step, version: entry.version }, when);
  }

  /** A change that follows from another one, in each step that it concerns: saved at once. */
  function showAll(change: (step: Step) => Step): void {
    for (const { key, step } of entries.all()) {
      const after = change(step);
      if (after !== step) show(key, after, 'now');
    }
  }

  /** The author's text wins over the one that was stored first. */
  function keepMine(key: string): void {
    const theirs = entries.find(key)?.theirs;
    if (!theirs) return;
    entries.patch(key, { version: theirs.version, theirs: null });
    savers.get(key)?.flush();
  }

  return {
    isUnsaved,
    resumeDraft,
    show,
    showAll,
    keepMine,
    /** What was not saved yet is given up. */
    discard: (key: string) => savers.get(key)?.discard(),
    /** The step is gone. */
    forget(key: string): void {
      savers.get(key)?.discard();
      savers.delete(key);
    },
    flush: (key: string) => savers.get(key)?.flush(),
    flushAll(keepalive: boolean): void {
      for (const saver of savers.values()) saver.flush(keepalive);
    },
  };
}
