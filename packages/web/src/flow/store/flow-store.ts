/**
 * The open campaign's steps: every edit shows at once and is saved behind it, and can be taken back.
 * `step-saving` saves what changes inside steps, `structure` their coming, going and order.
 */
import { calls, type StepOnWire } from '@parley/contract';
import { applyFix, isStepFix } from '@parley/engine/apply-fix.ts';
import type { Fix } from '@parley/engine/finding.ts';
import type { Step } from '@parley/engine/flow.ts';
import { tidyTranslations } from '@parley/engine/translations.ts';
import { AskError } from '../../data/ask.ts';
import { copyOf } from '../model/copy.ts';
import { type BranchPlan, type NewWay, planBranch, planInsert } from '../model/plan-branch.ts';
import { goesOn, moveReferences, renameTokens, retarget } from '../model/references.ts';
import { additionsLeft, createAdditions } from './additions.ts';
import { type Entry, mergeRead, SETTLED } from './entry.ts';
import { createEntries, type FlowDeps } from './flow-state.ts';
import {
  type Change,
  type Edit,
  type Group,
  NO_HISTORY,
  record,
  redone,
  takenOut,
  undone,
  withoutSteps,
} from './history.ts';
import { historyKept, keepHistory } from './history-keeping.ts';
import { type EditNews, type OthersChange, othersChanges } from './others-changes.ts';
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
  /** What others saved since the flow was read last, as far as it was told. */
  readonly #news: EditNews[] = [];
  /** What was done since something began that is one step of undo. */
  #group: Change[] | null = null;

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
      reread: () => void this.readAgain(),
    });
    this.#structure = new FlowStructure({
      entries,
      saving: this.#saving,
      wire,
      tell,
      reread: () => void this.readAgain(),
    });
    this.#keepAdditions = createAdditions(storageKey);
  }

  get store() {
    return this.#entries.store;
  }

  /**
   * Reads the flow, or reads it again; several wishes at once are one. `early`: a reading that has begun
   * before anything could be changed here.
   */
  load(early: Promise<StepOnWire[]> | null = null): Promise<void> {
    this.#loading ??= this.#read(early).finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  /** As {@link load}, but what is being read already does not count: it may be older than the wish. */
  async readAgain(): Promise<void> {
    await this.#loading;
    await this.load();
  }

  /** Somebody else has saved something, which the next reading brings. */
  hear(news: EditNews): void {
    this.#news.push(news);
  }

  async #read(early: Promise<StepOnWire[]> | null): Promise<void> {
    const news = this.#news.splice(0);
    try {
      const points = await (early ?? this.#structure.undisturbed(this.#deps.wire.read));
      this.#structure.told(points.map(({ step }) => step.id));
      const isFirst = this.store.getState().phase !== 'ready';
      const before = this.#entries.all();
      const merged = mergeRead(before, points, (entry) => this.#saving.isUnsaved(entry));
      if (!isFirst) this.#takeIn(othersChanges(before, merged, news), news.length > 0);
      const { left, arrived } = additionsLeft(this.#deps.storageKey, isFirst ? merged : []);
      this.#entries.set(merged, { phase: 'ready', error: null });
      if (isFirst) this.store.subscribe(({ entries: now }) => this.#keepAdditions(now));
      for (const entry of merged) this.#saving.resumeDraft(entry);
      for (const [from, to] of arrived) this.#saving.showAll((step) => moveReferences(step, from, to));
      if (isFirst) for (const step of left) this.#structure.placeAgain(step);
      if (isFirst) this.#takeUpHistory(arrived);
    } catch (error) {
      if (!(error instanceof AskError)) throw error;
      this.#news.unshift(...news);
      const wasReady = this.store.getState().phase === 'ready';
      this.store.setState({ phase: wasReady ? 'ready' : 'failed', error });
      if (wasReady) this.#deps.tell(calls.flow.read, error);
    }
  }

  /** What others did shows with the steps, and what they touched cannot be taken back. */
  #takeIn(changes: OthersChange[], isTold: boolean): void {
    const lost = changes.filter(({ kind }) => kind === 'changed' || kind === 'deleted');
    if (lost.length > 0)
      this.store.setState(({ history }) => ({
        history: withoutSteps(history, new Set(lost.map(({ key }) => key))),
      }));
    if (isTold && changes.length > 0) this.store.setState({ othersChanges: changes });
  }

  /** What was done before a reload can still be taken back. */
  #takeUpHistory(arrived: ReadonlyMap<number, number>): void {
    const kept = historyKept(this.#deps.storageKey, this.store.getState().steps, arrived);
    if (!kept) return;
    this.#structure.takeUpIds(kept.ids);
    this.store.setState({ history: kept.history });
  }

  /** The server has other steps now: they are read, and what was done before cannot be taken back. */
  startAnew(): Promise<void> {
    this.store.setState({ history: NO_HISTORY });
    return this.load();
  }

  edit(key: string, change: (step: Step) => Step, when: When = 'now'): void {
    const before = this.#entries.find(key)?.step;
    if (!before) return;
    const after = tidyTranslations(change(before));
    if (after === before) return;
    this.#remember({ kind: 'edit', key, before, after, at: this.#deps.clock() }, when === 'after-pause');
    this.#saving.show(key, after, when);
  }

  /**
   * Changes of several steps that are one step of undo; `keys`: of those to change. The answer takes them
   * back, unless that was done already.
   */
  editAll(keys: readonly string[], change: (step: Step) => Step): () => void {
    const changed = this.#entriesOf(keys).filter(({ step }) => change(step) !== step);
    if (changed.length === 0) return () => undefined;
    const group = this.#together(() => {
      for (const { key } of changed) this.edit(key, change);
      return changed[0]?.key ?? '';
    });
    return this.#takingBack(group);
  }

  #takingBack(group: Group): () => void {
    return () => {
      const history = takenOut(this.store.getState().history, group);
      if (!history) return;
      this.store.setState({ history });
      this.#turn(group, 'undo');
    };
  }

  /** What is done within is one step of undo; `run` answers the key of the step that it is about. */
  #together(run: () => string): Group {
    const changes: Change[] = [];
    const outer = this.#group;
    this.#group = changes;
    let key = '';
    try {
      key = run();
    } finally {
      this.#group = outer;
    }
    const group: Group = { kind: 'group', key, changes };
    this.#remember(group);
    return group;
  }

  #remember(change: Change, typing = false): void {
    if (this.#group) {
      this.#group.push(change);
      return;
    }
    this.store.setState(({ history }) => ({ history: record(history, change, typing) }));
  }

  /**
   * Puts a new step at a position and sends it after the pause. Answers its key. `copiedFrom`: the id of the
   * step it is a copy of.
   */
  add(step: Step, position: number, copiedFrom = 0): string {
    const key = this.#structure.place(step, position, (stored, id) => moveReferences(stored, copiedFrom, id));
    this.#remember({ kind: 'add', key, step, above: this.#structure.above(key) });
    return key;
  }

  /**
   * Puts a new step below the one that stands before its position and lets it go on where that one went: what
   * is put at the end of a branch continues it.
   */
  insert(step: Step, position: number): string {
    const above = this.#entries.all()[position - 2];
    const goesElsewhere = above && goesOn(above.step) && this.#idIsThere(above.step.next);
    if (!goesElsewhere) return this.add(step, position);
    return this.#together(() => {
      const { next } = above.step;
      this.edit(above.key, (before) => ({ ...before, next: 0 }));
      return this.add(goesOn(step) ? ({ ...step, next } as Step) : step, position);
    }).key;
  }

  #idIsThere(id: number): boolean {
    return id !== 0 && this.#entries.all().some(({ step }) => step.id === id);
  }

  #idOf(key: string): number {
    return this.#entries.find(key)?.step.id ?? 0;
  }

  /**
   * Gives one way of a step, an answer or a rule, a new step of its own, and what its branch needs so that
   * nothing else falls into it. Answers the new step's key.
   */
  branchOff(key: string, way: NewWay): string {
    return this.#together(() => {
      const from = this.#entries.find(key)?.step;
      if (!from) return key;
      return this.#putBy(planBranch(this.store.getState().steps, from, way), key, way);
    }).key;
  }

  /** Puts a new step on all ways that lead from one step to another. Answers the new step's key. */
  insertBetween(key: string, target: number, added: Pick<NewWay, 'step' | 'ending'>): string {
    return this.#together(() => {
      const { steps } = this.store.getState();
      const from = this.#entries.find(key)?.step;
      const to = steps.find(({ id }) => id === target);
      if (!from || !to) return key;
      const link = (step: Step, id: number) => retarget(step, target, id);
      return this.#putBy(planInsert(steps, from, to), key, { ...added, link });
    }).key;
  }

  /** Does what a plan says; answers the new step's key. */
  #putBy(plan: BranchPlan, key: string, way: Pick<NewWay, 'step' | 'ending' | 'link'>): string {
    const end = plan.needsEnding ? this.add(way.ending, plan.position) : '';
    const idOf = (next: number | 'ending') => (next === 'ending' ? this.#idOf(end) : next);
    const next = goesOn(way.step) ? idOf(plan.next) : 0;
    const added = this.add({ ...way.step, next } as Step, plan.position);
    const { above } = plan;
    if (above) {
      const aboveKey = this.#entries.all().find(({ step }) => step.id === above.id)?.key ?? '';
      this.edit(aboveKey, (step) => ({ ...step, next: idOf(above.next) }));
    }
    this.edit(key, (step) => way.link(step, this.#idOf(added)));
    return added;
  }

  /**
   * Does what the check found to be certainly right; answers the key of the step to look at, '' where there
   * is none any more. `ending`: the final message that it may need; `blank`: one that is still to be written.
   */
  fix(fix: Fix, ending: Step, blank: Step): string {
    const keyOf = (id: number) => this.#entries.all().find(({ step }) => step.id === id)?.key ?? '';
    const key = keyOf(fix.do === 'add-ending' ? fix.after : fix.step);
    if (key === '') return '';
    if (isStepFix(fix)) {
      this.edit(key, (step) => applyFix(step, fix));
      return key;
    }
    if (fix.do === 'remove') {
      this.remove(key);
      return '';
    }
    if (fix.do === 'add-error-path' && this.#hasErrorPath(key)) return key;
    if (fix.do === 'add-error-path')
      return this.branchOff(key, {
        step: ending,
        ending: blank,
        upToThis: [],
        link: (from, onError) => (from.type === 'api-call' ? { ...from, onError } : from),
      });
    return this.add(ending, (this.#entries.find(key)?.step.position ?? 0) + 1);
  }

  /** A second click comes before the check has looked again. */
  #hasErrorPath(key: string): boolean {
    const step = this.#entries.find(key)?.step;
    return step?.type === 'api-call' && Boolean(step.onError);
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
    const changes = this.#entriesOf(keys).map(
      ({ key, step }): Change => ({ kind: 'add', key, step, above: this.#structure.above(key) }),
    );
    this.#remember({ kind: 'group', key: keys[0] ?? '', changes });
  }

  /** Those of the keys that are there, in the order of the flow. */
  #entriesOf(keys: Iterable<string>): Entry[] {
    const wanted = new Set(keys);
    return this.#entries.all().filter(({ key }) => wanted.has(key));
  }

  /** Moves a step to a position (1-based, clamped). */
  move(key: string, position: number): void {
    const before = this.#entries.find(key)?.step.position ?? 0;
    const after = Math.min(this.#entries.all().length, Math.max(1, position));
    if (before === 0 || before === after) return;
    const from = this.#structure.above(key);
    this.#structure.shift(key, after);
    this.#remember({ kind: 'move', key, from, to: this.#structure.above(key) });
  }

  /**
   * Moves steps, which keep their order, below another one; '': to the beginning. One step of undo. Nothing
   * happens when they stand there already, or when that one is among them.
   */
  moveBelow(keys: Iterable<string>, above: string): void {
    const moved = this.#entriesOf(keys).map(({ key }) => key);
    if (moved.includes(above) || (above !== '' && !this.#entries.find(above))) return;
    const before = this.#entries.all();
    const rest = before.map(({ key }) => key).filter((key) => !moved.includes(key));
    const place = rest.indexOf(above) + 1;
    const wanted = rest.toSpliced(place, 0, ...moved);
    if (wanted.every((key, index) => key === before[index]?.key)) return;
    this.#together(() => {
      for (const [nth, key] of moved.entries()) {
        const from = this.#entries.find(key)?.step.position ?? 0;
        const last = nth === 0 ? above : (moved[nth - 1] ?? '');
        const below = (this.#entries.find(last)?.step.position ?? 0) + 1;
        this.move(key, from < below ? below - 1 : below);
      }
      return moved[0] ?? '';
    });
  }

  /**
   * Deletes steps, as one step of undo; the answer brings them back, with the jumps that led to them, unless
   * that was done already.
   */
  remove(...keys: string[]): () => void {
    const gone = this.#entriesOf(keys);
    if (gone.length === 0) return () => undefined;
    const group = this.#together(() => {
      // From the last to the first, so that each remembers its own place.
      for (const { key } of gone.toReversed()) this.#removeOne(key);
      return gone[0]?.key ?? '';
    });
    return this.#takingBack(group);
  }

  #removeOne(key: string): void {
    const entry = this.#entries.find(key);
    if (!entry) return;
    this.#leadPast(entry);
    const above = this.#structure.above(key);
    const step = this.#structure.drop(key);
    if (step) this.#remember({ kind: 'remove', key, step, above });
  }

  /** What went on with a step that goes elsewhere goes there itself, not into what stands below. */
  #leadPast({ step }: Entry): void {
    const above = this.#entries.all()[step.position - 2];
    const falls = above && goesOn(above.step) && !this.#idIsThere(above.step.next);
    if (falls && goesOn(step) && this.#idIsThere(step.next) && step.next !== above.step.id)
      this.edit(above.key, (before) => ({ ...before, next: step.next }));
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
    this.#turn(change, way);
    return change.key;
  }

  #turn(change: Change, way: 'undo' | 'redo'): void {
    if (change.kind === 'group') {
      const inTurn = way === 'undo' ? change.changes.toReversed() : change.changes;
      for (const each of inTurn) this.#turn(each, way);
    } else if (change.kind === 'move')
      this.#structure.shiftBelow(change.key, change[way === 'undo' ? 'from' : 'to']);
    else if (change.kind === 'edit') this.#turnEdit(change, way);
    else if ((change.kind === 'add') === (way === 'undo')) {
      change.above = this.#structure.above(change.key);
      change.step = this.#structure.drop(change.key) ?? change.step;
    } else this.#structure.bringBack(change.key, change.step, change.above);
  }

  #turnEdit({ key, before, after }: Edit, way: 'undo' | 'redo'): void {
    const now = this.#entries.find(key)?.step;
    const then = way === 'undo' ? before : after;
    if (!now) return;
    const step = this.#structure.upToDate({ ...then, id: now.id, position: now.position } as Step);
    this.#saving.show(key, step, 'now');
  }

  /** Sends everything that waits; `keepalive` when the page goes away: what was done is kept for the next. */
  flush(keepalive = false): void {
    this.#structure.hurry(keepalive);
    this.#saving.flushAll(keepalive);
    const { phase, history, entries } = this.store.getState();
    if (keepalive && phase === 'ready')
      keepHistory(this.#deps.storageKey, { entries, history, ids: this.#structure.ids() });
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
