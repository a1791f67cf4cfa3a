import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'react-router';

/**
 * A part of the view's state that lives in the URL (`?q=`, `?tab=`, `?page=`). Empty text: not in the URL.
 * `push`: the browser's Back comes back to the value before.
 */
export function useQueryParam(name: string): [string, (value: string, how?: 'replace' | 'push') => void] {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const set = useCallback(
    (value: string, how: 'replace' | 'push' = 'replace') => {
      // A pause may end after the person has left: the next screen's URL is not ours to change.
      if (window.location.pathname !== pathname) return;
      // The same address again would have all links drawn again, too.
      if ((new URLSearchParams(window.location.search).get(name) ?? '') === value) return;
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          if (value === '') next.delete(name);
          else next.set(name, value);
          return next;
        },
        // At once, not in a transition: on a slow device the next press of Next would still count from the
        // step before.
        { replace: how === 'replace', preventScrollReset: true, flushSync: true },
      );
    },
    [name, pathname, setParams],
  );
  return [params.get(name) ?? '', set];
}
