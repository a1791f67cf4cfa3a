import { useEffect, useRef } from 'react';

/** Begins a dialog of the browser that is over at the latest when the component leaves the screen. */
export function useCeremony(): () => AbortSignal {
  const begun = useRef<AbortController | null>(null);
  useEffect(() => () => begun.current?.abort(), []);
  return () => {
    begun.current = new AbortController();
    return begun.current.signal;
  };
}
