import type { Step } from '@parley/engine/flow.ts';
import { createContext, useCallback, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { THIS_PAGE } from '../../data/ask.ts';
import { useLive, useLiveState } from '../../data/live.ts';
import type { SaveStatus } from '../../data/saver.ts';
import { useSession } from '../../data/session.ts';
import { takeEarly } from './early-steps.ts';
import type { Entry } from './entry.ts';
import type { FlowState } from './flow-state.ts';
import type { FlowStore } from './flow-store.ts';
import { openFlow } from './open-flows.ts';
import type { EditNews } from './others-changes.ts';

export type OpenFlow = { flow: FlowStore; campaign: number; isTemplate: boolean };
export const FlowContext = createContext<OpenFlow | null>(null);

/**
 * Opens a campaign's flow for a screen: reads it, reads it again when somebody else has saved something,
 * when the window comes back and when the live connection is there (again), sends what waits on leaving.
 */
export function useOpenFlow(campaign: number, isTemplate: boolean): OpenFlow {
  const user = useSession((session) => session.user);
  const flow = openFlow(user, campaign, isTemplate);
  const look = useCallback(() => {
    if (document.visibilityState === 'visible') void flow.readAgain();
  }, [flow]);
  useEffect(() => {
    const early = takeEarly(campaign, isTemplate);
    void flow.load(early);
    document.addEventListener('visibilitychange', look);
    // What others saved before they could be heard here may have come after what was read.
    if (early && useLiveState.getState().state === 'live') look();
    const stopLooking = useLiveState.subscribe(({ state }, before) => {
      if (state === 'live' && before.state !== 'live') look();
    });
    return () => {
      document.removeEventListener('visibilitychange', look);
      stopLooking();
      flow.flush();
    };
  }, [flow, campaign, isTemplate, look]);
  const open = useMemo(() => ({ flow, campaign, isTemplate }), [flow, campaign, isTemplate]);
  useEditNews(open, (news) => {
    flow.hear(news);
    look();
  });
  return open;
}

/** Runs when another page has saved something of a flow, or published it. */
export function useEditNews({ campaign, isTemplate }: OpenFlow, run: (news: EditNews) => void): void {
  useLive('flow', (told) => {
    const isOfThis = told.campaign === campaign && told.isTemplate === isTemplate;
    if (isOfThis && told.page !== THIS_PAGE) run({ user: told.user, step: told.step });
  });
}

/** The open flow; only below a {@link FlowContext}. */
export function useFlow(): OpenFlow {
  const open = useContext(FlowContext);
  if (!open) throw new Error('No flow is open here.');
  return open;
}

export function useFlowState<T>(pick: (state: FlowState) => T): T {
  return useStore(useFlow().flow.store, pick);
}

/** A step's entry by its key, undefined once it is deleted. */
export function useEntry(key: string): Entry | undefined {
  return useFlowState((state) => state.byKey.get(key));
}

/** A step by its key: the same object while it is saved; undefined once it is deleted. */
export function useStep(key: string): Step | undefined {
  return useFlowState((state) => state.byKey.get(key)?.step);
}

/** The keys in order: changes only when steps come, go or move. */
export function useKeys(): string[] {
  return useFlowState(useShallow((state) => state.entries.map((entry) => entry.key)));
}

export function useSteps(): Step[] {
  return useFlowState((state) => state.steps);
}

/** How saving stands for the whole flow. */
export function useFlowSave(): SaveStatus {
  const { flow } = useFlow();
  const state = useSyncExternalStore(flow.store.subscribe, () => wholeState(flow.store.getState()));
  return { state, error: null };
}

function wholeState({ entries, pending, hasSent }: FlowState): SaveStatus['state'] {
  const states = new Set(entries.map((entry) => entry.save.state));
  if (states.has('failed')) return 'failed';
  if (pending > 0 || states.has('saving') || states.has('dirty')) return 'saving';
  return hasSent || states.has('saved') ? 'saved' : 'idle';
}
