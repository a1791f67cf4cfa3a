/** Deliveries in memory: those of one contact one after the other, those of several at once. */

/** `lane`: the contact; of what concerns nobody in particular a lane of its own. */
export type Queued = { id: number; lane: string };

export type ContactQueues<T extends Queued> = {
  /** What is here or on its way. */
  ids: () => number[];
  /** How many are not on their way yet. */
  waiting: () => number;
  /** Behind what is here; one that is here already is left out, and one of a lane that failed. */
  add: (found: readonly T[]) => void;
  /** The oldest whose lane is free; it is on its way from now on. */
  next: () => T | undefined;
  /** It was sent: the lane is free. Kept among the ids until it is settled. */
  sent: (one: T) => void;
  /** It failed: the rest of its lane is forgotten, and nothing of it taken in until it is settled. */
  failed: (one: T) => void;
  /** What became of these is stored. */
  settle: (all: readonly T[]) => void;
};

/** `failed`: the delivery that it waits for. */
type Lane<T> = { waiting: T[]; isBusy: boolean; failed: number | null };

export function createContactQueues<T extends Queued>(): ContactQueues<T> {
  const held = new Set<number>();
  const lanes = new Map<string, Lane<T>>();
  /** Lanes that are free and have something, in the order in which they came. */
  const ready = new Set<string>();
  let waiting = 0;

  function laneOf(name: string): Lane<T> {
    const known = lanes.get(name);
    if (known) return known;
    const fresh = { waiting: [], isBusy: false, failed: null };
    lanes.set(name, fresh);
    return fresh;
  }

  return {
    ids: () => [...held],
    waiting: () => waiting,
    add(found) {
      for (const one of found) {
        const lane = laneOf(one.lane);
        if (held.has(one.id) || lane.failed !== null) continue;
        held.add(one.id);
        lane.waiting.push(one);
        waiting += 1;
        if (!lane.isBusy) ready.add(one.lane);
      }
    },
    next() {
      const [name] = ready;
      if (name === undefined) return undefined;
      ready.delete(name);
      const lane = laneOf(name);
      lane.isBusy = true;
      waiting -= 1;
      return lane.waiting.shift();
    },
    sent({ lane: name }) {
      const lane = laneOf(name);
      lane.isBusy = false;
      if (lane.waiting.length > 0) ready.add(name);
    },
    failed({ id: failing, lane: name }) {
      const lane = laneOf(name);
      for (const { id } of lane.waiting) held.delete(id);
      waiting -= lane.waiting.length;
      lane.waiting = [];
      lane.isBusy = false;
      lane.failed = failing;
    },
    settle(all) {
      for (const { id, lane: name } of all) {
        held.delete(id);
        const lane = laneOf(name);
        if (lane.failed === id) lane.failed = null;
        const isIdle = !lane.isBusy && lane.failed === null && lane.waiting.length === 0;
        if (isIdle) lanes.delete(name);
      }
    },
  };
}
