/**
 * Debounced saving for screens: `const save = useSave({ key, save: (text) => ask(…) }); save.change(text)`.
 */
import { useEffect, useSyncExternalStore } from 'react';
import { createSaver, type SaveFunction, type Saver, type SaveStatus } from './saver.ts';
import { useSession } from './session.ts';

export type Save<T> = SaveStatus & {
  change: Saver<T>['change'];
  /** Sends the unsaved value now: Retry, blur. */
  retry: () => void;
  discard: () => void;
  /**
   * What the server does not have yet. Show it instead of the loaded value: it may come from before a reload.
   */
  unsaved: T | undefined;
};

// biome-ignore lint/suspicious/noExplicitAny: savers of many value types live side by side; each key has one type
const savers = new Map<string, Saver<any>>();

/**
 * Savers outlive their screen, so that a save goes on, and stays in order, when the person moves to another
 * one.
 */
function saverOf<T>(storageKey: string, pauseMs?: number): Saver<T> {
  const known = savers.get(storageKey) as Saver<T> | undefined;
  if (known) return known;
  const saver = createSaver<T>(storageKey, pauseMs);
  savers.set(storageKey, saver);
  return saver;
}

/**
 * Saves under a key that names the thing, e.g. `campaign-name:17`: two screens with one key share one saver.
 * Keys are kept apart by user, so that the next person at this computer never meets another's drafts.
 * Left-over drafts are saved when a screen shows them.
 */
export function useSave<T>(options: { key: string; save: SaveFunction<T>; pauseMs?: number }): Save<T> {
  const user = useSession((session) => session.user);
  const saver = saverOf<T>(`draft:${user}:${options.key}`, options.pauseMs);
  const status = useSyncExternalStore(saver.subscribe, saver.status);

  useEffect(() => saver.saveWith(options.save));
  useEffect(() => {
    // Also sends what an earlier page left behind.
    saver.flush();
    return () => saver.flush();
  }, [saver]);

  return {
    ...status,
    change: saver.change,
    retry: saver.flush,
    discard: saver.discard,
    unsaved: saver.unsaved(),
  };
}

/** Sends what could not be saved while the session was over. */
export function saveAgain(): void {
  for (const saver of savers.values()) if (saver.status().state === 'failed') saver.flush();
}

/**
 * Sends everything that waits when the page is hidden or left; asks before leaving only when a save has
 * failed.
 */
export function saveOnLeave(): void {
  const flushAll = () => {
    for (const saver of savers.values()) saver.flush(true);
  };
  window.addEventListener('pagehide', flushAll);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flushAll();
  });
  window.addEventListener('beforeunload', (event) => {
    if ([...savers.values()].some((saver) => saver.status().state === 'failed')) event.preventDefault();
  });
}
