/** Steps that were copied, to be pasted into this campaign or another, in any tab of the same person. */
import { calls, type StepOnWire } from '@parley/contract';
import { useMemo, useSyncExternalStore } from 'react';
import { useSession } from '../../data/session.ts';

const { codec } = calls.flow.pasteSteps.form.points;
const keyOf = (user: number) => `parley:copied-steps:${user}`;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

export function putSteps(user: number, points: readonly StepOnWire[]): void {
  localStorage.setItem(keyOf(user), String(codec.encode([...points])));
  for (const listener of listeners) listener();
}

/**
 * What was copied last; none when it was written by another release of the product and cannot be read any
 * more.
 */
export function takeSteps(user: number): StepOnWire[] {
  const json = localStorage.getItem(keyOf(user));
  if (json === null) return [];
  try {
    return codec.decode(json);
  } catch {
    return [];
  }
}

export type Clipboard = { put: (points: StepOnWire[]) => void; take: () => StepOnWire[] };

/** Of the signed-in person. */
export function useClipboard(): Clipboard {
  const user = useSession((session) => session.user);
  return useMemo(() => ({ put: (points) => putSteps(user, points), take: () => takeSteps(user) }), [user]);
}

/** How many steps could be pasted. */
export function useCopiedCount(): number {
  const user = useSession((session) => session.user);
  return useSyncExternalStore(subscribe, () => takeSteps(user).length);
}
