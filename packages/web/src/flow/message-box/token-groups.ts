import { type ApiPick, isQuestion, type Step } from '@parley/engine/flow.ts';
import { PREFERENCES_LINK } from '@parley/engine/tokens.ts';
import { canBeMerged } from '@parley/rules/merge-token.ts';
import { tokenNames } from '../model/references.ts';
import { titleOf } from '../steps/looks.ts';
import type { TokenGroup } from './token-menu.tsx';
import { wordings } from './wordings.ts';

/** The account's tags as a group of the merge menu; a name that a token cannot hold is left out. */
export function tagTokens(tags: readonly { name: string }[]): TokenGroup {
  return {
    label: wordings.tokenGroups.tags,
    choices: tags
      .filter(({ name }) => canBeMerged(name))
      .map(({ name }) => ({ label: name, token: { kind: 'tag', name, fallback: '' } })),
  };
}

/** Links of each contact's own. */
export const LINK_TOKENS: TokenGroup = {
  label: wordings.tokenGroups.links,
  choices: [{ label: wordings.tokenGroups.preferences, token: PREFERENCES_LINK }],
};

/** Raw answers and intents of a flow's steps; steps that are not stored yet cannot be named. */
export function answerTokens(steps: readonly Step[]): TokenGroup[] {
  const stored = steps.filter((step) => step.id > 0);
  const questions = stored.filter(isQuestion);
  const results = stored.filter((step) => step.type === 'api-call' && step.resultAction === 'store');
  const nameOf = tokenNames(steps);
  const group = (label: string, kind: 'answer' | 'intent', from: readonly Step[]): TokenGroup => ({
    label,
    choices: from.map((step) => ({
      label: `${step.position}. ${titleOf(step)}`,
      token: { kind, name: nameOf(step), fallback: '' },
    })),
  });
  const picked = new Set(
    stored.flatMap((step) => (step.type === 'api-call' ? (step.picks ?? []) : [])).flatMap(pickedName),
  );
  return [
    {
      label: wordings.tokenGroups.picked,
      choices: [...picked].map((name) => ({ label: name, token: { kind: 'tag', name, fallback: '' } })),
    } satisfies TokenGroup,
    group(wordings.tokenGroups.answers, 'answer', [...questions, ...results]),
    group(wordings.tokenGroups.intents, 'intent', questions),
  ].filter(({ choices }) => choices.length > 0);
}

/** What is kept in a tag stands among the tags. */
const pickedName = ({ name, inTag }: ApiPick) => (!inTag && canBeMerged(name) ? [name.trim()] : []);
