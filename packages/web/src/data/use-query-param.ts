import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** A part of the view's state that lives in the URL (`?q=`, `?tab=`, `?page=`). Empty text: not in the URL. */
export function useQueryParam(name: string): [string, (value: string) => void] {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (value: string) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          if (value === '') next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [name, setParams],
  );
  return [params.get(name) ?? '', set];
}
