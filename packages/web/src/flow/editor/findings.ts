import { useDebouncedValue } from '@mantine/hooks';
import { checkFlow } from '@parley/engine/check.ts';
import type { Finding } from '@parley/engine/finding.ts';
import type { Flow } from '@parley/engine/flow.ts';
import { normaliseKeyword } from '@parley/rules/keyword.ts';
import { replaceEqualDeep } from '@tanstack/react-query';
import { createContext, useContext, useDeferredValue, useMemo, useState } from 'react';
import { useAccountThings } from '../store/use-account-things.ts';
import { useFlow, useFlowState, useSteps } from '../store/use-flow.ts';
import { useEditorUi } from './ui-state.ts';

/** While somebody types, the check and the preview wait: both go through all steps. */
const TYPING_MS = 150;

/**
 * The draft as the engine takes it; a new object when steps that changed rest. It may lag behind while
 * somebody types, but never behind the loading: an empty draft has no faults, and would be called ready.
 */
export function useDraft(): Flow {
  const { campaign } = useFlow();
  const now = useSteps();
  const [rested] = useDebouncedValue(now, TYPING_MS);
  const later = useDeferredValue(rested);
  const steps = later.length === 0 ? now : later;
  return useMemo(() => ({ campaignId: campaign, version: 0, steps }), [campaign, steps]);
}

/** The faults of the draft, as the server's check will find them; null until all that steps name is known. */
export function useCheck(draft: Flow): Finding[] | null {
  const { tags, lists, campaigns, ready } = useAccountThings();
  const found = useMemo(
    () =>
      ready
        ? checkFlow(draft, {
            tags: tags.map(({ name }) => name),
            lists: lists.map(({ id }) => id),
            campaigns: campaigns.map(({ id }) => id),
            keywords: campaigns.map(({ keyword }) => normaliseKeyword(keyword)),
          })
        : null,
    [draft, tags, lists, campaigns, ready],
  );
  // Most changes of a text change no fault: then every card may stay as it is.
  const [kept, keep] = useState(found);
  const now = replaceEqualDeep(kept, found);
  if (now !== kept) keep(now);
  return now;
}

const sameFinding = (one: Finding, other: Finding) =>
  one.code === other.code && one.message === other.message;

/**
 * The faults without those that came up in the card that the author is writing in: nobody is told that a text
 * is missing while typing it. Faults that were there before, and all once the card is left.
 */
export function useSpoken(found: Finding[] | null): Finding[] | null {
  const writing = useEditorUi((ui) => ui.writing);
  const step = useFlowState(({ entries }) => entries.find(({ key }) => key === writing)?.step.id ?? 0);
  const [before, setBefore] = useState({ writing, known: found });
  if (before.writing !== writing) setBefore({ writing, known: found });
  return useMemo(() => {
    if (writing === null || before.writing !== writing) return found;
    const known = (before.known ?? []).filter((each) => each.step === step);
    return (
      found?.filter((each) => each.step !== step || known.some((other) => sameFinding(each, other))) ?? null
    );
  }, [found, writing, before, step]);
}

export const DraftContext = createContext<Flow | null>(null);

/** The draft that was checked; only below a {@link DraftContext}. */
export function useCheckedDraft(): Flow {
  const draft = useContext(DraftContext);
  if (!draft) throw new Error('No draft is checked here.');
  return draft;
}

export const FindingsContext = createContext<Finding[] | null>(null);
/** Something is wrong that is not told yet. */
export const UntoldContext = createContext(false);

export function useFindings(): Finding[] | null {
  return useContext(FindingsContext);
}

export function useFindingsOf(step: number): Finding[] {
  const findings = useFindings();
  return useMemo(() => (findings ?? []).filter((finding) => finding.step === step), [findings, step]);
}
