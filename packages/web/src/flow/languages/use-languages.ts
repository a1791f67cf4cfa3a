import { calls } from '@parley/contract';
import type { Step } from '@parley/engine/flow.ts';
import {
  languagesOf,
  missingTexts,
  needsTranslation,
  outdatedTexts,
  sourceTexts,
} from '@parley/engine/translations.ts';
import { FIRST_LANGUAGE } from '@parley/rules/languages.ts';
import { useMemo } from 'react';
import { useCall } from '../../data/use-call.ts';
import { useFlow, useFlowState } from '../store/use-flow.ts';

/** What the open campaign's own texts are written in. */
export function useOriginalLanguage(): string {
  const { campaign, isTemplate } = useFlow();
  return useCall(calls.campaigns.loadLanguage, { campaign, isTemplate }).data?.language ?? FIRST_LANGUAGE;
}

/** How far a campaign is translated into a language. */
export type Progress = {
  language: string;
  /** Texts that are to be translated. */
  all: number;
  missing: number;
  /** Ids of the steps that lack one, in their order. */
  steps: number[];
  /** Texts whose original changed since they were translated. */
  outdated: number;
  /** Ids of the steps that have such a text, in their order. */
  outdatedSteps: number[];
};

export function progressOf(steps: readonly Step[], language: string): Progress {
  const lacking = steps.map((step) => ({ step, missing: missingTexts(step, language).length }));
  const outdated = steps.map((step) => ({ step, texts: outdatedTexts(step, language).length }));
  return {
    language,
    all: steps.flatMap((step) => sourceTexts(step).filter(needsTranslation)).length,
    missing: lacking.reduce((sum, { missing }) => sum + missing, 0),
    steps: lacking.filter(({ missing }) => missing > 0).map(({ step }) => step.id),
    outdated: outdated.reduce((sum, { texts }) => sum + texts, 0),
    outdatedSteps: outdated.filter(({ texts }) => texts > 0).map(({ step }) => step.id),
  };
}

const NO_STEPS: readonly Step[] = [];

/** The further languages of the open campaign; `started` is one in which nothing may be said yet. */
export function useTranslationProgress(started = ''): Progress[] {
  // Where nothing is translated, a text that changes is no news.
  const steps = useFlowState((state) =>
    started === '' && languagesOf(state.steps).length === 0 ? NO_STEPS : state.steps,
  );
  return useMemo(() => {
    const spoken = languagesOf(steps);
    const all = started === '' || spoken.includes(started) ? spoken : [...spoken, started];
    return all.map((language) => progressOf(steps, language));
  }, [steps, started]);
}
