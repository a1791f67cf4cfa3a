import { decodeLive, encodeLive, type LiveMessage } from '@parley/contract';

/** `text` is the message as it goes out, written once for all. */
type Listener = (message: LiveMessage, text: string) => void;

/** The other processes on the same database. */
export type Elsewhere = {
  /** Whether an account has browsers there. */
  wants: (accountId: number) => boolean;
  publish: (accountId: number, text: string) => void;
  /** The first browser of an account has come here. */
  arrived: (accountId: number) => void;
};

/**
 * Tells the browsers of an account what happened. Told after the commit; a message lost on the way costs a
 * refresh, nothing more.
 */
export type LiveHub = {
  publish: (accountId: number, message: LiveMessage) => void;
  /** Tells the browsers of this process what another one says. */
  pass: (accountId: number, text: string) => unknown;
  /** Answers how to stop listening. */
  listen: (accountId: number, listener: Listener) => () => void;
  /** Whether anybody waits for news of an account, here or elsewhere. */
  hasListeners: (accountId: number) => boolean;
  /** Accounts with browsers here. */
  accounts: () => number[];
  join: (elsewhere: Elsewhere) => void;
  /**
   * `check`: how an open connection of a user makes sure that its session still lives. Answers how to stop.
   */
  watch: (userId: number, check: () => void) => () => void;
  /** How many connections of a user this process has. */
  watching: (userId: number) => number;
  /**
   * A session of this user has ended or moved: their connections to this process make sure now, those to
   * others within a second.
   */
  recheck: (userId: number) => void;
};

export function createLiveHub(): LiveHub {
  const rooms = new Map<number, Set<Listener>>();
  const checks = new Map<number, Set<() => void>>();
  let elsewhere: Elsewhere | null = null;
  const hasListeners = (accountId: number) => rooms.has(accountId) || (elsewhere?.wants(accountId) ?? false);
  function pass(accountId: number, message: LiveMessage, text: string): void {
    for (const listener of rooms.get(accountId) ?? []) listener(message, text);
  }
  return {
    publish(accountId, message) {
      if (!hasListeners(accountId)) return;
      const text = encodeLive(message);
      pass(accountId, message, text);
      if (elsewhere?.wants(accountId)) elsewhere.publish(accountId, text);
    },
    pass: (accountId, text) => rooms.has(accountId) && pass(accountId, decodeLive(text), text),
    listen(accountId, listener) {
      const isFirst = !rooms.has(accountId);
      const leave = enter(rooms, accountId, listener);
      if (isFirst) elsewhere?.arrived(accountId);
      return leave;
    },
    hasListeners,
    accounts: () => [...rooms.keys()],
    join(others) {
      elsewhere = others;
    },
    watch: (userId, check) => enter(checks, userId, check),
    watching: (userId) => checks.get(userId)?.size ?? 0,
    recheck(userId) {
      for (const check of checks.get(userId) ?? []) check();
    },
  };
}

/** Answers how to leave again. */
function enter<T>(rooms: Map<number, Set<T>>, id: number, member: T): () => void {
  const room = rooms.get(id) ?? new Set();
  rooms.set(id, room.add(member));
  return () => {
    room.delete(member);
    if (room.size === 0) rooms.delete(id);
  };
}
