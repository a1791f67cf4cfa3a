import { useRef, useState } from 'react';

type Order<T> = {
  /** The items as the person has put them, until the server has the order. */
  items: T[];
  reorder: (items: T[]) => void;
};

/**
 * The order of a list that people drag: shown at once, sent one after the other. `send` stores a whole order,
 * shows its own failure, and resolves when `items` is fresh; a failed order falls back to the stored one.
 */
export function useOrder<T>(items: T[], send: (items: T[]) => Promise<unknown>): Order<T> {
  const [moved, setMoved] = useState<T[] | null>(null);
  const last = useRef(Promise.resolve());

  const reorder = (next: T[]) => {
    setMoved(next);
    const settle = () => setMoved((now) => (now === next ? null : now));
    last.current = last.current.then(() => send(next)).then(settle, settle);
  };
  return { items: moved ?? items, reorder };
}
