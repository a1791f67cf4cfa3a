/**
 * Wake-up calls for background loops of this process. Only a hint: every loop also looks by itself now and
 * then.
 */
export type Signal =
  | 'outbox'
  | 'blasts'
  | 'chunks'
  | 'timers'
  | 'apiCalls'
  | 'confirmations'
  | 'erasures'
  | 'imports'
  | 'receipts'
  | 'automata'
  | 'feed'
  | 'connections'
  | 'webhooks';

export type Signals = { wake: (signal: Signal) => void; on: (signal: Signal, listener: () => void) => void };

export function createSignals(): Signals {
  const listeners = new Map<Signal, (() => void)[]>();
  return {
    wake(signal) {
      for (const listener of listeners.get(signal) ?? []) listener();
    },
    on(signal, listener) {
      listeners.set(signal, [...(listeners.get(signal) ?? []), listener]);
    },
  };
}
