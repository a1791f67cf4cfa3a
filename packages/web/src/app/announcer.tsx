import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { announce, useTold } from '../kit/announce.ts';

/** Long enough for a title that follows its data. */
const SETTLED_MS = 700;

/**
 * The one place where screen readers hear what is new. Tells which screen a link led to, once it has its
 * title; the first screen is told by the browser.
 */
export function Announcer() {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  const told = useTold((state) => state.told);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    const start = setTimeout(() => announce(document.title), SETTLED_MS);
    return () => clearTimeout(start);
  }, [pathname]);
  return (
    <VisuallyHidden role="status" aria-live="polite" aria-atomic={false}>
      {told.map(({ n, words }) => (
        <div key={n}>{words}</div>
      ))}
    </VisuallyHidden>
  );
}
