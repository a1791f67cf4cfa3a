import { calls } from '@parley/contract';
import type { Flow, Step } from '@parley/engine/flow.ts';
import { stepReferences } from '@parley/engine/steps/index.ts';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ask } from '../../data/ask.ts';
import { keyOf } from '../../data/use-call.ts';

export type OtherFlows = { flows: Flow[]; isPending: boolean };

/** The flows of the campaigns that the draft can switch to, as far as they are known. */
export function useOtherFlows(draft: Flow): OtherFlows {
  const named = new Set(draft.steps.flatMap((step) => stepReferences(step).campaigns));
  named.delete(draft.campaignId);
  const key = [...named].join();
  const targets = useMemo(() => key.split(',').filter(Boolean).map(Number), [key]);
  const combine = useMemo(() => flowsOf(targets), [targets]);
  return useQueries({
    queries: targets.map((campaign) => ({
      queryKey: keyOf(calls.flow.read, { campaign, isTemplate: false }),
      queryFn: () => ask(calls.flow.read, { campaign, isTemplate: false }),
    })),
    combine,
  });
}

type ReadFlow = {
  data?: { steps: { step: Step }[]; flowVersion: number } | undefined;
  isPending: boolean;
};

function flowsOf(targets: readonly number[]) {
  return (results: ReadFlow[]): OtherFlows => ({
    isPending: results.some(({ isPending }) => isPending),
    flows: results.flatMap(({ data }, index) => {
      const campaignId = targets[index];
      if (!data || campaignId === undefined) return [];
      return [{ campaignId, version: data.flowVersion, steps: data.steps.map(({ step }) => step) }];
    }),
  });
}
