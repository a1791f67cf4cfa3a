import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** In pixels: nearer to the end than this, the end is what is read. */
const NEAR = 40;
/** Further from it, a button leads back there. */
const FAR = 400;

type LogScroll = {
  /** For what scrolls. */
  box: RefObject<HTMLDivElement | null>;
  onScroll: () => void;
  /** Somebody reads further up. */
  isFar: boolean;
  goToEnd: () => void;
};

/**
 * Keeps a talk where it is read: at its end while that is seen, else at the same text when earlier ones come
 * before it. `texts` is the list in the box, which grows as its rows are measured and their pictures come;
 * `first` and `last` say which texts those are.
 */
export function useLogScroll(
  texts: RefObject<HTMLElement | null>,
  first: string | undefined,
  last: string | undefined,
): LogScroll {
  const box = useRef<HTMLDivElement>(null);
  /** From the upper edge of what is seen. */
  const toEnd = useRef(0);
  const isAtEnd = useRef(true);
  const [isFar, setFar] = useState(false);
  const keepAtEnd = useRef(() => {
    if (box.current && isAtEnd.current) box.current.scrollTop = box.current.scrollHeight;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another first text is what moves the others
  useLayoutEffect(() => {
    if (box.current && !isAtEnd.current) box.current.scrollTop = box.current.scrollHeight - toEnd.current;
  }, [first]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is what scrolls the log
  useLayoutEffect(() => keepAtEnd.current(), [last]);
  useEffect(() => {
    if (!texts.current) return;
    const observer = new ResizeObserver(keepAtEnd.current);
    observer.observe(texts.current);
    return () => observer.disconnect();
  }, [texts]);
  return {
    box,
    onScroll: () => {
      if (!box.current) return;
      const { scrollTop, scrollHeight, clientHeight } = box.current;
      toEnd.current = scrollHeight - scrollTop;
      isAtEnd.current = toEnd.current - clientHeight < NEAR;
      setFar(toEnd.current - clientHeight > FAR);
    },
    isFar,
    goToEnd: () => {
      isAtEnd.current = true;
      keepAtEnd.current();
      // The button goes, and what is read is the talk.
      box.current?.focus({ preventScroll: true });
    },
  };
}
