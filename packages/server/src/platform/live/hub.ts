import type { LiveMessage } from '@parley/contract';

/** `text` is the message as it goes out, written once for all. */
type Listener = (message: LiveMessage, text: string) => void;

/** Tells the browsers of an account what happened. Told after the commit; a message lost on the way costs a refresh, nothing more. */
export type LiveHub = {
  tell: (accountId: number, message: LiveMessage) => void;
  /** Answers how to stop listening. */
  listen: (accountId: number, listener: Listener) => () => void;
  hasListeners: (accountId: number) => boolean;
  /** `check`: how an open connection of a user makes sure that its session still lives. Answers how to stop. */
  watch: (userId: number, check: () => void) => () => void;
  /** How many connections of a user this process has. */
  watching: (userId: number) => number;
  /** A session of this user has ended or moved: her connections to this process make sure now, those to others within a second. */
  recheck: (userId: number) => void;
};

export function createLiveHub(): LiveHub {
  const rooms = new Map<number, Set<Listener>>();
  const checks = new Map<number, Set<() => void>>();
  return {
    tell(accountId, message) {
      const room = rooms.get(accountId);
      if (!room) return;
      const text = JSON.stringify(message);
      for (const listener of room) listener(message, text);
    },
    listen(accountId, listener) {
      return enter(rooms, accountId, listener);
    },
    hasListeners: (accountId) => rooms.has(accountId),
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
