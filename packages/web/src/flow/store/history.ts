/** Undo and redo of edits to steps; what was typed in one go is one step back. */
import type { Step } from '@parley/engine/flow.ts';

export type Change = { key: string; before: Step; after: Step /** Milliseconds. */; at: number };
export type History = { past: readonly Change[]; future: readonly Change[] };
export type Turned = { history: History; key: string; step: Step };

export const NO_HISTORY: History = { past: [], future: [] };
const LONGEST = 200;
const ONE_GO_MS = 1000;

/** `typing`: joins the change before when that was typing in the same step a moment ago. */
export function record(history: History, change: Change, typing: boolean): History {
  const last = history.past.at(-1);
  const joins = typing && last?.key === change.key && change.at - last.at < ONE_GO_MS;
  const past = joins
    ? [...history.past.slice(0, -1), { ...change, before: last.before }]
    : [...history.past.slice(1 - LONGEST), change];
  return { past, future: [] };
}

export function undone({ past, future }: History): Turned | null {
  const change = past.at(-1);
  if (!change) return null;
  return {
    history: { past: past.slice(0, -1), future: [change, ...future] },
    key: change.key,
    step: change.before,
  };
}

export function redone({ past, future }: History): Turned | null {
  const change = future[0];
  if (!change) return null;
  return {
    history: { past: [...past, change], future: future.slice(1) },
    key: change.key,
    step: change.after,
  };
}
