import { useAccountThings } from '../store/use-account-things.ts';
import { useFlow } from '../store/use-flow.ts';

/** The word that starts this campaign, '' when it has none, null while that is not known. */
export function useOwnKeyword(): string | null {
  const { campaign } = useFlow();
  const own = useAccountThings().campaigns.find(({ id }) => id === campaign);
  return own ? own.keyword || own.furtherKeywords[0] || '' : null;
}
