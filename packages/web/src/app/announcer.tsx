import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** Long enough for a title that follows its data, and for the words to be taken up before they go. */
const SETTLED_MS = 700;

/** Tells screen readers which screen a link led to, once it has its title. The first screen is told by the browser; what was told does not stay behind. */
export function Announcer() {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  const [told, setTold] = useState('');
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    const start = setTimeout(() => setTold(document.title), SETTLED_MS);
    const end = setTimeout(() => setTold(''), 2 * SETTLED_MS);
    return () => {
      clearTimeout(start);
      clearTimeout(end);
    };
  }, [pathname]);
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {told}
    </VisuallyHidden>
  );
}
