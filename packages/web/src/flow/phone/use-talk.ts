import { calls } from '@parley/contract';
import type { Flow, Step } from '@parley/engine/flow.ts';
import { textsOf } from '@parley/engine/opening-messages.ts';
import { stepReferences } from '@parley/engine/steps/index.ts';
import { listTokens } from '@parley/engine/tokens.ts';
import { replaceEqualDeep, useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { ask } from '../../data/ask.ts';
import { useAccount, useZone } from '../../data/use-account.ts';
import { keyOf } from '../../data/use-call.ts';
import { usePreviewAnswers } from '../steps/api-call/preview-answers.ts';
import { replay, type Talk, type TalkInput } from './replay.ts';

export type OpenTalk = Talk & {
  /** Tag values that the pretend contact begins with. */
  given: Record<string, string>;
  give: (tag: string, value: string) => void;
  say: (text: string) => void;
  skip: () => void;
  restart: () => void;
};

const BEGIN: TalkInput[] = [{ do: 'start' }];

/** A conversation with the draft. */
export function useTalk(draft: Flow): OpenTalk {
  const timeZone = useZone();
  const linkBase = useAccount().data?.linkBase;
  const apiAnswers = usePreviewAnswers();
  const others = useOtherFlows(draft);
  const [inputs, setInputs] = useState(BEGIN);
  const [start, setStart] = useState(() => ({ seed: 1, at: new Date().toISOString() }));
  const [given, setGiven] = useState<Record<string, string>>({});
  const talk = useMemo(
    () =>
      replay(inputs, {
        draft,
        others,
        timeZone,
        seed: start.seed,
        startedAt: start.at,
        tags: given,
        linkBase,
        apiAnswers,
      }),
    [inputs, draft, others, timeZone, start, given, linkBase, apiAnswers],
  );
  // Most lines stay as they are when a text changes: then none of them is drawn again.
  const [kept, keep] = useState(talk.transcript);
  const transcript = replaceEqualDeep(kept, talk.transcript);
  if (transcript !== kept) keep(transcript);
  const push = useCallback((input: TalkInput) => setInputs((before) => [...before, input]), []);
  return {
    ...talk,
    transcript,
    given,
    give: (tag, value) => setGiven((before) => ({ ...before, [tag]: value })),
    say: (text) => push({ do: 'say', text }),
    skip: () => push({ do: 'skip' }),
    restart: () => {
      setInputs(BEGIN);
      setStart(({ seed }) => ({ seed: seed + 1, at: new Date().toISOString() }));
    },
  };
}

/** The flows of the campaigns that the draft can switch to, as far as they are known. */
function useOtherFlows(draft: Flow): Flow[] {
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

function flowsOf(targets: readonly number[]) {
  return (results: { data?: { steps: { step: Step }[]; flowVersion: number } | undefined }[]): Flow[] =>
    results.flatMap(({ data }, index) => {
      const campaignId = targets[index];
      if (!data || campaignId === undefined) return [];
      return [{ campaignId, version: data.flowVersion, steps: data.steps.map(({ step }) => step) }];
    });
}

/** The tags whose values the draft's texts and rules read; not what its API calls find out. */
export function tagsRead(draft: Flow): string[] {
  const tokens = draft.steps.flatMap(textsOf).flatMap(listTokens);
  const picked = draft.steps.flatMap((step) =>
    step.type === 'api-call' ? (step.picks ?? []).filter(({ inTag }) => !inTag) : [],
  );
  const isPicked = (name: string) =>
    picked.some((pick) => pick.name.trim().toLowerCase() === name.trim().toLowerCase());
  const names = tokens.filter(({ kind }) => kind === 'tag').map(({ name }) => name);
  return [...new Set(names)].filter((name) => !isPicked(name));
}
