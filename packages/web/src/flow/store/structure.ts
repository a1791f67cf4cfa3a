/** Adds, moves and deletes steps: at once on the screen, one after the other on the server, in the order in which they were done. */
import { calls, type StepOnWire } from '@parley/contract';
import type { Step } from '@parley/engine/flow.ts';
import { PAUSES_MS } from '@parley/rules/limits.ts';
import { AskError } from '../../data/ask.ts';
import { sameContent } from '../model/copy.ts';
import { insertAt, moveTo, without } from '../model/order.ts';
import { moveReferences } from '../model/references.ts';
import { type Entry, keyOfId, mergeRead, placeAmong } from './entry.ts';
import type { FlowWorld, NamedCall, OpenEntries } from './flow-state.ts';
import { createQueue } from './queue.ts';
import type { StepSaving } from './step-saving.ts';

/** A new step with its id, as it is to be from now on. */
export type Settle = (step: Step, id: number) => Step;

type StructureWorld = Pick<FlowWorld, 'wire' | 'tell'> & {
  entries: OpenEntries;
  saving: StepSaving;
  /** Reads the flow again: after a failure the server's order is the truth. */
  reread: () => void;
};

export function createStructure({ entries, saving, wire, tell, reread }: StructureWorld) {
  const queue = createQueue((pending) => entries.store.setState({ pending, hasSent: true }));
  /** Additions that failed, with what is left to do once they succeed. */
  const unsent = new Map<string, Settle>();
  /** Former ids of steps that were brought back, in the order of that. */
  const moved = new Map<number, number>();
  /** The ids in the order that the server has them, as far as it has told. */
  let order: number[] = [];
  let provisional = 0;

  /** Puts a new step at a position and sends it after the pause; answers its key. `settle` changes it once more when it has its id. */
  function place(step: Step, position: number, settle: Settle): string {
    const key = `new${provisional - 1}`;
    placeAs(key, step, position, settle);
    return key;
  }

  function placeAs(key: string, step: Step, position: number, settle: Settle): void {
    provisional -= 1;
    const entry: Entry = {
      key,
      step: { ...step, id: provisional } as Step,
      version: null,
      save: { state: 'saving', error: null },
      theirs: null,
    };
    entries.set(insertAt(entries.all(), entry, position));
    queueAdd(key, settle, PAUSES_MS.addStepDelay);
  }

  /** A deleted step stands again where it was. */
  function bringBack(key: string, gone: Step): void {
    const isThere = entries.all().some((entry) => entry.key === key || entry.step.id === gone.id);
    if (isThere) return;
    placeAs(key, gone, gone.position, cameBack(gone.id));
  }

  /** What named a step by its former id names it by the new one. */
  function cameBack(former: number): Settle {
    return (stored, id) => {
      if (former > 0) moved.set(former, id);
      saving.showAll((step) => moveReferences(step, former, id));
      return moveReferences(stored, former, id);
    };
  }

  /** Somebody else deleted a step whose text is not saved: it stays on the screen as one to be added. */
  function keepGone(key: string, error: AskError): void {
    const entry = entries.find(key);
    if (!entry || entry.step.id <= 0) return;
    const { id } = entry.step;
    saving.forget(key);
    provisional -= 1;
    const step = { ...entry.step, id: provisional } as Step;
    entries.patch(key, { step, version: null, theirs: null, save: { state: 'failed', error } });
    order = order.filter((other) => other !== id);
    unsent.set(key, cameBack(id));
  }

  function queueAdd(key: string, settle: Settle, pauseMs: number): void {
    void queue.push(async (keepalive) => {
      const entry = entries.find(key);
      // Deleted meanwhile, or deleted and brought back: then the first of two additions has stored it.
      if (!entry || entry.step.id > 0) return;
      try {
        const position = placeAmong(order, entries.all(), key);
        const { id, version } = await wire.add({ ...entry.step, position } as Step, keepalive);
        order = order.toSpliced(position - 1, 0, id);
        if (entries.find(key)) stored(key, entry.step, id, version, settle);
        else await wire.remove(id);
      } catch (error) {
        if (!(error instanceof AskError)) throw error;
        entries.patch(key, { save: { state: 'failed', error } });
        unsent.set(key, settle);
        tell(calls.flow.addStep, error);
      }
    }, pauseMs);
  }

  /** The server has the new step: it gets its id, and what was typed meanwhile is saved. */
  function stored(key: string, sent: Step, id: number, version: number | null, settle: Settle): void {
    const now = entries.find(key);
    if (!now) return;
    const sentNow = { ...sent, id } as Step;
    entries.patch(key, { step: { ...now.step, id } as Step, version, save: { state: 'saved', error: null } });
    unsent.delete(key);
    const step = settle({ ...now.step, id } as Step, id);
    if (!sameContent(step, sentNow)) saving.show(key, step, 'now');
  }

  /** Inserts copies of steps of this campaign or another; answers their keys, none when that failed. */
  async function paste(points: StepOnWire[], position: number): Promise<string[]> {
    let keys: string[] = [];
    await queue.push(async () => {
      try {
        const read = await wire.paste(points, position);
        order = read.map(({ step }) => step.id);
        const before = entries.all();
        const known = new Set(before.map(({ step }) => step.id));
        entries.set(mergeRead(before, read, ({ key }) => saving.isUnsaved(key)));
        keys = read.filter(({ step }) => !known.has(step.id)).map(({ step }) => keyOfId(step.id));
      } catch (error) {
        if (!(error instanceof AskError)) throw error;
        tell(calls.flow.pasteSteps, error);
      }
    });
    return keys;
  }

  function shift(key: string, position: number): void {
    const before = entries.all();
    const from = before.findIndex((entry) => entry.key === key);
    const to = Math.min(before.length, position) - 1;
    if (from < 0 || from === to) return;
    entries.set(moveTo(before, from, to));
    void queue.push(async () => {
      const id = entries.find(key)?.step.id ?? 0;
      if (id <= 0) return;
      order = order.filter((other) => other !== id).toSpliced(to, 0, id);
      await wire.move(id, to + 1).catch(putRight(calls.flow.moveStep));
    });
  }

  /** Takes a step out of the flow, here and on the server; answers it as it was. */
  function drop(key: string): Step | null {
    const gone = entries.find(key);
    if (!gone) return null;
    unsent.delete(key);
    saving.forget(key);
    entries.set(without(entries.all(), (entry) => entry.key === key));
    const { id } = gone.step;
    if (id > 0)
      void queue.push(() => {
        order = order.filter((other) => other !== id);
        return wire.remove(id).catch(putRight(calls.flow.deleteStep));
      });
    return gone.step;
  }

  /** After a failed move or deletion the server's order is the truth. */
  function putRight(call: NamedCall): (error: unknown) => void {
    return (error) => {
      tell(call, error);
      void queue.whenIdle().then(reread);
    };
  }

  /** An addition that failed is sent again. */
  function retryAddition(key: string): void {
    entries.patch(key, { save: { state: 'saving', error: null } });
    queueAdd(key, unsent.get(key) ?? ((step) => step), 0);
  }

  /** Steps that were deleted and brought back since have other ids now. */
  function upToDate(step: Step): Step {
    let known = step;
    for (const [former, id] of moved) known = moveReferences(known, former, id);
    return known;
  }

  return {
    place,
    bringBack,
    keepGone,
    paste,
    shift,
    drop,
    retryAddition,
    upToDate,
    /** The order that the server told. */
    told(ids: number[]): void {
      order = ids;
    },
    hurry: (keepalive: boolean) => queue.hurry(keepalive),
    /** What `ask` answers, asked while nothing was on its way: an answer that an addition, move or deletion overtook is asked for again. */
    async undisturbed<T>(ask: () => Promise<T>): Promise<T> {
      for (;;) {
        await queue.whenIdle();
        const before = queue.finished();
        const answer = await ask();
        if (queue.finished() === before && entries.store.getState().pending === 0) return answer;
      }
    },
  };
}
