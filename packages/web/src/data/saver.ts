/**
 * Saves a value that a person keeps changing: after a pause, one request in flight and at most one waiting
 * behind it. Until the server has it, the value stays in the tab's storage, so that no failed save, expired
 * session or reload loses it.
 */
import { PAUSES_MS } from '@parley/rules/limits.ts';
import { AskError } from './ask.ts';
import { wordings } from './wordings.ts';

export type SaveState = 'idle' | 'dirty' | 'saving' | 'saved' | 'failed';
export type SaveStatus = { state: SaveState; error: AskError | null };

export type SaveFunction<T> = (value: T, options: { keepalive: boolean }) => Promise<void>;

export type Saver<T> = {
  status: () => SaveStatus;
  subscribe: (listener: () => void) => () => void;
  /** A newer value; saved after the pause, or at once. */
  change: (value: T, when?: 'after-pause' | 'now') => void;
  /** Sends what waits without further pause: on blur, on leaving a screen, on Retry. */
  flush: (keepalive?: boolean) => void;
  /** Forgets the unsaved value: the person took the other version. */
  discard: () => void;
  /** The value the server does not have yet, also one that an earlier page left behind. */
  unsaved: () => T | undefined;
  /** The newest way to save; a screen hands it over at every render. */
  saveWith: (save: SaveFunction<T>) => void;
};

type Draft<T> = { value: T };

export function createSaver<T>(storageKey: string, pauseMs: number = PAUSES_MS.textSaveDebounce): Saver<T> {
  let save: SaveFunction<T> | null = null;
  let pending: Draft<T> | null = readDraft<T>(storageKey);
  let inFlight: Draft<T> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What waits was to be sent already, but another save was on its way. */
  let isDue = false;
  let status: SaveStatus = { state: pending ? 'dirty' : 'idle', error: null };
  const listeners = new Set<() => void>();

  function become(state: SaveState, error: AskError | null = null): void {
    status = { state, error };
    for (const listener of listeners) listener();
  }

  async function run(keepalive: boolean): Promise<void> {
    clearTimeout(timer);
    isDue = true;
    if (inFlight || !pending || !save) return;
    isDue = false;
    inFlight = pending;
    pending = null;
    become('saving');
    try {
      await save(inFlight.value, { keepalive });
      inFlight = null;
      settle();
    } catch (error) {
      pending ??= inFlight;
      inFlight = null;
      become(
        'failed',
        error instanceof AskError ? error : new AskError('network', wordings.saver.thisCouldNotBeSaved),
      );
    }
  }

  function settle(): void {
    if (pending) {
      if (isDue) void run(false);
      else become('dirty');
      return;
    }
    dropDraft(storageKey);
    become('saved');
  }

  return {
    status: () => status,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change: (value, when = 'after-pause') => {
      pending = { value };
      writeDraft(storageKey, pending);
      clearTimeout(timer);
      isDue = false;
      if (!inFlight) become('dirty');
      if (when === 'now') void run(false);
      else timer = setTimeout(() => void run(false), pauseMs);
    },
    flush: (keepalive = false) => void run(keepalive),
    discard: () => {
      clearTimeout(timer);
      pending = null;
      dropDraft(storageKey);
      become('idle');
    },
    unsaved: () => (pending ?? inFlight)?.value,
    saveWith: (next) => {
      save = next;
    },
  };
}

function readDraft<T>(key: string): Draft<T> | null {
  const text = sessionStorage.getItem(key);
  if (text === null) return null;
  try {
    return JSON.parse(text) as Draft<T>;
  } catch {
    // Written by another version of the page: unreadable, so of no use to anybody.
    sessionStorage.removeItem(key);
    return null;
  }
}

/** A full or closed storage only costs the safety net; the save itself goes on. */
function writeDraft(key: string, draft: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    sessionStorage.removeItem(key);
  }
}

function dropDraft(key: string): void {
  sessionStorage.removeItem(key);
}
