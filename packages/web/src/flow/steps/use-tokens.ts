import { useMemo } from 'react';
import { answerTokens, LINK_TOKENS, tagTokens } from '../message-box/token-groups.ts';
import type { TokenGroup } from '../message-box/token-menu.tsx';
import { useAccountThings } from '../store/use-account-things.ts';
import { useSteps } from '../store/use-flow.ts';

/** What the merge menu offers in the open flow: tags, answers, intents. */
export function useTokens(): TokenGroup[] {
  const { tags } = useAccountThings();
  const steps = useSteps();
  return useMemo(
    () => [tagTokens(tags), ...answerTokens(steps)].filter(({ choices }) => choices.length > 0),
    [tags, steps],
  );
}

/** The same for a text that is sent: it may hold links of the contact's own, too. */
export function useTextTokens(): TokenGroup[] {
  const tokens = useTokens();
  return useMemo(() => [...tokens, LINK_TOKENS], [tokens]);
}
