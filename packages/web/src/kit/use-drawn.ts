import { startTransition, useEffect, useState } from 'react';

/** So many are drawn with the page, and so many follow at a time. */
const AT_ONCE = 12;
const AT_A_TIME = 20;

/**
 * How many of `count` things that take long to draw are drawn by now, from the first on: a few with the page,
 * the others after it, a few at a time, so that the page answers meanwhile. The things are to be memoised.
 */
export function useDrawn(count: number): number {
  const [drawn, setDrawn] = useState(AT_ONCE);
  useEffect(() => {
    if (drawn >= count) return undefined;
    const timer = setTimeout(() => startTransition(() => setDrawn(drawn + AT_A_TIME)));
    return () => clearTimeout(timer);
  }, [drawn, count]);
  return drawn;
}
