/**
 * The open campaign's steps: every edit shows at once and is saved behind it, and can be taken back.
 * `step-saving` saves what changes inside steps, `structure` their coming, going and order.
 */
import { calls, type StepOnWire } from '@parley/contract';
import type { Step } from '@parley/engine/flow.ts';
import { AskError } from '../../data/ask.ts';
import { copyOf } from '../model/copy.ts';
import { moveReferences, renameTokens } from '../model/references.ts';
import { additionsLeft, createAdditions } from './additions.ts';
import { mergeRead, SETTLED } from './entry.ts';
import { createEntries, type FlowDeps } from './flow-state.ts';
import { type Change, type Operation, record, redone, takenOut, undone } from './history.ts';
import { StepSaving, type When } from './step-saving.ts';
import { FlowStructure } from './structure.ts';

export const createFlowStore = (deps: FlowDeps) => new FlowStore(deps);

export class FlowStore {
  readonly #deps: FlowDeps;
  readonly #entries = createEntries();
  readonly #saving: StepSaving;
  readonly #structure: FlowStructure;
  readonly #keepAdditions: ReturnType<typeof createAdditions>;
  #loading: Promise<void> | null = null;

  constructor(deps: FlowDeps) {
    const { wire, storageKey, tell } = deps;
    const entries = this.#entries;
    this.#deps = deps;
    this.#saving = new StepSaving({
      entries,
      wire,
      storageKey,
      tell,
      gone: (key, error) => this.#structure.keepGone(key, error),
    });
    this.#structure = new FlowStructure({
      entries,
      saving: this.#saving,
      wire,
      tell,
      reread: () => void this.#read(),
    });
    this.#keepAdditions = createAdditions(storageKey);
  }

  get store() {
    return this.#entries.store;
  }

  /** Reads the flow, or reads it again; several wishes at once are one. */
  load(): Promise<void> {
    this.#loading ??= this.#read().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  async #read(): Promise<void> {
    try {
      const points = await this.#structure.undisturbed(this.#deps.wire.read);
      this.#structure.told(points.map(({ step }) => step.id));
      const isFirst = this.store.getState().phase !== 'ready';
      const merged = mergeRead(this.#entries.all(), points, ({ key }) => this.#saving.isUnsaved(key));
      const left = isFirst ? additionsLeft(this.#deps.storageKey, merged) : [];
      this.#entries.set(merged, { phase: 'ready', error: null });
      if (isFirst) this.store.subscribe(({ entries: now }) => this.#keepAdditions(now));
      for (const entry of merged) this.#saving.resumeDraft(entry);
      for (const step of left) this.#structure.place(step, step.position, (stored) => stored);
    } catch (error) {
      if (!(error instanceof AskError)) throw error;
      const wasReady = this.store.getState().phase === 'ready';
      this.store.setState({ phase: wasReady ? 'ready' : 'failed', error });
      if (wasReady) this.#deps.tell(calls.flow.read, error);
    }
  }

  edit(key: string, change: (step: Step) => Step, when: When = 'now'): void {
    const before = this.#entries.find(key)?.step;
    if (!before) return;
    const after = change(before);
    if (after === before) return;
    this.#remember({ kind: 'edit', key, before, after, at: this.#deps.clock() }, when === 'after-pause');
    this.#saving.show(key, after, when);
  }

  #remember(change: Change, typing = false): void {
    this.store.setState(({ history }) => ({ history: record(history, change, typing) }));
  }

  /**
   * Puts a new step at a position and sends it after the pause. Answers its key. `copiedFrom`: the id of the
   * step it is a copy of.
   */
  add(step: Step, position: number, copiedFrom = 0): string {
    const key = this.#structure.place(step, position, (stored, id) => moveReferences(stored, copiedFrom, id));
    let gone = step;
    this.#remember({
      kind: 'operation',
      key,
      undo: () => {
        gone = this.#structure.drop(key) ?? gone;
      },
      redo: () => this.#structure.bringBack(key, gone),
    });
    return key;
  }

  /** A copy that follows its step; what the step says of itself, the copy says of itself. */
  copy(key: string): string {
    const entry = this.#entries.find(key);
    return entry ? this.add(copyOf(entry.step), entry.step.position + 1, entry.step.id) : key;
  }

  /** Inserts copies of steps of this campaign or another; answers their keys, none when that failed. */
  async paste(points: StepOnWire[], position: number): Promise<string[]> {
    const keys = await this.#structure.paste(points, position);
    if (keys.length > 0) this.#rememberPasted(keys);
    return keys;
  }

  #rememberPasted(keys: readonly string[]): void {
    const gone = new Map<string, Step>();
    this.#remember({
      kind: 'operation',
      key: keys[0] ?? '',
      // From the last to the first, so that each remembers its own place.
      undo: () => {
        for (const key of keys.toReversed()) {
          const step = this.#structure.drop(key);
          if (step) gone.set(key, step);
        }
      },
      redo: () => {
        for (const key of keys) {
          const step = gone.get(key);
          if (step) this.#structure.bringBack(key, step);
        }
      },
    });
  }

  /** Moves a step to a position (1-based, clamped). */
  move(key: string, position: number): void {
    const from = this.#entries.find(key)?.step.position ?? 0;
    const to = Math.min(this.#entries.all().length, Math.max(1, position));
    if (from === 0 || from === to) return;
    this.#structure.shift(key, to);
    this.#remember({
      kind: 'operation',
      key,
      undo: () => this.#structure.shift(key, from),
      redo: () => this.#structure.shift(key, to),
    });
  }

  /**
   * Deletes a step; the answer brings it back, with the jumps that led to it, unless that was done already.
   */
  remove(key: string): () => void {
    let gone = this.#structure.drop(key);
    if (!gone) return () => undefined;
    const operation: Operation = {
      kind: 'operation',
      key,
      undo: () => gone && this.#structure.bringBack(key, gone),
      redo: () => {
        gone = this.#structure.drop(key) ?? gone;
      },
    };
    this.#remember(operation);
    return () => {
      const history = takenOut(this.store.getState().history, operation);
      if (!history) return;
      this.store.setState({ history });
      operation.undo();
    };
  }

  /** The stored text wins; the author's own stays in the history. */
  takeTheirs(key: string): void {
    const entry = this.#entries.find(key);
    if (!entry?.theirs) return;
    const { step, version } = entry.theirs;
    const taken = { ...step, position: entry.step.position } as Step;
    this.#saving.discard(key);
    this.#remember({ kind: 'edit', key, before: entry.step, after: taken, at: this.#deps.clock() });
    this.#entries.patch(key, { step: taken, version, theirs: null, save: SETTLED });
  }

  retry(key: string): void {
    const id = this.#entries.find(key)?.step.id ?? 0;
    if (id < 0) this.#structure.retryAddition(key);
    else this.#saving.flush(key);
  }

  /** One step through the history; answers the key of the step it was about, null at the end. */
  #travel(turn: typeof undone, way: 'undo' | 'redo'): string | null {
    const turned = turn(this.store.getState().history);
    if (!turned) return null;
    const { change, history } = turned;
    this.store.setState({ history });
    if (change.kind === 'operation') change[way]();
    else {
      const now = this.#entries.find(change.key)?.step;
      const then = way === 'undo' ? change.before : change.after;
      if (now)
        this.#saving.show(
          change.key,
          this.#structure.upToDate({ ...then, id: now.id, position: now.position } as Step),
          'now',
        );
    }
    return change.key;
  }

  /** Sends everything that waits; `keepalive` when the page goes away. */
  flush(keepalive = false): void {
    this.#structure.hurry(keepalive);
    this.#saving.flushAll(keepalive);
  }

  keepMine(key: string): void {
    this.#saving.keepMine(key);
  }

  undo(): string | null {
    return this.#travel(undone, 'undo');
  }

  redo(): string | null {
    return this.#travel(redone, 'redo');
  }

  /** A step got another description: tokens that named it follow. */
  renameStep(from: string, to: string): void {
    this.#saving.showAll((step) => renameTokens(step, from, to));
  }
}
