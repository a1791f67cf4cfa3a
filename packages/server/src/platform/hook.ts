/**
 * What a room tells the rooms above it, which it may not import (ARCHITECTURE.md, "The order"): they listen,
 * `features.ts` wires them, and they act at that very moment, inside the transaction of whoever tells.
 */
export type Hook<Listener> = {
  listen: (listener: Listener) => void;
  /** All who listen, in the order of the rooms. @throws when nobody does: something would be left undone. */
  readonly all: readonly Listener[];
  /** The one who does it. @throws unless there is exactly one. */
  readonly one: Listener;
};

export function createHook<Listener>(name: string): Hook<Listener> {
  const listeners: Listener[] = [];
  return {
    listen: (listener) => {
      listeners.push(listener);
    },
    get all() {
      if (listeners.length === 0) throw new Error(`Nobody listens to the hook "${name}".`);
      return listeners;
    },
    get one() {
      const [listener] = listeners;
      if (listener === undefined || listeners.length > 1)
        throw new Error(`The hook "${name}" wants one listener and has ${listeners.length}.`);
      return listener;
    },
  };
}

/** Tells all who listen, one after the other in the order of the rooms. Answers what they answer. */
export async function tell<Args extends readonly unknown[], Answer>(
  hook: Hook<(...args: Args) => Promise<Answer>>,
  ...args: NoInfer<Args>
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const listener of hook.all) answers.push(await listener(...args));
  return answers;
}

/** A listener that is wired when the application is put together. */
export type Wiring = () => void;

export function on<Listener>(hook: Hook<Listener>, listener: Listener): Wiring {
  return () => hook.listen(listener);
}
