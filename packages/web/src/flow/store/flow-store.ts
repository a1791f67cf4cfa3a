/**
 * The open campaign's steps: every edit shows at once and is saved behind it. One request in flight per step with the version it was
 * made from; adding, moving and deleting go one after the other, in the order in which they were done.
 */
import { type Call, calls, type StepOnWire } from '@parley/contract';
import type { Step } from '@parley/engine/flow.ts';
import { PAUSES_MS } from '@parley/rules/limits.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { AskError } from '../../data/ask.ts';
import { createSaver, type Saver } from '../../data/saver.ts';
import { copyOf, sameContent } from '../model/copy.ts';
import { insertAt, moveTo, without } from '../model/order.ts';
import { moveReferences, renameTokens } from '../model/references.ts';
import { additionsLeft, createAdditions } from './additions.ts';
import { type Entry, keyOfId, mergeRead, placeAmong, SETTLED, stepsOf } from './entry.ts';
import {
  type Change,
  type History,
  NO_HISTORY,
  type Operation,
  record,
  redone,
  takenOut,
  undone,
} from './history.ts';
import { createQueue } from './queue.ts';
import { type FlowWire, storedInstead } from './wire.ts';

export type When = 'now' | 'after-pause';

export type FlowState = {
  phase: 'loading' | 'ready' | 'failed';
  error: AskError | null;
  /** In order of position. */
  entries: Entry[];
  /** Of the entries; the same object until a step changes, comes, goes or moves. */
  steps: Step[];
  /** Additions, moves and deletions that the server does not have yet. */
  pending: number;
  /** One of those was sent since the flow was opened. */
  hasSent: boolean;
  history: History;
};

type NamedCall = Pick<Call, 'path' | 'fails' | 'quiet'>;

export type FlowWorld = {
  wire: FlowWire;
  /** Where unsaved texts wait in the tab's storage; one per user and campaign. */
  storageKey: string;
  /** Shows a failed call to the author. */
  tell: (call: NamedCall, error: unknown) => void;
  /** Milliseconds; for joining quick edits into one undo step. */
  clock: () => number;
};

/** A new step with its id, as it is to be from now on. */
type Settle = (step: Step, id: number) => Step;

export type FlowStore = ReturnType<typeof createFlowStore>;

export function createFlowStore({ wire, storageKey, tell, clock }: FlowWorld) {
  const store: StoreApi<FlowState> = createStore(() => ({
    phase: 'loading',
    error: null,
    entries: [],
    steps: [],
    pending: 0,
    hasSent: false,
    history: NO_HISTORY,
  }));
  const savers = new Map<string, Saver<StepOnWire>>();
  const queue = createQueue((pending) => store.setState({ pending, hasSent: true }));
  /** Additions that failed, with what is left to do once they succeed. */
  const unsent = new Map<string, Settle>();
  /** Former ids of steps that were brought back, in the order of that. */
  const moved = new Map<number, number>();
  const keepAdditions = createAdditions(storageKey);
  /** The ids in the order that the server has them, as far as it has told. */
  let order: number[] = [];
  let provisional = 0;

  const find = (key: string) => store.getState().entries.find((entry) => entry.key === key);
  const setEntries = (entries: Entry[], more: Partial<FlowState> = {}) =>
    store.setState(({ steps }) => ({ ...more, entries, steps: stepsOf(entries, steps) }));
  const patch = (key: string, part: Partial<Entry>) =>
    setEntries(store.getState().entries.map((entry) => (entry.key === key ? { ...entry, ...part } : entry)));

  let loading: Promise<void> | null = null;

  /** Reads the flow, or reads it again; several wishes at once are one. */
  function load(): Promise<void> {
    loading ??= read().finally(() => {
      loading = null;
    });
    return loading;
  }

  async function read(): Promise<void> {
    try {
      const points = await wire.read();
      order = points.map(({ step }) => step.id);
      if (store.getState().pending > 0) return;
      const isFirst = store.getState().phase !== 'ready';
      const entries = mergeRead(store.getState().entries, points, ({ key }) => isUnsaved(key));
      const left = isFirst ? additionsLeft(storageKey, entries) : [];
      setEntries(entries, { phase: 'ready', error: null });
      if (isFirst) store.subscribe(({ entries: now }) => keepAdditions(now));
      for (const entry of entries) resumeDraft(entry);
      for (const step of left) place(`new${provisional - 1}`, step, step.position, (stored) => stored);
    } catch (error) {
      if (!(error instanceof AskError)) throw error;
      const wasReady = store.getState().phase === 'ready';
      store.setState({ phase: wasReady ? 'ready' : 'failed', error });
      if (wasReady) tell(calls.flow.read, error);
    }
  }

  const isUnsaved = (key: string) => savers.get(key)?.unsaved() !== undefined;

  /** A text that an earlier page could not save is shown again, and saved. */
  function resumeDraft({ key, step }: Entry): void {
    if (savers.has(key) || sessionStorage.getItem(draftKey(step.id)) === null) return;
    const saver = saverOf(key, step.id);
    const draft = saver.unsaved();
    if (!draft) return;
    // The save had arrived after all.
    if (sameContent(draft.step, step)) {
      saver.discard();
      return;
    }
    patch(key, {
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
      patch(key, { save: status });
      if (status.state === 'failed' && !find(key)?.theirs) tell(calls.flow.saveStep, status.error);
    });
    saver.saveWith((point, { keepalive }) => save(key, point, keepalive));
    return saver;
  }

  async function save(key: string, { step }: StepOnWire, keepalive: boolean): Promise<void> {
    const entry = find(key);
    if (!entry) return;
    try {
      const version = await wire.save({ step, version: entry.version }, keepalive);
      patch(key, { version, theirs: null });
    } catch (error) {
      const theirs = storedInstead(error);
      // Our own save arrived, but its answer did not.
      if (theirs && sameContent(theirs.step, step)) patch(key, { version: theirs.version, theirs: null });
      else {
        if (theirs) patch(key, { theirs });
        throw error;
      }
    }
  }

  function show(key: string, step: Step, when: When): void {
    const entry = find(key);
    if (!entry) return;
    patch(key, { step });
    if (step.id > 0) saverOf(key, step.id).change({ step, version: entry.version }, when);
  }

  function edit(key: string, change: (step: Step) => Step, when: When = 'now'): void {
    const before = find(key)?.step;
    if (!before) return;
    const after = change(before);
    if (after === before) return;
    remember({ kind: 'edit', key, before, after, at: clock() }, when === 'after-pause');
    show(key, after, when);
  }

  function remember(change: Change, typing = false): void {
    store.setState(({ history }) => ({ history: record(history, change, typing) }));
  }

  /** A change that follows from another one: saved at once, no step of its own in the history. */
  function editAll(change: (step: Step) => Step): void {
    for (const { key, step } of store.getState().entries) {
      const after = change(step);
      if (after !== step) show(key, after, 'now');
    }
  }

  /** Puts a new step at a position and sends it after the pause. Answers its key. `copiedFrom`: the id of the step it is a copy of. */
  function add(step: Step, position: number, copiedFrom = 0): string {
    const key = `new${provisional - 1}`;
    place(key, step, position, (stored, id) => moveReferences(stored, copiedFrom, id));
    let gone = step;
    remember({
      kind: 'operation',
      key,
      undo: () => {
        gone = drop(key) ?? gone;
      },
      redo: () => bringBack(key, gone),
    });
    return key;
  }

  /** `settle` changes the step once more when it has its id. */
  function place(key: string, step: Step, position: number, settle: Settle): void {
    provisional -= 1;
    const entry: Entry = {
      key,
      step: { ...step, id: provisional } as Step,
      version: null,
      save: { state: 'saving', error: null },
      theirs: null,
    };
    setEntries(insertAt(store.getState().entries, entry, position));
    queueAdd(key, settle, PAUSES_MS.addStepDelay);
  }

  /** A deleted step stands again where it was; what named it by its former id names it by the new one. */
  function bringBack(key: string, gone: Step): void {
    const isThere = store.getState().entries.some((entry) => entry.key === key || entry.step.id === gone.id);
    if (isThere) return;
    place(key, gone, gone.position, (stored, id) => {
      if (gone.id > 0) moved.set(gone.id, id);
      editAll((step) => moveReferences(step, gone.id, id));
      return moveReferences(stored, gone.id, id);
    });
  }

  function queueAdd(key: string, settle: Settle, pauseMs: number): void {
    void queue.push(async (keepalive) => {
      const entry = find(key);
      // Deleted meanwhile, or deleted and brought back: then the first of two additions has stored it.
      if (!entry || entry.step.id > 0) return;
      try {
        const position = placeAmong(order, store.getState().entries, key);
        const { id, version } = await wire.add({ ...entry.step, position } as Step, keepalive);
        order = order.toSpliced(position - 1, 0, id);
        if (find(key)) stored(key, entry.step, id, version, settle);
        else await wire.remove(id);
      } catch (error) {
        if (!(error instanceof AskError)) throw error;
        patch(key, { save: { state: 'failed', error } });
        unsent.set(key, settle);
        tell(calls.flow.addStep, error);
      }
    }, pauseMs);
  }

  /** The server has the new step: it gets its id, and what was typed meanwhile is saved. */
  function stored(key: string, sent: Step, id: number, version: number | null, settle: Settle): void {
    const now = find(key);
    if (!now) return;
    const sentNow = { ...sent, id } as Step;
    patch(key, { step: { ...now.step, id } as Step, version, save: { state: 'saved', error: null } });
    unsent.delete(key);
    const step = settle({ ...now.step, id } as Step, id);
    if (!sameContent(step, sentNow)) show(key, step, 'now');
  }

  /** A copy that follows its step; what the step says of itself, the copy says of itself. */
  function copy(key: string): string {
    const entry = find(key);
    return entry ? add(copyOf(entry.step), entry.step.position + 1, entry.step.id) : key;
  }

  /** Inserts copies of steps of this campaign or another; answers their keys, none when that failed. */
  async function paste(points: StepOnWire[], position: number): Promise<string[]> {
    let keys: string[] = [];
    await queue.push(async () => {
      try {
        const read = await wire.paste(points, position);
        order = read.map(({ step }) => step.id);
        const { entries } = store.getState();
        const known = new Set(entries.map(({ step }) => step.id));
        setEntries(mergeRead(entries, read, ({ key }) => isUnsaved(key)));
        keys = read.filter(({ step }) => !known.has(step.id)).map(({ step }) => keyOfId(step.id));
        rememberPasted(keys);
      } catch (error) {
        if (!(error instanceof AskError)) throw error;
        tell(calls.flow.pasteSteps, error);
      }
    });
    return keys;
  }

  function rememberPasted(keys: readonly string[]): void {
    const gone = new Map<string, Step>();
    remember({
      kind: 'operation',
      key: keys[0] ?? '',
      // From the last to the first, so that each remembers its own place.
      undo: () => {
        for (const key of keys.toReversed()) {
          const step = drop(key);
          if (step) gone.set(key, step);
        }
      },
      redo: () => {
        for (const key of keys) {
          const step = gone.get(key);
          if (step) bringBack(key, step);
        }
      },
    });
  }

  /** Moves a step to a position (1-based, clamped). */
  function move(key: string, position: number): void {
    const from = find(key)?.step.position ?? 0;
    const to = Math.min(store.getState().entries.length, Math.max(1, position));
    if (from === 0 || from === to) return;
    shift(key, to);
    remember({ kind: 'operation', key, undo: () => shift(key, from), redo: () => shift(key, to) });
  }

  function shift(key: string, position: number): void {
    const { entries } = store.getState();
    const from = entries.findIndex((entry) => entry.key === key);
    const to = Math.min(entries.length, position) - 1;
    if (from < 0 || from === to) return;
    setEntries(moveTo(entries, from, to));
    void queue.push(async () => {
      const id = find(key)?.step.id ?? 0;
      if (id <= 0) return;
      order = order.filter((other) => other !== id).toSpliced(to, 0, id);
      await wire.move(id, to + 1).catch(putRight(calls.flow.moveStep));
    });
  }

  /** Deletes a step; the answer brings it back, with the jumps that led to it, unless that was done already. */
  function remove(key: string): () => void {
    let gone = drop(key);
    if (!gone) return () => undefined;
    const operation: Operation = {
      kind: 'operation',
      key,
      undo: () => gone && bringBack(key, gone),
      redo: () => {
        gone = drop(key) ?? gone;
      },
    };
    remember(operation);
    return () => {
      const history = takenOut(store.getState().history, operation);
      if (!history) return;
      store.setState({ history });
      operation.undo();
    };
  }

  /** Takes a step out of the flow, here and on the server; answers it as it was. */
  function drop(key: string): Step | null {
    const gone = find(key);
    if (!gone) return null;
    unsent.delete(key);
    savers.get(key)?.discard();
    savers.delete(key);
    setEntries(without(store.getState().entries, (entry) => entry.key === key));
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
      queue.whenIdle(() => void read());
    };
  }

  /** The author's text wins over the one that was stored first. */
  function keepMine(key: string): void {
    const theirs = find(key)?.theirs;
    if (!theirs) return;
    patch(key, { version: theirs.version, theirs: null });
    savers.get(key)?.flush();
  }

  /** The stored text wins; the author's own stays in the history. */
  function takeTheirs(key: string): void {
    const entry = find(key);
    if (!entry?.theirs) return;
    const { step, version } = entry.theirs;
    const taken = { ...step, position: entry.step.position } as Step;
    savers.get(key)?.discard();
    remember({ kind: 'edit', key, before: entry.step, after: taken, at: clock() });
    patch(key, { step: taken, version, theirs: null, save: SETTLED });
  }

  function retry(key: string): void {
    const entry = find(key);
    if (entry && entry.step.id < 0) {
      patch(key, { save: { state: 'saving', error: null } });
      queueAdd(key, unsent.get(key) ?? ((step) => step), 0);
    } else savers.get(key)?.flush();
  }

  /** One step through the history; answers the key of the step it was about, null at the end. */
  function travel(turn: typeof undone, way: 'undo' | 'redo'): string | null {
    const turned = turn(store.getState().history);
    if (!turned) return null;
    const { change, history } = turned;
    store.setState({ history });
    if (change.kind === 'operation') change[way]();
    else {
      const now = find(change.key)?.step;
      const then = way === 'undo' ? change.before : change.after;
      if (now) show(change.key, upToDate({ ...then, id: now.id, position: now.position } as Step), 'now');
    }
    return change.key;
  }

  /** Steps that were deleted and brought back since have other ids now. */
  function upToDate(step: Step): Step {
    let known = step;
    for (const [former, id] of moved) known = moveReferences(known, former, id);
    return known;
  }

  /** Sends everything that waits; `keepalive` when the page goes away. */
  function flush(keepalive = false): void {
    queue.hurry(keepalive);
    for (const saver of savers.values()) saver.flush(keepalive);
  }

  return {
    store,
    load,
    edit,
    add,
    copy,
    paste,
    move,
    remove,
    keepMine,
    takeTheirs,
    retry,
    flush,
    undo: () => travel(undone, 'undo'),
    redo: () => travel(redone, 'redo'),
    /** A step got another description: tokens that named it follow. */
    renameStep: (from: string, to: string) => editAll((step) => renameTokens(step, from, to)),
  };
}
