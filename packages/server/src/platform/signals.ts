/** Wake-up calls for background loops. Only a hint: every loop also looks by itself now and then. */
export type Signal =
  | 'outbox'
  | 'blasts'
  | 'chunks'
  | 'timers'
  | 'apiCalls'
  | 'confirmations'
  | 'erasures'
  | 'imports'
  | 'simulator'
  | 'automata'
  | 'connections'
  | 'webhooks';

export type Signals = { wake: (signal: Signal) => void; on: (signal: Signal, listener: () => void) => void };

/** `pass`: takes signals that no loop of this process waits for. */
export function createSignals(pass: (signal: Signal) => void = () => undefined): Signals {
  const listeners = new Map<Signal, (() => void)[]>();
  return {
    wake(signal) {
      const here = listeners.get(signal);
      if (here) for (const listener of here) listener();
      else pass(signal);
    },
    on(signal, listener) {
      listeners.set(signal, [...(listeners.get(signal) ?? []), listener]);
    },
  };
}
