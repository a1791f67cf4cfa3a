/** Plays the talks that the open campaign keeps as tests on a flow. */
import { calls, type ReplyOf } from '@parley/contract';
import type { Flow } from '@parley/engine/flow.ts';
import { checkTalk, type TalkDifference } from '@parley/engine/play-talk.ts';
import { useEffect, useState } from 'react';
import type { AskError } from '../../data/ask.ts';
import { useCall } from '../../data/use-call.ts';
import { useFlow } from '../store/use-flow.ts';
import { type OtherFlows, useOtherFlows } from './use-other-flows.ts';

export type KeptTalk = ReplyOf<typeof calls.talks.list>['talks'][number];
/** `difference`: the first line that differs; null: all is as written. */
export type TestResult = KeptTalk & { difference: TalkDifference | null };

export type TestResults = {
  talks: readonly KeptTalk[];
  /** Undefined until all were played on this flow. */
  results: readonly TestResult[] | undefined;
  others: readonly Flow[];
  error: AskError | null;
  retry: () => void;
};

const NONE: readonly KeptTalk[] = [];
/** What a slice of playing takes; then the screen has its turn. */
const SLICE_MS = 12;

type Played = { own: Flow; others: OtherFlows; talks: readonly KeptTalk[]; results: TestResult[] };

/** `pauseMs`: how long a flow that is being edited must stand still. */
export function useTestResults(own: Flow, pauseMs: number): TestResults {
  const { campaign, isTemplate } = useFlow();
  const { data, error, refetch } = useCall(calls.talks.list, { campaign }, { enabled: !isTemplate });
  const others = useOtherFlows(own);
  const talks = data?.talks;
  const [played, setPlayed] = useState<Played | null>(null);
  useEffect(() => {
    if (!talks || others.isPending) return;
    let isGone = false;
    const timer = setTimeout(async () => {
      const results = await playAll(talks, own, others.flows, () => isGone);
      if (!isGone) setPlayed({ own, others, talks, results });
    }, pauseMs);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [talks, own, others, pauseMs]);
  const isOfThis = played?.own === own && played.others === others && played.talks === talks;
  return {
    talks: talks ?? NONE,
    results: isOfThis ? played.results : undefined,
    others: others.flows,
    error,
    retry: () => void refetch(),
  };
}

async function playAll(
  talks: readonly KeptTalk[],
  own: Flow,
  others: readonly Flow[],
  isGone: () => boolean,
): Promise<TestResult[]> {
  const results: TestResult[] = [];
  let since = performance.now();
  const between = async () => {
    if (performance.now() - since < SLICE_MS) return;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  };
  for (const talk of talks) {
    if (isGone()) break;
    results.push({ ...talk, difference: await checkTalk(talk.text, own, others, between) });
  }
  return results;
}
