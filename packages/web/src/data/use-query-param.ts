import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'react-router';

/** A part of the view's state that lives in the URL (`?q=`, `?tab=`, `?page=`). Empty text: not in the URL. */
export function useQueryParam(name: string): [string, (value: string) => void] {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const set = useCallback(
    (value: string) => {
      // A pause may end after the person has left: the next screen's URL is not ours to change.
      if (window.location.pathname !== pathname) return;
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          if (value === '') next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true, preventScrollReset: true },
      );
    },
    [name, pathname, setParams],
  );
  return [params.get(name) ?? '', set];
}
