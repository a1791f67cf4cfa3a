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
import { renameTokens, retarget } from '../model/references.ts';
import { type Entry, keyOfId, mergeRead, SETTLED } from './entry.ts';
import { type Change, type History, NO_HISTORY, record, redone, undone } from './history.ts';
import { createQueue } from './queue.ts';
import { type FlowWire, storedInstead } from './wire.ts';

export type When = 'now' | 'after-pause';

export type FlowState = {
  phase: 'loading' | 'ready' | 'failed';
  error: AskError | null;
  /** In order of position. */
  entries: Entry[];
  /** Additions, moves and deletions that the server does not have yet. */
  pending: number;
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

export type FlowStore = ReturnType<typeof createFlowStore>;

export function createFlowStore({ wire, storageKey, tell, clock }: FlowWorld) {
  const store: StoreApi<FlowState> = createStore(() => ({
    phase: 'loading',
    error: null,
    entries: [],
    pending: 0,
    history: NO_HISTORY,
  }));
  const savers = new Map<string, Saver<StepOnWire>>();
  const queue = createQueue((pending) => store.setState({ pending }));
  let provisional = 0;

  const find = (key: string) => store.getState().entries.find((entry) => entry.key === key);
  const setEntries = (entries: Entry[]) => store.setState({ entries });
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
      if (store.getState().pending > 0) return;
      const entries = mergeRead(store.getState().entries, points, ({ key }) => isUnsaved(key));
      store.setState({ phase: 'ready', error: null, entries });
      for (const entry of entries) resumeDraft(entry);
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
    const made: Change = { key, before, after, at: clock() };
    store.setState(({ history }) => ({ history: record(history, made, when === 'after-pause') }));
    show(key, after, when);
  }

  /** A change that follows from another one: saved at once, no step of its own in the history. */
  function editAll(change: (step: Step) => Step): void {
    for (const { key, step } of store.getState().entries) {
      const after = change(step);
      if (after !== step) show(key, after, 'now');
    }
  }

  /** Puts a new step at a position and sends it after the pause. Answers its key. */
  function add(step: Step, position: number, formerId = 0): string {
    provisional -= 1;
    const id = provisional;
    const key = `new${id}`;
    const entry: Entry = {
      key,
      step: { ...step, id } as Step,
      version: null,
      save: { state: 'saving', error: null },
      theirs: null,
    };
    setEntries(insertAt(store.getState().entries, entry, position));
    queueAdd(key, formerId, PAUSES_MS.addStepDelay);
    return key;
  }

  function queueAdd(key: string, formerId: number, pauseMs: number): void {
    void queue.push(async (keepalive) => {
      const entry = find(key);
      if (!entry) return;
      try {
        const { id, version } = await wire.add(entry.step, keepalive);
        if (find(key)) stored(key, entry.step, id, version, formerId);
        else await wire.remove(id);
      } catch (error) {
        if (!(error instanceof AskError)) throw error;
        patch(key, { save: { state: 'failed', error } });
        tell(calls.flow.addStep, error);
      }
    }, pauseMs);
  }

  /** The server has the new step: it gets its id, jumps to it too, and what was typed meanwhile is saved. */
  function stored(key: string, sent: Step, id: number, version: number | null, formerId: number): void {
    const now = find(key);
    if (!now) return;
    const step = { ...now.step, id } as Step;
    patch(key, { step, version, save: { state: 'saved', error: null } });
    if (!sameContent(step, { ...sent, id } as Step)) show(key, step, 'now');
    for (const former of [sent.id, formerId]) {
      if (former !== 0) editAll((each) => retarget(each, former, id));
    }
  }

  function copy(key: string): string {
    const entry = find(key);
    return entry ? add(copyOf(entry.step), entry.step.position + 1) : key;
  }

  function move(key: string, position: number): void {
    const { entries } = store.getState();
    const from = entries.findIndex((entry) => entry.key === key);
    const to = Math.min(entries.length, Math.max(1, position)) - 1;
    if (from < 0 || from === to) return;
    setEntries(moveTo(entries, from, to));
    void queue.push(async () => {
      const id = find(key)?.step.id ?? 0;
      if (id > 0) await wire.move(id, to + 1).catch(putRight(calls.flow.moveStep));
    });
  }

  /** Deletes a step; the answer brings it back, with the jumps that led to it. */
  function remove(key: string): () => string {
    const gone = find(key);
    if (!gone) return () => key;
    savers.get(key)?.discard();
    savers.delete(key);
    setEntries(without(store.getState().entries, (entry) => entry.key === key));
    const { id } = gone.step;
    if (id > 0) void queue.push(() => wire.remove(id).catch(putRight(calls.flow.deleteStep)));
    return () => add(gone.step, gone.step.position, gone.step.id);
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
    const made: Change = { key, before: entry.step, after: taken, at: clock() };
    store.setState(({ history }) => ({ history: record(history, made, false) }));
    patch(key, { step: taken, version, theirs: null, save: SETTLED });
  }

  function retry(key: string): void {
    const entry = find(key);
    if (entry && entry.step.id < 0) {
      patch(key, { save: { state: 'saving', error: null } });
      queueAdd(key, 0, 0);
    } else savers.get(key)?.flush();
  }

  function travel(turn: typeof undone): void {
    const turned = turn(store.getState().history);
    if (!turned) return;
    store.setState({ history: turned.history });
    const now = find(turned.key)?.step;
    if (now) show(turned.key, { ...turned.step, id: now.id, position: now.position } as Step, 'now');
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
    move,
    remove,
    keepMine,
    takeTheirs,
    retry,
    flush,
    undo: () => travel(undone),
    redo: () => travel(redone),
    /** A step got another description: tokens that named it follow. */
    renameStep: (from: string, to: string) => editAll((step) => renameTokens(step, from, to)),
  };
}
