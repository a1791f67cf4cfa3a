/**
 * Work that comes one by one and is committed in groups of an account: while a group is at work the next one
 * gathers. Two entries of one number are never in work together, so their order is kept and every
 * conversation has one of them at a time.
 */
import type { Pool } from 'pg';
import { pipelined, type Transactions } from '../platform/db/pipeline.ts';
import type { Services } from '../platform/services.ts';

const GROUP_SIZE = 500;
const GROUPS_IN_WORK = 2;

type Entry<T, R> = { item: T; resolve: (result: R) => void; reject: (error: unknown) => void };
type Queue<T, R> = {
  accountId: number;
  waiting: Entry<T, R>[];
  /** Numbers with an entry in work. */
  busy: Set<string>;
  /** The sizes of the groups in work. */
  inWork: number[];
  /** A group is about to be taken: behind what can be read at once. */
  next: NodeJS.Immediate | null;
};
type Intake<T, R> = { transact: Transactions; queues: Map<number, Queue<T, R>> };

/**
 * What a group is taken with; a group has at most one item of each number. Answers their results in order,
 * after the commit.
 */
export type Take<T, R> = (
  services: Services,
  transact: Transactions,
  accountId: number,
  items: readonly T[],
) => Promise<readonly R[]>;

/**
 * Makes the entrance to a kind of work. `take` commits a group; when it fails, each of the group goes alone,
 * so that a bad one does not fail the others. `phone` of an item is the number whose order is kept; `noun`
 * names the items in the log.
 */
export function createAccountBatcher<T extends { phone: string }, R>(
  noun: string,
  take: Take<T, R>,
): (services: Services, accountId: number, item: T) => Promise<R> {
  /** One intake for each database of this process. */
  const intakes = new WeakMap<Pool, Intake<T, R>>();

  function intakeOf(services: Services): Intake<T, R> {
    const known = intakes.get(services.pool);
    if (known) return known;
    const made = { transact: pipelined(services.pool), queues: new Map() };
    intakes.set(services.pool, made);
    return made;
  }

  function schedule(services: Services, intake: Intake<T, R>, queue: Queue<T, R>): void {
    if (queue.next !== null || !isDue(queue)) return;
    queue.next = setImmediate(() => {
      queue.next = null;
      const group = takeEntries(queue);
      if (group.length > 0) void work(services, intake, queue, group);
    });
  }

  async function work(
    services: Services,
    intake: Intake<T, R>,
    queue: Queue<T, R>,
    group: Entry<T, R>[],
  ): Promise<void> {
    queue.inWork.push(group.length);
    try {
      await commitGroup(services, intake, queue.accountId, group);
    } finally {
      queue.inWork.splice(queue.inWork.indexOf(group.length), 1);
      for (const { item } of group) queue.busy.delete(item.phone);
      if (queue.waiting.length > 0) schedule(services, intake, queue);
      else if (queue.inWork.length === 0) intake.queues.delete(queue.accountId);
    }
  }

  /** Never throws. */
  async function commitGroup(
    services: Services,
    intake: Intake<T, R>,
    accountId: number,
    group: Entry<T, R>[],
  ): Promise<void> {
    try {
      const items = group.map((entry) => entry.item);
      const results = await take(services, intake.transact, accountId, items);
      for (const [n, entry] of group.entries()) entry.resolve(results[n] as R);
    } catch (error) {
      if (group.length === 1) {
        group[0]?.reject(error);
        return;
      }
      services.log.warn({ err: error, size: group.length }, `a group of ${noun} failed; each goes alone`);
      for (const entry of group) await commitGroup(services, intake, accountId, [entry]);
    }
  }

  return (services, accountId, item) => {
    const intake = intakeOf(services);
    const queue = intake.queues.get(accountId) ?? openQueue(intake, accountId);
    return new Promise((resolve, reject) => {
      queue.waiting.push({ item, resolve, reject });
      schedule(services, intake, queue);
    });
  };
}

function openQueue<T, R>(intake: Intake<T, R>, accountId: number): Queue<T, R> {
  const queue: Queue<T, R> = { accountId, waiting: [], busy: new Set(), inWork: [], next: null };
  intake.queues.set(accountId, queue);
  return queue;
}

/**
 * A group begins at once when none is in work. Beside another one it begins when as many wait as that one
 * has: a group costs much, whatever its size, so who falls behind gets larger ones and catches up.
 */
function isDue<T, R>({ waiting, inWork }: Queue<T, R>): boolean {
  return waiting.length > 0 && inWork.length < GROUPS_IN_WORK && waiting.length >= Math.max(0, ...inWork);
}

/**
 * The next group: at most one entry of each number, none of a number in work. The others keep their place.
 */
function takeEntries<T extends { phone: string }, R>(queue: Queue<T, R>): Entry<T, R>[] {
  const group: Entry<T, R>[] = [];
  const rest: Entry<T, R>[] = [];
  for (const entry of queue.waiting) {
    const { phone } = entry.item;
    if (group.length === GROUP_SIZE || queue.busy.has(phone)) rest.push(entry);
    else {
      group.push(entry);
      queue.busy.add(phone);
    }
  }
  queue.waiting = rest;
  return group;
}
