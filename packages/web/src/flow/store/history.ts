/** Undo and redo of what was done to steps; what was typed in one go is one step back. */
import type { Step } from '@parley/engine/flow.ts';

/** A change inside a step. */
export type Edit = { kind: 'edit'; key: string; before: Step; after: Step /** Milliseconds. */; at: number };
/** An addition, a move or a deletion, as what takes it back and what does it again. */
export type Operation = { kind: 'operation'; key: string; undo: () => void; redo: () => void };
export type Change = Edit | Operation;
export type History = { past: readonly Change[]; future: readonly Change[] };
export type Turned = { history: History; change: Change };

export const NO_HISTORY: History = { past: [], future: [] };
const LONGEST = 200;
const ONE_GO_MS = 1000;

/** `typing`: joins the change before when that was typing in the same step a moment ago. */
export function record(history: History, change: Change, typing: boolean): History {
  const last = history.past.at(-1);
  const joined = typing ? join(last, change) : null;
  const past = joined ? [...history.past.slice(0, -1), joined] : [...history.past.slice(1 - LONGEST), change];
  return { past, future: [] };
}

function join(last: Change | undefined, change: Change): Edit | null {
  if (last?.kind !== 'edit' || change.kind !== 'edit') return null;
  const isOneGo = last.key === change.key && change.at - last.at < ONE_GO_MS;
  return isOneGo ? { ...change, before: last.before } : null;
}

export function undone({ past, future }: History): Turned | null {
  const change = past.at(-1);
  return change ? { history: { past: past.slice(0, -1), future: [change, ...future] }, change } : null;
}

export function redone({ past, future }: History): Turned | null {
  const change = future[0];
  return change ? { history: { past: [...past, change], future: future.slice(1) }, change } : null;
}

/**
 * The history without an operation that is taken back out of turn; null when it is not in the past any more.
 */
export function takenOut({ past, future }: History, operation: Operation): History | null {
  if (!past.includes(operation)) return null;
  return { past: past.filter((change) => change !== operation), future };
}
