import type { LiveMessage } from '@parley/contract';

type Listener = (message: LiveMessage) => void;

/** Tells the browsers of an account what happened. Told after the commit; a message lost on the way costs a refresh, nothing more. */
export type LiveHub = {
  tell: (accountId: number, message: LiveMessage) => void;
  /** Answers how to stop listening. */
  listen: (accountId: number, listener: Listener) => () => void;
  hasListeners: (accountId: number) => boolean;
};

export function createLiveHub(): LiveHub {
  const rooms = new Map<number, Set<Listener>>();
  return {
    tell(accountId, message) {
      for (const listener of rooms.get(accountId) ?? []) listener(message);
    },
    listen(accountId, listener) {
      const room = rooms.get(accountId) ?? new Set();
      rooms.set(accountId, room.add(listener));
      return () => {
        room.delete(listener);
        if (room.size === 0) rooms.delete(accountId);
      };
    },
    hasListeners: (accountId) => rooms.has(accountId),
  };
}
