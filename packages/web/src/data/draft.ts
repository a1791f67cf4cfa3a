import { useCallback, useState } from 'react';
import { useSession } from './session.ts';

/**
 * Text that is being written and not sent yet, kept in the tab under a key: `const [text, setText] =
 * useTextDraft('reply:17')`. It survives another screen and a reload, is empty once it is sent, and nobody
 * else who signs in here meets it.
 */
export function useTextDraft(key: string): [string, (text: string) => void] {
  const user = useSession((session) => session.user);
  const name = `draft-text:${user}:${key}`;
  const [held, setHeld] = useState({ name, text: sessionStorage.getItem(name) ?? '' });
  const text = held.name === name ? held.text : (sessionStorage.getItem(name) ?? '');
  const change = useCallback(
    (next: string) => {
      setHeld({ name, text: next });
      if (next === '') sessionStorage.removeItem(name);
      else sessionStorage.setItem(name, next);
    },
    [name],
  );
  return [text, change];
}
