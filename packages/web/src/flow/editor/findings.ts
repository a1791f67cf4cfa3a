import { useDebouncedValue } from '@mantine/hooks';
import { calls } from '@parley/contract';
import { checkInPieces } from '@parley/engine/check.ts';
import type { AccountHoldings, Finding } from '@parley/engine/finding.ts';
import type { Flow } from '@parley/engine/flow.ts';
import { normaliseKeyword } from '@parley/rules/keyword.ts';
import { replaceEqualDeep } from '@tanstack/react-query';
import {
  createContext,
  startTransition,
  useContext,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { useAccount } from '../../data/use-account.ts';
import { useCall } from '../../data/use-call.ts';
import { useAccountThings } from '../store/use-account-things.ts';
import { useFlow, useFlowSave, useFlowState, useSteps } from '../store/use-flow.ts';
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

/** Faults that need what other campaigns do: the server alone knows that, of what is saved. */
const OF_SERVER = 'switch-ring' as const;

/** What the server finds about the switches of the draft, once it is saved. */
function useRings(draft: Flow): Finding[] {
  const { campaign, isTemplate } = useFlow();
  const switches = useMemo(() => draft.steps.filter(({ type }) => type === 'switch'), [draft]);
  const { state } = useFlowSave();
  const isAsked = switches.length > 0 && (state === 'idle' || state === 'saved');
  const { data, refetch } = useCall(
    calls.flow.check,
    { campaign, isTemplate, ofLive: false },
    { enabled: isAsked },
  );
  // Each time that something was saved: what is known is of the draft before.
  useEffect(() => {
    if (isAsked) void refetch();
  }, [isAsked, refetch]);
  return useMemo(
    () =>
      (data?.findings ?? []).flatMap((each) =>
        each.code === OF_SERVER && switches.some(({ id }) => id === each.step)
          ? [{ ...each, code: OF_SERVER }]
          : [],
      ),
    [data, switches],
  );
}

/** The faults of the draft, as the server's check will find them; null until all that steps name is known. */
export function useCheck(draft: Flow): Finding[] | null {
  const { tags, lists, campaigns, ready } = useAccountThings();
  const program = useAccount().data?.accountName;
  const rings = useRings(draft);
  const account = useMemo(
    () =>
      ready
        ? {
            tags: tags.map(({ name }) => name),
            lists: lists.map(({ id }) => id),
            campaigns: campaigns.map(({ id }) => id),
            keywords: campaigns.flatMap((each) =>
              [each.keyword, ...each.furtherKeywords].map(normaliseKeyword),
            ),
            ...(program !== undefined && { program }),
          }
        : null,
    [tags, lists, campaigns, ready, program],
  );
  const own = useFindingsIn(draft, account);
  const found = useMemo(() => own?.concat(rings) ?? null, [own, rings]);
  // Most changes of a text change no fault: then every card may stay as it is.
  return useKept(found);
}

/** What a slice of the check takes; then keys and the screen have their turn. */
const SLICE_MS = 5;

/** What the check finds by itself; of the draft before, until it has looked through this one. */
function useFindingsIn(draft: Flow, account: AccountHoldings | null): Finding[] | null {
  const [found, setFound] = useState<Finding[] | null>(null);
  useEffect(() => {
    if (!account) return setFound(null);
    const pieces = checkInPieces(draft, account);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const goOn = () => {
      const end = performance.now() + SLICE_MS;
      do {
        const { done, value } = pieces.next();
        if (done) return startTransition(() => setFound(value));
      } while (performance.now() < end);
      timer = setTimeout(goOn);
    };
    goOn();
    return () => clearTimeout(timer);
  }, [draft, account]);
  return found;
}

/** What was there before, while what is found now is the same: who has it need not draw again. */
function useKept<T>(found: T): T {
  const [kept, keep] = useState(found);
  const now: T = replaceEqualDeep(kept, found);
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
  const spoken = useMemo(() => {
    if (writing === null || before.writing !== writing) return found;
    const known = (before.known ?? []).filter((each) => each.step === step);
    return (
      found?.filter((each) => each.step !== step || known.some((other) => sameFinding(each, other))) ?? null
    );
  }, [found, writing, before, step]);
  return useKept(spoken);
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

/** What is wrong with a step; while a language is written, what is wrong in that, and all errors. */
export function useFindingsOf(step: number): Finding[] {
  const findings = useFindings();
  const language = useEditorUi((ui) => ui.language);
  const own = useMemo(
    () =>
      (findings ?? []).filter(
        (finding) =>
          finding.step === step &&
          ((finding.language ?? '') === language || (language !== '' && finding.severity === 'error')),
      ),
    [findings, step, language],
  );
  return useKept(own);
}
