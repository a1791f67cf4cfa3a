import { type RefObject, useEffect, useRef } from 'react';

/**
 * For the heading of the step that is shown: it takes the focus when another step comes, because the button
 * that led there is gone and a keyboard or a screen reader would begin at the top of the page. Not when the
 * screen opens.
 */
export function useStepFocus<Heading extends HTMLElement>(step: number): RefObject<Heading | null> {
  const heading = useRef<Heading>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, [step]);
  return heading;
}
