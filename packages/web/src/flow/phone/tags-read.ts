import type { Flow } from '@parley/engine/flow.ts';
import { textsOf } from '@parley/engine/opening-messages.ts';
import { listTokens } from '@parley/engine/tokens.ts';
import { languagesOf } from '@parley/engine/translations.ts';
import { LANGUAGE_TAG } from '@parley/rules/languages.ts';

/** The tags whose values the draft's texts and rules read; not what its API calls find out. */
export function tagsRead(draft: Flow): string[] {
  const tokens = draft.steps.flatMap(textsOf).flatMap(listTokens);
  const picked = draft.steps.flatMap((step) =>
    step.type === 'api-call' ? (step.picks ?? []).filter(({ inTag }) => !inTag) : [],
  );
  const isPicked = (name: string) =>
    picked.some((pick) => pick.name.trim().toLowerCase() === name.trim().toLowerCase());
  const names = tokens.filter(({ kind }) => kind === 'tag').map(({ name }) => name);
  if (languagesOf(draft.steps).length > 0) names.push(LANGUAGE_TAG);
  return [...new Set(names)].filter((name) => !isPicked(name));
}
