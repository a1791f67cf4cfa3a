/** What was published of the open campaign, and how its draft differs from what is live. */
import { calls, type ReplyOf } from '@parley/contract';
import { compareFlows, type StepChange } from '@parley/engine/compare-flows.ts';
import type { Step } from '@parley/engine/flow.ts';
import { useEffect, useMemo } from 'react';
import type { AskError } from '../../data/ask.ts';
import { useCall } from '../../data/use-call.ts';
import { useCheckedDraft } from '../editor/findings.ts';
import { useFlow, useFlowSave, useFlowState } from '../store/use-flow.ts';

/** The newest versions; below them, those before a number. */
export function useVersionPage(before?: number) {
  const { campaign, isTemplate } = useFlow();
  return useCall(calls.flow.listVersions, { campaign, before }, { enabled: !isTemplate });
}

/** The steps of a version: nobody changes them. Undefined until they are there; 0: there is none to read. */
export function useVersion(number: number) {
  const { campaign } = useFlow();
  return useCall(
    calls.flow.readVersion,
    { campaign, number },
    { enabled: number > 0, staleTime: Number.POSITIVE_INFINITY },
  );
}

/** Who is in the middle of a version that is not live any more; empty until it is known. */
export function usePeopleOnVersions() {
  const { campaign } = useFlow();
  return useCall(calls.conversations.onVersions, { campaign }).data?.people ?? NOBODY;
}
const NOBODY: ReplyOf<typeof calls.conversations.onVersions>['people'] = [];

export type LiveVersion = {
  /** 0: nothing was published. Undefined until it is known. */
  live: number | undefined;
  /** What the draft has that is not published; undefined until it is known, and without a version. */
  changes: StepChange[] | undefined;
  error: AskError | null;
};

/** What is live, beside the draft as it stands on the screen. */
export function useLiveVersion(): LiveVersion {
  const page = useVersionPage();
  const live = page.data?.live;
  const version = useVersion(live ?? 0);
  const isLoading = useFlowState((state) => state.phase !== 'ready');
  const draft = useCheckedDraft();
  const published = version.data?.steps;
  const changes = useMemo(
    () => (published && !isLoading ? compareFlows(plain(published), draft.steps) : undefined),
    [published, draft, isLoading],
  );
  return { live, changes, error: page.error ?? version.error };
}

export const plain = (steps: readonly { step: Step }[]): Step[] => steps.map(({ step }) => step);

/** The draft as the server has it, once all that was typed is saved there. */
export function useStoredDraft() {
  const { flow, campaign } = useFlow();
  const { state } = useFlowSave();
  useEffect(() => flow.flush(), [flow]);
  const isSaved = state === 'idle' || state === 'saved';
  const { data, error, isFetching, refetch } = useCall(
    calls.flow.read,
    { campaign, isTemplate: false },
    { enabled: isSaved, staleTime: 0 },
  );
  return {
    draft: isSaved && !isFetching ? data : undefined,
    error: isSaved ? error : null,
    isFailed: state === 'failed',
    retry: () => void refetch(),
  };
}
