/**
 * What this process keeps for a while because it took long to find. It is never needed, only quicker; the
 * oldest go when there are too many.
 */
export type Cache<T> = {
  get: (key: string) => T | undefined;
  /** `lasts`: for how many milliseconds, where that is not the usual time. */
  set: (key: string, value: T, lasts?: number) => void;
  forget: (key: string) => void;
};

export function createCache<T>(most: number, forMs: number): Cache<T> {
  const values = new Map<string, { value: T; until: number }>();
  return {
    get(key) {
      const found = values.get(key);
      return found && found.until > performance.now() ? found.value : undefined;
    },
    set(key, value, lasts = forMs) {
      values.delete(key);
      values.set(key, { value, until: performance.now() + lasts });
      if (values.size > most) values.delete(values.keys().next().value as string);
    },
    forget: (key) => void values.delete(key),
  };
}
