import { calls } from '@parley/contract';
import { useCall } from './use-call.ts';

/**
 * A campaign's description, as screens beside its editor show it; 'ERROR' when its details cannot be loaded
 * (S2 section 8).
 */
export function useDescription(campaign: number): string | undefined {
  const { data, error } = useCall(calls.campaigns.details, { campaign }, { enabled: campaign > 0 });
  return data?.name ?? (error ? 'ERROR' : undefined);
}
