/**
 * Screen state that survives a reload: the blast wizard's choices and what all screens share (specification:
 * blast and common state).
 */
import type { calls, ReplyOf, TagFilter } from '@parley/contract';
import { PAUSES_MS } from '@parley/rules/limits.ts';
import { useMemo } from 'react';
import { create } from 'zustand';
import { createJSONStorage, persist, type StateStorage } from 'zustand/middleware';

/** What a person has chosen so far in a campaign's blast wizard. */
export type BlastDraft = {
  step: number;
  /** Number as shown; empty: the account's first channel. */
  channel: string;
  lists: number[];
  /** Only people of this segment; without lists all of them. 0: none. */
  segment: number;
  filters: TagFilter[];
  abTest: number[];
  /**
   * `YYYY-MM-DD HH:mm:ss` on the account's clock; never stored: a moment chosen last week is not meant today.
   */
  startAt: string;
  /** `startAt` is a time of each contact's own clock. */
  localTime: boolean;
  /** How long each message may be tried, in minutes; 0: as the channel is set. */
  timeToLive: number;
  /** The blast that was accepted, until Start over: it is still there after a reload. */
  launched: Launch | null;
  /** Why the last Send Now failed. Its message is 'ERROR', whatever went wrong (specification, section 8). */
  failure: { message: 'ERROR'; detail: string } | null;
};

/** `starts`: when, in words; empty: at once. */
export type Launch = { sent: ReplyOf<typeof calls.blast.send>; starts: string };

export type CommonState = {
  /** Date range of reports, `YYYY-MM-DD`; empty: the default month. */
  from: string;
  to: string;
};

export type Stored = {
  /** Whose choices these are; another user starts afresh. */
  user: number;
  blast: Record<number, BlastDraft>;
  common: CommonState;
  /** The Quick Start no longer stands above the campaigns. */
  startPutAway: boolean;
};

const EMPTY: Stored = { user: 0, blast: {}, common: { from: '', to: '' }, startPutAway: false };
export const EMPTY_BLAST: BlastDraft = {
  step: 0,
  channel: '',
  lists: [],
  segment: 0,
  filters: [],
  abTest: [],
  startAt: '',
  localTime: false,
  timeToLive: 0,
  launched: null,
  failure: null,
};

/** Writes at most once in `pauseMs`, the last value, and at once when the page is left. */
export function throttledStorage(
  target: StateStorage,
  pauseMs: number = PAUSES_MS.persistThrottle,
): StateStorage {
  let waiting: { name: string; value: string } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting) target.setItem(waiting.name, waiting.value);
    waiting = null;
  };
  window.addEventListener('pagehide', write);
  return {
    getItem: (name) => target.getItem(name),
    removeItem: (name) => target.removeItem(name),
    setItem: (name, value) => {
      waiting = { name, value };
      timer ??= setTimeout(write, pauseMs);
    },
  };
}

/** What goes to the browser's storage: everything, with the chosen start moments blanked. */
export function storedPart(state: Stored): Stored {
  const blast = Object.entries(state.blast).map(([campaign, draft]) => [campaign, { ...draft, startAt: '' }]);
  return { ...state, blast: Object.fromEntries(blast) };
}

export const useStored = create<Stored>()(
  persist(() => EMPTY, {
    name: 'parley',
    version: 1,
    storage: createJSONStorage(() => throttledStorage(localStorage)),
    partialize: storedPart,
  }),
);

/** Called when it is known who is signed in. */
export function storeFor(user: number): void {
  if (useStored.getState().user !== user) useStored.setState({ ...EMPTY, user });
}

export const putStartAway = () => useStored.setState({ startPutAway: true });

/** A campaign's blast choices and how to change them: `const [draft, change] = useBlastDraft(campaign)`. */
export function useBlastDraft(campaign: number): [BlastDraft, (part: Partial<BlastDraft>) => void] {
  const kept = useStored((state) => state.blast[campaign]);
  // One that an earlier version kept lacks what was added since.
  const draft = useMemo(() => ({ ...EMPTY_BLAST, ...kept }), [kept]);
  const change = (part: Partial<BlastDraft>) =>
    useStored.setState((state) => ({
      blast: { ...state.blast, [campaign]: { ...(state.blast[campaign] ?? EMPTY_BLAST), ...part } },
    }));
  return [draft, change];
}

/** Back to step 0 of a campaign's blast wizard with nothing chosen. */
export function dropBlastDraft(campaign: number): void {
  useStored.setState((state) => ({
    blast: Object.fromEntries(Object.entries(state.blast).filter(([id]) => Number(id) !== campaign)),
  }));
}
