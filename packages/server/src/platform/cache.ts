import { type Db, poolOf } from './db/database.ts';

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

/** A cache of each database: the same id is somebody else's in another one. */
export function cacheByDatabase<T>(most: number, forMs: number): (db: Db) => Cache<T> {
  const caches = new WeakMap<object, Cache<T>>();
  return (db) => {
    const database = poolOf(db) ?? db;
    const cache = caches.get(database) ?? createCache<T>(most, forMs);
    caches.set(database, cache);
    return cache;
  };
}
