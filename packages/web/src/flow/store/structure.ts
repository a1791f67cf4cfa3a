import { calls, type StepOnWire } from '@parley/contract';
import type { Step } from '@parley/engine/flow.ts';
import { PAUSES_MS } from '@parley/rules/limits.ts';
import { AskError } from '../../data/ask.ts';
import { sameContent } from '../model/copy.ts';
import { insertAt, moveTo, without } from '../model/order.ts';
import { moveReferences, storableJumps } from '../model/references.ts';
import { type Entry, keyOfId, mergeRead, placeAmong } from './entry.ts';
import type { FlowDeps, NamedCall, OpenEntries } from './flow-state.ts';
import { createQueue, type Queue } from './queue.ts';
import type { StepSaving } from './step-saving.ts';

/** A new step with its id, as it is to be from now on. */
export type Settle = (step: Step, id: number) => Step;

/** `moved`: former ids with what took their place, in the order of that. */
export type FormerIds = { moved: [number, number][]; provisional: number };

type StructureDeps = Pick<FlowDeps, 'wire' | 'tell'> & {
  entries: OpenEntries;
  saving: StepSaving;
  /** Reads the flow again: after a failure the server's order is the truth. */
  reread: () => void;
};

/**
 * Adds, moves and deletes steps: at once on the screen, one after the other on the server, in the order they
 * were done.
 */
export class FlowStructure {
  readonly #deps: StructureDeps;
  readonly #queue: Queue;
  /** Additions that failed, with what is left to do once they succeed. */
  readonly #unsent = new Map<string, Settle>();
  /** Former ids of steps that were stored, or deleted and brought back, in the order of that. */
  readonly #moved = new Map<number, number>();
  /** The ids in the order that the server has them, as far as it has told. */
  #order: number[] = [];
  #provisional = 0;

  constructor(deps: StructureDeps) {
    this.#deps = deps;
    this.#queue = createQueue((pending) => deps.entries.store.setState({ pending, hasSent: true }));
  }

  /**
   * Puts a new step at a position and sends it after the pause; answers its key. `settle` changes it once
   * more when it has its id.
   */
  place(step: Step, position: number, settle: Settle): string {
    const id = this.#provisionalId();
    const key = `new${id}`;
    this.#placeAs(key, { ...step, id } as Step, position, settle);
    return key;
  }

  /** A step that an earlier page could not add, by the provisional id under which other steps lead to it. */
  placeAgain(step: Step): void {
    this.#provisional = Math.min(this.#provisional, step.id);
    this.#placeAs(`new${step.id}`, step, step.position, (stored) => stored);
  }

  #provisionalId(): number {
    this.#provisional -= 1;
    return this.#provisional;
  }

  #placeAs(key: string, step: Step, position: number, settle: Settle): void {
    const entry: Entry = {
      key,
      step,
      version: null,
      heard: 0,
      save: { state: 'saving', error: null },
      theirs: null,
    };
    this.#deps.entries.set(insertAt(this.#deps.entries.all(), entry, position));
    this.#queueAdd(key, settle, PAUSES_MS.addStepDelay);
  }

  /** The key of the step above another one; '': there is none. */
  above(key: string): string {
    const all = this.#deps.entries.all();
    return all[all.findIndex((entry) => entry.key === key) - 1]?.key ?? '';
  }

  /** The position (1-based) of a step that comes to stand below another one; null when that is gone. */
  #below(above: string, key: string): number | null {
    if (above === '') return 1;
    const rest = this.#deps.entries.all().filter((entry) => entry.key !== key);
    const index = rest.findIndex((entry) => entry.key === above);
    return index < 0 ? null : index + 2;
  }

  /** A deleted step stands again where it was: below the one that it stood below. */
  bringBack(key: string, gone: Step, above: string): void {
    const isThere = this.#deps.entries.all().some((entry) => entry.key === key || entry.step.id === gone.id);
    if (isThere) return;
    const id = this.#provisionalId();
    this.#moved.set(gone.id, id);
    const position = this.#below(above, key) ?? gone.position;
    this.#placeAs(key, { ...gone, id } as Step, position, this.#cameBack(gone.id));
  }

  /** What named a step by its former id names it by the new one. */
  #cameBack(former: number): Settle {
    return (stored, id) => {
      if (former > 0) this.#moved.set(former, id);
      this.#deps.saving.showAll((step) => moveReferences(step, former, id));
      return moveReferences(stored, former, id);
    };
  }

  /** Somebody else deleted a step whose text is not saved: it stays on the screen as one to be added. */
  keepGone(key: string, error: AskError): void {
    const entry = this.#deps.entries.find(key);
    if (!entry || entry.step.id <= 0) return;
    const { id } = entry.step;
    this.#deps.saving.forget(key);
    const step = { ...entry.step, id: this.#provisionalId() } as Step;
    this.#deps.entries.patch(key, { step, version: null, theirs: null, save: { state: 'failed', error } });
    this.#order = this.#order.filter((other) => other !== id);
    this.#unsent.set(key, this.#cameBack(id));
  }

  #queueAdd(key: string, settle: Settle, pauseMs: number): void {
    void this.#queue.push(async (keepalive) => {
      const entry = this.#deps.entries.find(key);
      // Deleted meanwhile, or deleted and brought back: then the first of two additions has stored it.
      if (!entry || entry.step.id > 0) return;
      try {
        const position = placeAmong(this.#order, this.#deps.entries.all(), key);
        const sent = storableJumps({ ...entry.step, position } as Step);
        const { id, version } = await this.#deps.wire.add(sent, keepalive);
        this.#order = this.#order.toSpliced(position - 1, 0, id);
        if (this.#deps.entries.find(key)) this.#stored(key, sent, id, version, settle);
        else await this.#deps.wire.remove(id);
      } catch (error) {
        if (!(error instanceof AskError)) throw error;
        this.#deps.entries.patch(key, { save: { state: 'failed', error } });
        this.#unsent.set(key, settle);
        this.#deps.tell(calls.flow.addStep, error);
      }
    }, pauseMs);
  }

  /**
   * The server has the new step: it gets its id, which what leads to it learns, and what was typed meanwhile
   * is saved.
   */
  #stored(key: string, sent: Step, id: number, version: number | null, settle: Settle): void {
    const provisional = this.#deps.entries.find(key)?.step.id ?? 0;
    this.#moved.set(provisional, id);
    this.#deps.saving.showAll((step) => moveReferences(step, provisional, id));
    const now = this.#deps.entries.find(key);
    if (!now) return;
    const sentNow = { ...sent, id } as Step;
    this.#deps.entries.patch(key, {
      step: { ...now.step, id } as Step,
      version,
      save: { state: 'saved', error: null },
    });
    this.#unsent.delete(key);
    const step = settle({ ...now.step, id } as Step, id);
    if (!sameContent(step, sentNow)) this.#deps.saving.show(key, step, 'now');
  }

  /** Inserts copies of steps of this campaign or another; answers their keys, none when that failed. */
  async paste(points: StepOnWire[], position: number): Promise<string[]> {
    let keys: string[] = [];
    await this.#queue.push(async () => {
      try {
        const read = await this.#deps.wire.paste(points, position);
        this.#order = read.map(({ step }) => step.id);
        const before = this.#deps.entries.all();
        const known = new Set(before.map(({ step }) => step.id));
        this.#deps.entries.set(mergeRead(before, read, (entry) => this.#deps.saving.isUnsaved(entry)));
        keys = read.filter(({ step }) => !known.has(step.id)).map(({ step }) => keyOfId(step.id));
      } catch (error) {
        if (!(error instanceof AskError)) throw error;
        this.#deps.tell(calls.flow.pasteSteps, error);
      }
    });
    return keys;
  }

  /** Moves a step below another one; it stays where that is gone. */
  shiftBelow(key: string, above: string): void {
    const position = this.#below(above, key);
    if (position !== null) this.shift(key, position);
  }

  shift(key: string, position: number): void {
    const before = this.#deps.entries.all();
    const from = before.findIndex((entry) => entry.key === key);
    const to = Math.min(before.length, position) - 1;
    if (from < 0 || from === to) return;
    this.#deps.entries.set(moveTo(before, from, to));
    void this.#queue.push(async () => {
      const id = this.#deps.entries.find(key)?.step.id ?? 0;
      if (id <= 0) return;
      this.#order = this.#order.filter((other) => other !== id).toSpliced(to, 0, id);
      await this.#deps.wire.move(id, to + 1).catch(this.#putRight(calls.flow.moveStep));
    });
  }

  /** Takes a step out of the flow, here and on the server; answers it as it was. */
  drop(key: string): Step | null {
    const gone = this.#deps.entries.find(key);
    if (!gone) return null;
    this.#unsent.delete(key);
    this.#deps.saving.forget(key);
    this.#deps.entries.set(without(this.#deps.entries.all(), (entry) => entry.key === key));
    const { id } = gone.step;
    if (id > 0)
      void this.#queue.push(() => {
        this.#order = this.#order.filter((other) => other !== id);
        return this.#deps.wire.remove(id).catch(this.#putRight(calls.flow.deleteStep));
      });
    return gone.step;
  }

  /** After a failed move or deletion the server's order is the truth. */
  #putRight(call: NamedCall): (error: unknown) => void {
    return (error) => {
      this.#deps.tell(call, error);
      void this.#queue.whenIdle().then(this.#deps.reread);
    };
  }

  /** An addition that failed is sent again. */
  retryAddition(key: string): void {
    this.#deps.entries.patch(key, { save: { state: 'saving', error: null } });
    this.#queueAdd(key, this.#unsent.get(key) ?? ((step) => step), 0);
  }

  /** Steps that were stored, or deleted and brought back since, have other ids now. */
  upToDate(step: Step): Step {
    let known = step;
    for (const [former, id] of this.#moved) known = moveReferences(known, former, id);
    return known;
  }

  /** Which ids steps have had, and the last provisional one: for {@link takeUpIds} of the next page. */
  ids(): FormerIds {
    return { moved: [...this.#moved], provisional: this.#provisional };
  }

  /** What an earlier page knew; provisional ids go on from its last one, so that none means two steps. */
  takeUpIds({ moved, provisional }: FormerIds): void {
    this.#provisional = Math.min(this.#provisional, provisional);
    for (const [former, id] of moved) if (!this.#moved.has(former)) this.#moved.set(former, id);
  }

  /** The order that the server told. */
  told(ids: number[]): void {
    this.#order = ids;
  }

  hurry(keepalive: boolean): void {
    this.#queue.hurry(keepalive);
  }

  /**
   * What `ask` answers, asked while nothing was on its way: an answer that an addition, move or deletion
   * overtook is asked for again.
   */
  async undisturbed<T>(ask: () => Promise<T>): Promise<T> {
    for (;;) {
      await this.#queue.whenIdle();
      const before = this.#queue.finished();
      const answer = await ask();
      const { pending } = this.#deps.entries.store.getState();
      if (this.#queue.finished() === before && pending === 0) return answer;
    }
  }
}
