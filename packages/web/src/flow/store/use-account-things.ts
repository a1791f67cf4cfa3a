import { calls } from '@parley/contract';
import { PAGE_LIMITS } from '@parley/rules/limits.ts';
import { useMemo } from 'react';
import { useCall } from '../../data/use-call.ts';

const ACTIVE_CAMPAIGNS = {
  start: 0,
  search: '',
  length: PAGE_LIMITS.picker,
  show: 'active' as const,
  runsOf: undefined,
};
const STALE_MS = 60_000;

export type Named = { id: number; name: string };
export type AccountThings = {
  tags: Named[];
  lists: Named[];
  /** Active ones. */
  campaigns: (Named & { keyword: string; furtherKeywords: readonly string[] })[];
  /** All three are known: before that, a missing name proves nothing. */
  ready: boolean;
};

/** The tags, lists and campaigns that steps can name. */
export function useAccountThings(): AccountThings {
  const tags = useCall(calls.tags.list, { filter: '' }, { staleTime: STALE_MS }).data?.tags;
  const lists = useCall(calls.lists.list, { filter: '', search: '' }, { staleTime: STALE_MS }).data?.lists;
  const campaigns = useCall(calls.campaigns.list, ACTIVE_CAMPAIGNS, { staleTime: STALE_MS }).data?.campaigns;
  return useMemo(
    () => ({
      tags: tags ?? [],
      lists: lists ?? [],
      campaigns: campaigns ?? [],
      ready: tags !== undefined && lists !== undefined && campaigns !== undefined,
    }),
    [tags, lists, campaigns],
  );
}
