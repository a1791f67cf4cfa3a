import { useEffect, useRef } from 'react';

/** From the upper and lower edge of the window, in pixels; the upper one lies below the bar. */
const EDGE = { top: 120, bottom: 60 };
const MOST_PER_FRAME = 24;

/** How far the page goes on in a frame while something is held at this height of the window. */
export function stepAt(y: number, height: number): number {
  const above = EDGE.top - y;
  const below = y - (height - EDGE.bottom);
  if (above > 0) return -Math.ceil(MOST_PER_FRAME * Math.min(above / EDGE.top, 1));
  if (below > 0) return Math.ceil(MOST_PER_FRAME * Math.min(below / EDGE.bottom, 1));
  return 0;
}

/**
 * The page follows a tile that is held at the window's edge: a report is often many windows high. `onHeld` is
 * told of each movement, `onLeft` that the tile was let go.
 */
export function useEdgeScroll(): { onHeld: (event: Event) => void; onLeft: () => void } {
  const held = useRef<MouseEvent | Touch>(null);
  const frame = useRef(0);
  const onLeft = () => {
    held.current = null;
    cancelAnimationFrame(frame.current);
    frame.current = 0;
  };
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  const follow = () => {
    frame.current = 0;
    if (!held.current) return;
    const { clientX, clientY } = held.current;
    const step = stepAt(clientY, window.innerHeight);
    const before = window.scrollY;
    if (step !== 0) window.scrollBy({ top: step, behavior: 'instant' });
    if (window.scrollY === before) return;
    frame.current = requestAnimationFrame(follow);
    // The grid reckons with the page's place at each movement of the pointer.
    if (held.current instanceof MouseEvent)
      document.dispatchEvent(new MouseEvent('mousemove', { clientX, clientY, bubbles: true }));
  };
  const onHeld = (event: Event) => {
    const { touches } = event as Partial<TouchEvent>;
    held.current = touches?.[0] ?? (event instanceof MouseEvent ? event : null);
    if (frame.current === 0) frame.current = requestAnimationFrame(follow);
  };
  return { onHeld, onLeft };
}
