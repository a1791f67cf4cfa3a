import { calls } from '@parley/contract';
import { PAGE_LIMITS } from '@parley/rules/limits.ts';
import { useCall } from '../data/use-call.ts';
import { splitOf } from './review.ts';
import type { Wizard } from './use-wizard.ts';
import { wordings } from './wordings.ts';

/** One of the campaigns that a blast sends. */
export type Version = {
  id: number;
  /** 'A' is the blast's own campaign. */
  letter: string;
  name: string;
  /** How many get it; undefined while the audience is not counted. */
  people: number | undefined;
};

const PICKER = { start: 0, search: '', length: PAGE_LIMITS.picker, show: 'all' as const, runsOf: undefined };
const FIRST_LETTER = 'A'.charCodeAt(0);
const LETTERS = 26;

/** 'A' … 'Z', then numbers. */
const letterOf = (index: number) =>
  index < LETTERS ? String.fromCharCode(FIRST_LETTER + index) : String(index + 1);

/** The campaigns that can be tested against another one; asked for only when that is wanted. */
export function useCampaigns(enabled: boolean) {
  return useCall(calls.campaigns.list, PICKER, { enabled });
}

/** The blast's own campaign and those it is tested against, with the even split of the audience. */
export function useVersions({ campaign, draft, review }: Wizard, name: string): Version[] {
  const { data } = useCampaigns(draft.abTest.length > 0);
  const ids = [campaign, ...draft.abTest];
  const counted = review.review && !review.isStale ? splitOf(review.review.eligible, ids.length) : [];
  const nameOf = (id: number) => {
    if (id === campaign) return name;
    if (!data) return '…';
    return data.campaigns.find((one) => one.id === id)?.name ?? wordings.useVersions.aDeletedCampaign;
  };
  return ids.map((id, index) => ({ id, letter: letterOf(index), name: nameOf(id), people: counted[index] }));
}
