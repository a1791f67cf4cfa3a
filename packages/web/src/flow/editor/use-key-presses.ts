import { useEffect, useRef } from 'react';
import { isTyping } from '../../kit/shortcuts.ts';

/** What a key does: 'mod+c', 'Delete'; answers whether that was all. */
type KeyPresses = Record<string, () => boolean>;

/** Keys of the editor beside those of fields and dialogs, which keep their own. */
export function useKeyPresses(presses: KeyPresses): void {
  const newest = useRef(presses);
  useEffect(() => {
    newest.current = presses;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.shiftKey) return;
      if (isTyping(event.target) || document.querySelector('[aria-modal="true"]')) return;
      const isMod = event.ctrlKey || event.metaKey;
      const run = newest.current[isMod ? `mod+${event.key.toLowerCase()}` : event.key];
      if (run?.()) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
