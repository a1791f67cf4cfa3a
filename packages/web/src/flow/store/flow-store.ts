/**
 * The open campaign's steps: every edit shows at once and is saved behind it, and can be taken back. `step-saving` saves what changes
 * inside steps, `structure` their coming, going and order.
 */
import { calls, type StepOnWire } from '@parley/contract';
import type { Step } from '@parley/engine/flow.ts';
import { AskError } from '../../data/ask.ts';
import { copyOf } from '../model/copy.ts';
import { moveReferences, renameTokens } from '../model/references.ts';
import { additionsLeft, createAdditions } from './additions.ts';
import { mergeRead, SETTLED } from './entry.ts';
import { createEntries, type FlowWorld } from './flow-state.ts';
import { type Change, type Operation, record, redone, takenOut, undone } from './history.ts';
import { createStepSaving, type When } from './step-saving.ts';
import { createStructure } from './structure.ts';

export type FlowStore = ReturnType<typeof createFlowStore>;

export function createFlowStore({ wire, storageKey, tell, clock }: FlowWorld) {
  const entries = createEntries();
  const { store } = entries;
  const saving = createStepSaving({
    entries,
    wire,
    storageKey,
    tell,
    gone: (key, error) => structure.keepGone(key, error),
  });
  const structure = createStructure({ entries, saving, wire, tell, reread: () => void read() });
  const keepAdditions = createAdditions(storageKey);

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
      const points = await structure.undisturbed(wire.read);
      structure.told(points.map(({ step }) => step.id));
      const isFirst = store.getState().phase !== 'ready';
      const merged = mergeRead(entries.all(), points, ({ key }) => saving.isUnsaved(key));
      const left = isFirst ? additionsLeft(storageKey, merged) : [];
      entries.set(merged, { phase: 'ready', error: null });
      if (isFirst) store.subscribe(({ entries: now }) => keepAdditions(now));
      for (const entry of merged) saving.resumeDraft(entry);
      for (const step of left) structure.place(step, step.position, (stored) => stored);
    } catch (error) {
      if (!(error instanceof AskError)) throw error;
      const wasReady = store.getState().phase === 'ready';
      store.setState({ phase: wasReady ? 'ready' : 'failed', error });
      if (wasReady) tell(calls.flow.read, error);
    }
  }

  function edit(key: string, change: (step: Step) => Step, when: When = 'now'): void {
    const before = entries.find(key)?.step;
    if (!before) return;
    const after = change(before);
    if (after === before) return;
    remember({ kind: 'edit', key, before, after, at: clock() }, when === 'after-pause');
    saving.show(key, after, when);
  }

  function remember(change: Change, typing = false): void {
    store.setState(({ history }) => ({ history: record(history, change, typing) }));
  }

  /** Puts a new step at a position and sends it after the pause. Answers its key. `copiedFrom`: the id of the step it is a copy of. */
  function add(step: Step, position: number, copiedFrom = 0): string {
    const key = structure.place(step, position, (stored, id) => moveReferences(stored, copiedFrom, id));
    let gone = step;
    remember({
      kind: 'operation',
      key,
      undo: () => {
        gone = structure.drop(key) ?? gone;
      },
      redo: () => structure.bringBack(key, gone),
    });
    return key;
  }

  /** A copy that follows its step; what the step says of itself, the copy says of itself. */
  function copy(key: string): string {
    const entry = entries.find(key);
    return entry ? add(copyOf(entry.step), entry.step.position + 1, entry.step.id) : key;
  }

  /** Inserts copies of steps of this campaign or another; answers their keys, none when that failed. */
  async function paste(points: StepOnWire[], position: number): Promise<string[]> {
    const keys = await structure.paste(points, position);
    if (keys.length > 0) rememberPasted(keys);
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
          const step = structure.drop(key);
          if (step) gone.set(key, step);
        }
      },
      redo: () => {
        for (const key of keys) {
          const step = gone.get(key);
          if (step) structure.bringBack(key, step);
        }
      },
    });
  }

  /** Moves a step to a position (1-based, clamped). */
  function move(key: string, position: number): void {
    const from = entries.find(key)?.step.position ?? 0;
    const to = Math.min(entries.all().length, Math.max(1, position));
    if (from === 0 || from === to) return;
    structure.shift(key, to);
    remember({
      kind: 'operation',
      key,
      undo: () => structure.shift(key, from),
      redo: () => structure.shift(key, to),
    });
  }

  /** Deletes a step; the answer brings it back, with the jumps that led to it, unless that was done already. */
  function remove(key: string): () => void {
    let gone = structure.drop(key);
    if (!gone) return () => undefined;
    const operation: Operation = {
      kind: 'operation',
      key,
      undo: () => gone && structure.bringBack(key, gone),
      redo: () => {
        gone = structure.drop(key) ?? gone;
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

  /** The stored text wins; the author's own stays in the history. */
  function takeTheirs(key: string): void {
    const entry = entries.find(key);
    if (!entry?.theirs) return;
    const { step, version } = entry.theirs;
    const taken = { ...step, position: entry.step.position } as Step;
    saving.discard(key);
    remember({ kind: 'edit', key, before: entry.step, after: taken, at: clock() });
    entries.patch(key, { step: taken, version, theirs: null, save: SETTLED });
  }

  function retry(key: string): void {
    const id = entries.find(key)?.step.id ?? 0;
    if (id < 0) structure.retryAddition(key);
    else saving.flush(key);
  }

  /** One step through the history; answers the key of the step it was about, null at the end. */
  function travel(turn: typeof undone, way: 'undo' | 'redo'): string | null {
    const turned = turn(store.getState().history);
    if (!turned) return null;
    const { change, history } = turned;
    store.setState({ history });
    if (change.kind === 'operation') change[way]();
    else {
      const now = entries.find(change.key)?.step;
      const then = way === 'undo' ? change.before : change.after;
      if (now)
        saving.show(
          change.key,
          structure.upToDate({ ...then, id: now.id, position: now.position } as Step),
          'now',
        );
    }
    return change.key;
  }

  /** Sends everything that waits; `keepalive` when the page goes away. */
  function flush(keepalive = false): void {
    structure.hurry(keepalive);
    saving.flushAll(keepalive);
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
    keepMine: saving.keepMine,
    takeTheirs,
    retry,
    flush,
    undo: () => travel(undone, 'undo'),
    redo: () => travel(redone, 'redo'),
    /** A step got another description: tokens that named it follow. */
    renameStep: (from: string, to: string) => saving.showAll((step) => renameTokens(step, from, to)),
  };
}
