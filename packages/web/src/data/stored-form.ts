/** Forms over settings that somebody else may change while they are open. */
import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';

export type Changes<T> = { [K in keyof T]: T[K] | undefined };

/**
 * The values that differ from what is stored, all that a save sends: it brings nothing old back. Those that
 * do not are undefined.
 */
export function changedOf<T extends object>(values: T, stored: T): Changes<T> {
  const named = Object.entries(values).map(([name, value]) => [
    name,
    value === stored[name as keyof T] ? undefined : value,
  ]);
  return Object.fromEntries(named) as Changes<T>;
}

export const isChanged = (changes: object): boolean =>
  Object.values(changes).some((value) => value !== undefined);

/**
 * Fields that nobody touched here follow what is stored by now; the others stay as typed. `stored` holds
 * plain values only. Answers what a save begins and ends with: what was typed while it was under way is not
 * saved, and stays.
 */
export function useFollowing<T extends Record<string, unknown>>(
  form: UseFormReturnType<T>,
  stored: Partial<T>,
): { begin: (values: T) => void; saved: () => void } {
  const now = JSON.stringify(stored);
  const sent = useRef<T | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed meanwhile is no reason to look again
  useEffect(() => {
    const fresh = JSON.parse(now) as Partial<T>;
    const untouched = Object.entries(fresh).filter(([name]) => !form.isDirty(name));
    const typed = form.getValues();
    form.setValues(Object.fromEntries(untouched) as Partial<T>);
    form.resetDirty({ ...typed, ...fresh });
  }, [now]);
  return {
    begin: (values) => {
      sent.current = values;
    },
    saved: () => {
      if (sent.current) form.resetDirty(sent.current);
    },
  };
}

/** What was changed over stored settings; what has been stored since is no change any more. */
export function useChanges<T extends object>(stored: T) {
  const [changes, setChanges] = useState<Partial<T>>({});
  const now = JSON.stringify(stored);
  useEffect(() => {
    const fresh = JSON.parse(now) as T;
    setChanges(
      (before) =>
        Object.fromEntries(
          Object.entries(before).filter(([name, value]) => value !== fresh[name as keyof T]),
        ) as Partial<T>,
    );
  }, [now]);
  const change = (part: Partial<T>) => setChanges((before) => ({ ...before, ...part }));
  return { values: { ...stored, ...changes }, change };
}
