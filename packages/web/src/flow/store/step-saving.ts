import { calls, type StepOnWire } from '@parley/contract';
import type { Step } from '@parley/engine/flow.ts';
import { AskError } from '../../data/ask.ts';
import { createSaver, type Saver } from '../../data/saver.ts';
import { isOfThisRelease, sameContent } from '../model/copy.ts';
import { leadsToUnstored, storableJumps } from '../model/references.ts';
import { type Entry, keyOfId } from './entry.ts';
import type { FlowDeps, OpenEntries } from './flow-state.ts';
import { storedInstead } from './wire.ts';
import { wordings } from './wordings.ts';

export type When = 'now' | 'after-pause';

type SavingDeps = Pick<FlowDeps, 'wire' | 'storageKey' | 'tell'> & {
  entries: OpenEntries;
  /** Somebody else deleted the step that was to be saved. */
  gone: (key: string, error: AskError) => void;
  /** Reads the flow again: what was stored meanwhile is newer than what was saved here. */
  reread: () => void;
};

const GONE = wordings.stepSaving.somebodyElseDeletedThisStep;

/** Saves what changes inside steps: one request in flight per step, with the version it was made from. */
export class StepSaving {
  readonly #deps: SavingDeps;
  readonly #savers = new Map<string, Saver<StepOnWire>>();

  constructor(deps: SavingDeps) {
    this.#deps = deps;
  }

  /** The server does not have all of the step, be it only where it leads. */
  isUnsaved({ key, step }: Entry): boolean {
    return this.#savers.get(key)?.unsaved() !== undefined || leadsToUnstored(step);
  }

  /** A text that an earlier page could not save is shown again, and saved. */
  resumeDraft({ key, step }: Entry): void {
    if (this.#savers.has(key) || sessionStorage.getItem(this.#draftKey(step.id)) === null) return;
    const saver = this.#saverOf(key, step.id);
    const draft = saver.unsaved();
    if (!draft) return;
    // The save had arrived after all, or nothing of this release can be made of it.
    if (sameContent(draft.step, step) || !isOfThisRelease(draft.step)) {
      saver.discard();
      return;
    }
    this.#deps.entries.patch(key, {
      step: { ...draft.step, id: step.id, position: step.position } as Step,
      version: draft.version,
    });
    saver.flush();
  }

  #draftKey(id: number): string {
    return `${this.#deps.storageKey}:${keyOfId(id)}`;
  }

  #saverOf(key: string, id: number): Saver<StepOnWire> {
    const known = this.#savers.get(key);
    if (known) return known;
    const saver = createSaver<StepOnWire>(this.#draftKey(id));
    this.#savers.set(key, saver);
    saver.subscribe(() => {
      const status = saver.status();
      // As with each further letter: that is no news.
      const { save } = this.#deps.entries.find(key) ?? {};
      if (save?.state === status.state && save.error === status.error) return;
      this.#deps.entries.patch(key, { save: status });
      if (status.state === 'failed' && !this.#deps.entries.find(key)?.theirs)
        this.#deps.tell(calls.flow.saveStep, status.error);
      if (status.error?.kind === 'unknown') this.#deps.gone(key, status.error);
    });
    saver.saveWith((point, { keepalive }) => this.#save(key, point, keepalive));
    return saver;
  }

  async #save(key: string, point: StepOnWire, keepalive: boolean): Promise<void> {
    const entry = this.#deps.entries.find(key);
    if (!entry) return;
    const step = storableJumps(point.step);
    try {
      const version = await this.#deps.wire.save({ step, version: entry.version }, keepalive);
      this.#deps.entries.patch(key, { version, theirs: null });
      if (version < (this.#deps.entries.find(key)?.heard ?? 0)) this.#deps.reread();
    } catch (error) {
      if (error instanceof AskError && error.kind === 'unknown') throw new AskError('unknown', GONE);
      const theirs = storedInstead(error);
      // Our own save arrived, but its answer did not.
      if (theirs && sameContent(theirs.step, step))
        this.#deps.entries.patch(key, { version: theirs.version, theirs: null });
      else {
        if (theirs) this.#deps.entries.patch(key, { theirs });
        throw error;
      }
    }
  }

  /** Shows a step as it is from now on, and saves it when the server has it. */
  show(key: string, step: Step, when: When): void {
    const entry = this.#deps.entries.find(key);
    if (!entry) return;
    this.#deps.entries.patch(key, { step });
    if (step.id > 0) this.#saverOf(key, step.id).change({ step, version: entry.version }, when);
  }

  /** A change that follows from another one, in each step that it concerns: saved at once. */
  showAll(change: (step: Step) => Step): void {
    for (const { key, step } of this.#deps.entries.all()) {
      const after = change(step);
      if (after !== step) this.show(key, after, 'now');
    }
  }

  /** The author's text wins over the one that was stored first. */
  keepMine(key: string): void {
    const theirs = this.#deps.entries.find(key)?.theirs;
    if (!theirs) return;
    this.#deps.entries.patch(key, { version: theirs.version, theirs: null });
    this.#savers.get(key)?.flush();
  }

  /** What was not saved yet is given up. */
  discard(key: string): void {
    this.#savers.get(key)?.discard();
  }

  /** The step is gone. */
  forget(key: string): void {
    this.#savers.get(key)?.discard();
    this.#savers.delete(key);
  }

  flush(key: string): void {
    this.#savers.get(key)?.flush();
  }

  flushAll(keepalive: boolean): void {
    for (const saver of this.#savers.values()) saver.flush(keepalive);
  }
}
