import { useEffect, useRef } from 'react';
import { announce } from './announce.ts';

type Entry = { id: string; words: string };

/**
 * Tells screen readers what has come to the end of a talk since it was shown; `entries` is undefined while it
 * is loading. A list that is a live region would be read out whole, and again whenever somebody looks further
 * back or a text is changed.
 */
export function useNews(entries: readonly Entry[] | undefined): void {
  const known = useRef<Set<string>>(null);
  useEffect(() => {
    if (!entries) return;
    const before = known.current;
    known.current = new Set([...(before ?? []), ...entries.map(({ id }) => id)]);
    if (!before) return;
    const last = entries.findLastIndex(({ id }) => before.has(id));
    for (const { words } of entries.slice(last + 1)) announce(words);
  });
}
