import { useMemo } from 'react';
import type { Names } from '../model/summary.ts';
import { useAccountThings } from '../store/use-account-things.ts';

/** Names of lists and campaigns by id, null for those that are not there. */
export function useNames(): Names {
  const { lists, campaigns } = useAccountThings();
  return useMemo(() => {
    const listNames = new Map(lists.map(({ id, name }) => [id, name]));
    const campaignNames = new Map(campaigns.map(({ id, name }) => [id, name]));
    return {
      list: (id) => listNames.get(id) ?? null,
      campaign: (id) => campaignNames.get(id) ?? null,
    };
  }, [lists, campaigns]);
}
