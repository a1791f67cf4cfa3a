/**
 * Undo and redo of what was done to steps; what was typed in one go is one step back. Places are told by the
 * step above, not by numbers: somebody else may add, move and delete steps meanwhile.
 */
import type { Step } from '@parley/engine/flow.ts';

/** A change inside a step. */
export type Edit = { kind: 'edit'; key: string; before: Step; after: Step /** Milliseconds. */; at: number };
/** A step that came or went, as it was when it was last there; `above`: the key of the one above it, ''. */
export type Presence = { kind: 'add' | 'remove'; key: string; step: Step; above: string };
/** From below one step to below another, by their keys; '': the beginning. */
export type Shift = { kind: 'move'; key: string; from: string; to: string };
/** What is taken back and done again as one; `key`: of the step that it is about. */
export type Group = { kind: 'group'; key: string; changes: readonly Change[] };
/** Plain data, so that it can be kept over a reload. */
export type Change = Edit | Presence | Shift | Group;
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

/** The history without a group that is taken back out of turn; null when it is not in the past any more. */
export function takenOut({ past, future }: History, group: Group): History | null {
  if (!past.includes(group)) return null;
  return { past: past.filter((change) => change !== group), future };
}

/**
 * The history once somebody else has changed or deleted steps: what was done to those cannot be taken back,
 * as it would take away what they did; nor can what was done before that to a step of the same group, which
 * would skip a change. Everything else is as true as before.
 */
export function withoutSteps({ past, future }: History, keys: ReadonlySet<string>): History {
  return { past: apartFrom(keys, past.toReversed()).toReversed(), future: apartFrom(keys, future) };
}

/** `changes`: in the order in which they would be turned. */
function apartFrom(keys: ReadonlySet<string>, changes: readonly Change[]): Change[] {
  const touched = new Set(keys);
  return changes.filter((change) => {
    const about = keysOf(change);
    if (!about.some((key) => touched.has(key))) return true;
    for (const key of about) touched.add(key);
    return false;
  });
}

function keysOf(change: Change): string[] {
  return change.kind === 'group' ? change.changes.flatMap(keysOf) : [change.key];
}
