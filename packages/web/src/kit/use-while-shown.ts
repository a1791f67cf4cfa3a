import { useState } from 'react';

/**
 * What a dialog is about, for as long as it can be seen: while it fades out, that is what it was about before
 * it was closed. `value` must be the same object from one rendering to the next unless it changed.
 */
export function useWhileShown<T>(value: T, isShown: boolean): T {
  const [last, setLast] = useState(value);
  if (isShown && !Object.is(last, value)) setLast(() => value);
  return isShown ? value : last;
}
