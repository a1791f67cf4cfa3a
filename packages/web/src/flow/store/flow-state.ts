/** What the open flow shows: its entries, and how loading and sending stand. */
import type { Call } from '@parley/contract';
import type { Step } from '@parley/engine/flow.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AskError } from '../../data/ask.ts';
import { type Entry, stepsOf } from './entry.ts';
import { type History, NO_HISTORY } from './history.ts';
import type { OthersChange } from './others-changes.ts';
import type { FlowWire } from './wire.ts';

export type FlowState = {
  phase: 'loading' | 'ready' | 'failed';
  error: AskError | null;
  /** In order of position. */
  entries: Entry[];
  /** The same by their keys. */
  byKey: ReadonlyMap<string, Entry>;
  /** Of the entries; the same object until a step changes, comes, goes or moves. */
  steps: Step[];
  /** Additions, moves and deletions that the server does not have yet. */
  pending: number;
  /** One of those was sent since the flow was opened. */
  hasSent: boolean;
  history: History;
  /** What others did that came with the last reading; a new list each time. */
  othersChanges: readonly OthersChange[];
};

export type NamedCall = Pick<Call, 'path' | 'fails' | 'quiet'>;

export type FlowDeps = {
  wire: FlowWire;
  /** Where unsaved texts wait in the tab's storage; one per user and campaign. */
  storageKey: string;
  /** Shows a failed call to the author. */
  tell: (call: NamedCall, error: unknown) => void;
  /** Milliseconds; for joining quick edits into one undo step. */
  clock: () => number;
};

export type OpenEntries = ReturnType<typeof createEntries>;

/** The state and the few ways in which its entries change. */
export function createEntries() {
  const store: StoreApi<FlowState> = createStore(() => ({
    phase: 'loading',
    error: null,
    entries: [],
    byKey: new Map(),
    steps: [],
    pending: 0,
    hasSent: false,
    history: NO_HISTORY,
    othersChanges: [],
  }));
  const all = () => store.getState().entries;
  const set = (entries: Entry[], more: Partial<FlowState> = {}) =>
    store.setState(({ steps }) => ({
      ...more,
      entries,
      byKey: new Map(entries.map((entry) => [entry.key, entry])),
      steps: stepsOf(entries, steps),
    }));
  return {
    store,
    all,
    set,
    find: (key: string) => store.getState().byKey.get(key),
    patch: (key: string, part: Partial<Entry>) =>
      set(all().map((entry) => (entry.key === key ? { ...entry, ...part } : entry))),
  };
}
