/** Forms over settings that somebody else may change while they are open. */
import type { UseFormReturnType } from '@mantine/form';
import { useEffect } from 'react';

export type Changes<T> = { [K in keyof T]: T[K] | undefined };

/** The values that differ from what is stored, all that a save sends: it brings nothing old back. Those that do not are undefined. */
export function changedOf<T extends object>(values: T, stored: T): Changes<T> {
  const named = Object.entries(values).map(([name, value]) => [
    name,
    value === stored[name as keyof T] ? undefined : value,
  ]);
  return Object.fromEntries(named) as Changes<T>;
}

export const isChanged = (changes: object): boolean =>
  Object.values(changes).some((value) => value !== undefined);

/** Fields that nobody touched here follow what is stored by now; the others stay as typed. `stored` holds plain values only. */
export function useFollowing<T extends Record<string, unknown>>(
  form: UseFormReturnType<T>,
  stored: Partial<T>,
): void {
  const now = JSON.stringify(stored);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed meanwhile is no reason to look again
  useEffect(() => {
    const fresh = JSON.parse(now) as Partial<T>;
    const untouched = Object.entries(fresh).filter(([name]) => !form.isDirty(name));
    const typed = form.getValues();
    form.setValues(Object.fromEntries(untouched) as Partial<T>);
    form.resetDirty({ ...typed, ...fresh });
  }, [now]);
}
