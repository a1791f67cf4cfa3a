import type { Db } from './db/database.ts';

type Listener<Args extends readonly unknown[]> = (trx: Db, ...args: Args) => Promise<void>;

/** How a lower room tells higher ones, which it does not know, in its own transaction. `hooks.ts` says who listens. */
export type Hook<Args extends readonly unknown[]> = {
  wire: (listener: Listener<Args>) => void;
  /** @throws Error when nobody listens: the program was put together without its hooks. */
  run: Listener<Args>;
};

export function createHook<Args extends readonly unknown[]>(name: string): Hook<Args> {
  const listeners = new Set<Listener<Args>>();
  return {
    wire: (listener) => listeners.add(listener),
    async run(trx, ...args) {
      if (listeners.size === 0) throw new Error(`Nobody listens to ${name}.`);
      for (const listener of listeners) await listener(trx, ...args);
    },
  };
}
