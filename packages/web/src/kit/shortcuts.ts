/** Keyboard shortcuts: screens register theirs, one listener runs them, `?` lists them. */
import { useEffect, useRef } from 'react';
import { create } from 'zustand';

export type Shortcut = {
  /** One key ('n', '/', '?') or two in a row ('g c'). */
  keys: string;
  label: string;
  run: () => void;
  /** Holds on every screen, and gives way to a screen's own. */
  isGeneral: boolean;
};

export const useShortcutList = create<{ shortcuts: Shortcut[] }>(() => ({ shortcuts: [] }));

const SEQUENCE_MS = 1_000;
let first = '';
let firstAt = 0;

/** Keys belong to what has the focus: somebody writes, or walks through a menu. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('input:not([type=radio], [type=checkbox]), textarea, select') ||
      target.role === 'menuitem')
  );
}

/** Handles one key press; exported for the one listener of the app. */
export function runShortcut(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isTyping(event.target) || document.querySelector('[aria-modal="true"]')) return;
  const sequence = event.timeStamp - firstAt < SEQUENCE_MS && first !== '' ? `${first} ${event.key}` : '';
  const { shortcuts } = useShortcutList.getState();
  // "g c" is one wish: the c of the screen must not take its second key.
  const found =
    shortcuts.findLast(({ keys }) => keys === sequence) ??
    shortcuts.findLast(({ keys }) => keys === event.key);
  first = found ? '' : event.key;
  firstAt = event.timeStamp;
  if (!found) return;
  event.preventDefault();
  found.run();
}

/**
 * `useShortcut('n', 'New tag', openDialog)` while the component is shown; the newest one of the same keys
 * wins. `isGeneral`: holds on every screen, and gives way to a screen's own.
 */
export function useShortcut(keys: string, label: string, run: () => void, isGeneral = false): void {
  const newest = useRef(run);
  useEffect(() => {
    newest.current = run;
  });
  useEffect(() => {
    const shortcut: Shortcut = { keys, label, run: () => newest.current(), isGeneral };
    useShortcutList.setState(({ shortcuts }) => ({
      shortcuts: [...shortcuts, shortcut].toSorted((a, b) => Number(b.isGeneral) - Number(a.isGeneral)),
    }));
    return () =>
      useShortcutList.setState(({ shortcuts }) => ({
        shortcuts: shortcuts.filter((one) => one !== shortcut),
      }));
  }, [keys, label, isGeneral]);
}
