/** Many small pieces of work at about the same time as one: each caller hears after its batch is done. */

export type BatchRules<T, R> = {
  /** Does a batch; answers one result for each item, in order. */
  work: (items: readonly T[]) => Promise<readonly R[]>;
  /** The most items of a batch. */
  most: number;
  /**
   * How long a batch gathers from its first item on; absent: what comes in the same turn of the event loop.
   */
  gatherMs?: number;
  /**
   * Batches in work together; 1 unless told. Beside another one a batch begins when as many wait as that one
   * has, and `leastBeside` at least: a batch costs much, whatever its size, so who falls behind gets larger
   * ones and catches up. What would be two such batches is two.
   */
  atOnce?: number;
  leastBeside?: number;
  /**
   * For so long after the end of a batch the next one waits to become as large: who hears of the end goes on,
   * and of a few at a time each piece would be a batch of its own.
   */
  awaitMs?: number;
  /**
   * Items that nobody waits for. A batch of nothing else begins beside no other, has all that wait, and comes
   * after a rest as long as the batch before it took, within these limits: it gets larger, and so cheaper,
   * the busier the machine is.
   */
  isPatient?: (item: T) => boolean;
  restMs?: { least: number; most: number };
  /** Items of one key are never in work together, and keep their order. */
  keyOf?: (item: T) => string;
  /**
   * Told when a batch of several failed: each of its items goes alone then, so that a bad one does not fail
   * the others. Absent: all of them fail.
   */
  onFailedBatch?: (error: unknown, size: number) => void;
  /** Nothing waits, and nothing is in work. */
  onIdle?: () => void;
};

type Entry<T, R> = {
  item: T;
  since: number;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
};

export class Batcher<T, R = void> {
  private readonly rules: BatchRules<T, R>;
  private waiting: Entry<T, R>[] = [];
  /** Keys with an item in work. */
  private readonly busy = new Set<string>();
  /** The sizes of the batches in work. */
  private readonly inWork: number[] = [];
  /** As many as the last batch had are awaited until then, by `performance.now`. */
  private awaited = { items: 0, until: 0 };
  /** A batch of patient items begins then, by `performance.now`. */
  private restsUntil = 0;
  /** Of those that wait, how many somebody waits for. */
  private pressing = 0;
  private forgetting: NodeJS.Timeout | undefined;
  /** Takes back the beginning of the next batch, where one is planned. */
  private planned: { cancel: () => void; atOnce: boolean } | null = null;
  /** Who waits for the end of all there is. */
  private drained: (() => void)[] = [];

  constructor(rules: BatchRules<T, R>) {
    this.rules = rules;
  }

  /** Resolves when the item's batch is done. */
  add(item: T): Promise<R> {
    clearTimeout(this.forgetting);
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, since: this.rules.gatherMs ? performance.now() : 0, resolve, reject });
      this.pressing += this.pressOf(item);
      this.plan();
    });
  }

  /** Gathers no longer; resolves when nothing waits and nothing is in work, whatever became of it. */
  drain(): Promise<void> {
    return new Promise((resolve) => {
      this.drained.push(resolve);
      if (this.waiting.length > 0) this.plan();
      else if (this.inWork.length === 0) this.rest();
    });
  }

  /** Plans the next batch: behind what can be read at once, or when the first item has waited long enough. */
  private plan(): void {
    if (!this.mayBegin()) return;
    const leftMs = this.drained.length > 0 ? 0 : this.leftMs();
    if (leftMs <= 0 || this.waiting.length >= this.rules.most) this.planNow();
    else if (!this.planned) {
      const timer = setTimeout(() => this.begin(), leftMs);
      this.planned = { cancel: () => clearTimeout(timer), atOnce: false };
    }
  }

  private leftMs(): number {
    const { gatherMs = 0 } = this.rules;
    if (this.pressing === 0) return this.restsUntil - performance.now();
    const { items, until } = this.awaited;
    const isFewer = this.waiting.length < items;
    if (gatherMs === 0 && !isFewer) return 0;
    const now = performance.now();
    const gathering = gatherMs === 0 ? 0 : (this.waiting[0]?.since ?? 0) + gatherMs - now;
    return Math.max(gathering, isFewer ? until - now : 0);
  }

  private pressOf(item: T): number {
    return this.rules.isPatient?.(item) ? 0 : 1;
  }

  private planNow(): void {
    if (this.planned?.atOnce) return;
    this.planned?.cancel();
    const next = setImmediate(() => this.begin());
    this.planned = { cancel: () => clearImmediate(next), atOnce: true };
  }

  private mayBegin(): boolean {
    const { waiting, inWork } = this;
    const { atOnce = 1, leastBeside = 1 } = this.rules;
    if (this.pressing === 0 && inWork.length > 0) return false;
    const least = inWork.length > 0 ? Math.max(leastBeside, ...inWork) : 1;
    return inWork.length < atOnce && waiting.length >= least;
  }

  private begin(): void {
    this.planned = null;
    const batch = this.take();
    if (batch.length === 0) return;
    void this.run(batch);
    this.plan();
  }

  /** How many of those that wait go now. */
  private share(): number {
    const { most, atOnce = 1, leastBeside = 1 } = this.rules;
    const { length } = this.waiting;
    const isTwo =
      atOnce > 1 &&
      leastBeside > 1 &&
      this.pressing > 0 &&
      this.inWork.length === 0 &&
      length >= 2 * leastBeside;
    return Math.min(most, isTwo ? Math.floor(length / 2) : length);
  }

  /** The next batch: at most one item of each key, none of a key in work. The others keep their place. */
  private take(): Entry<T, R>[] {
    const { keyOf } = this.rules;
    const share = this.share();
    if (!keyOf) return this.leave(this.waiting.splice(0, share));
    const batch: Entry<T, R>[] = [];
    const rest: Entry<T, R>[] = [];
    for (const entry of this.waiting) {
      const key = keyOf(entry.item);
      if (batch.length === share || this.busy.has(key)) rest.push(entry);
      else {
        batch.push(entry);
        this.busy.add(key);
      }
    }
    this.waiting = rest;
    return this.leave(batch);
  }

  /** They wait no longer. */
  private leave(batch: Entry<T, R>[]): Entry<T, R>[] {
    for (const { item } of batch) this.pressing -= this.pressOf(item);
    return batch;
  }

  private async run(batch: readonly Entry<T, R>[]): Promise<void> {
    const { keyOf } = this.rules;
    this.inWork.push(batch.length);
    this.awaited.items = 0;
    const begun = performance.now();
    try {
      await this.settle(batch);
    } finally {
      this.inWork.splice(this.inWork.indexOf(batch.length), 1);
      this.expect(batch.length, performance.now() - begun);
      if (keyOf) for (const { item } of batch) this.busy.delete(keyOf(item));
      if (this.waiting.length > 0) this.plan();
      else if (this.inWork.length === 0) this.rest();
    }
  }

  /** What the end of a batch says of the beginning of the next one. */
  private expect(items: number, tookMs: number): void {
    const { awaitMs = 0, restMs = { least: 0, most: 0 } } = this.rules;
    const now = performance.now();
    if (awaitMs > 0) this.awaited = { items, until: now + awaitMs };
    this.restsUntil = now + Math.min(restMs.most, Math.max(restMs.least, tookMs));
  }

  private rest(): void {
    for (const resolve of this.drained.splice(0)) resolve();
    const { onIdle, awaitMs = 0 } = this.rules;
    if (!onIdle) return;
    clearTimeout(this.forgetting);
    // What is awaited is known as long as this one is.
    if (awaitMs > 0) this.forgetting = setTimeout(onIdle, awaitMs);
    else onIdle();
  }

  /** Never throws. */
  private async settle(batch: readonly Entry<T, R>[]): Promise<void> {
    const { work, onFailedBatch } = this.rules;
    try {
      const results = await work(batch.map(({ item }) => item));
      for (const [n, { resolve }] of batch.entries()) resolve(results[n] as R);
    } catch (error) {
      if (batch.length === 1 || !onFailedBatch) for (const { reject } of batch) reject(error);
      else {
        onFailedBatch(error, batch.length);
        for (const entry of batch) await this.settle([entry]);
      }
    }
  }
}

/** A batcher for each key, such as an account, kept while it has something to do. */
export function batchersOf<K, T, R>(
  rulesOf: (key: K) => Omit<BatchRules<T, R>, 'onIdle'>,
): (key: K, item: T) => Promise<R> {
  const open = new Map<K, Batcher<T, R>>();
  return (key, item) => {
    const known = open.get(key);
    if (known) return known.add(item);
    const fresh = new Batcher({ ...rulesOf(key), onIdle: () => void open.delete(key) });
    open.set(key, fresh);
    return fresh.add(item);
  };
}
