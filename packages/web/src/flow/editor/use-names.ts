import { createContext, useContext, useMemo } from 'react';
import type { Names } from '../steps/step-looks.ts';
import { useAccountThings } from '../store/use-account-things.ts';

export const NamesContext = createContext<Names | null>(null);

/**
 * Names of lists and campaigns by id, null for those that are not there; only below a {@link NamesContext}.
 */
export function useNames(): Names {
  const names = useContext(NamesContext);
  if (!names) throw new Error('No names are known here.');
  return names;
}

/** What a {@link NamesContext} holds: made once for a screen, however many steps ask. */
export function useNamesOfAccount(): Names {
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
