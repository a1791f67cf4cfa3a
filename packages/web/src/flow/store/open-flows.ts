/**
 * The flows that this page has open. They outlive their screen, so that a save goes on when the author moves
 * to another one.
 */
import { showFailure } from '../../data/toasts.ts';
import { createFlowStore, type FlowStore } from './flow-store.ts';
import { flowWire } from './wire.ts';

const flows = new Map<string, FlowStore>();

/** One store per user and campaign (or template). */
export function openFlow(user: number, campaign: number, isTemplate: boolean): FlowStore {
  const storageKey = `draft:${user}:flow:${isTemplate ? 'template' : 'campaign'}:${campaign}`;
  const known = flows.get(storageKey);
  if (known) return known;
  if (flows.size === 0) saveOnLeave();
  const flow = createFlowStore({
    wire: flowWire(campaign, isTemplate),
    storageKey,
    tell: showFailure,
    clock: Date.now,
  });
  flows.set(storageKey, flow);
  return flow;
}

function saveOnLeave(): void {
  const flushAll = () => {
    for (const flow of flows.values()) flow.flush(true);
  };
  window.addEventListener('pagehide', flushAll);
  window.addEventListener('online', () => {
    for (const flow of flows.values()) flow.flush();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flushAll();
  });
  window.addEventListener('beforeunload', (event) => {
    const failed = [...flows.values()].some(({ store }) =>
      store.getState().entries.some((entry) => entry.save.state === 'failed'),
    );
    if (failed) event.preventDefault();
  });
}
