/** All that the blast wizard knows: the draft, what can be chosen, and what the review says of it. */
import { useDebouncedValue } from '@mantine/hooks';
import { calls } from '@parley/contract';
import { PAUSES_MS } from '@parley/rules/limits.ts';
import { useMemo } from 'react';
import type { AskError } from '../data/ask.ts';
import { type BlastDraft, useBlastDraft } from '../data/persist.ts';
import { useCall } from '../data/use-call.ts';
import { useSegments } from '../segments/index.ts';
import { problemsOf, type Review, type ReviewForm, reviewForm } from './review.ts';

export type Wizard = ReturnType<typeof useWizard>;
export type ReviewState = {
  /** Of the newest choices once it is there; of the ones before while `isStale`. */
  review: Review | undefined;
  error: AskError | null;
  isLoading: boolean;
  isStale: boolean;
  retry: () => void;
};

/** The wizard of a campaign, with what this person has chosen so far. */
export function useWizard(campaign: number) {
  const [draft, change] = useBlastDraft(campaign);
  return useChoices(campaign, draft, change);
}

/** A blast as somebody has chosen it, to be looked at. What has been deleted since then stays in it. */
export function useFixedBlast(campaign: number, draft: BlastDraft) {
  return useChoices(campaign, draft, null);
}

/** `changeDraft` null: the choices are fixed. */
function useChoices(
  campaign: number,
  draft: BlastDraft,
  changeDraft: ((part: Partial<BlastDraft>) => void) | null,
) {
  const channels = useCall(calls.channels.list, { search: '' });
  const lists = useCall(calls.lists.list, { filter: '', search: '' });
  const segments = useSegments();
  const tags = useCall(calls.tags.list, { filter: '' });
  const check = useCall(calls.flow.check, { campaign, isTemplate: false, ofLive: true });
  const versions = useCall(calls.flow.listVersions, { campaign, before: undefined });
  const present = {
    channels: channels.data?.channels,
    lists: lists.data?.lists,
    segments: segments.data?.segments,
  };
  const target = changeDraft ? known(draft, present) : draft;
  const mayDiffer = changeDraft !== null || draft.channel === '';
  return {
    campaign,
    draft: target,
    /** What was wrong with the last try no longer counts once something else is chosen. */
    change: (part: Partial<BlastDraft>) => changeDraft?.({ failure: null, ...part }),
    // The first one stands in for a sender that is gone only where another may be chosen.
    channels: (channels.data?.channels ?? []).filter(({ number }) => mayDiffer || number === draft.channel),
    lists: lists.data?.lists ?? [],
    segments: segments.data?.segments ?? [],
    isPending: channels.isPending || lists.isPending,
    error: channels.error ?? lists.error,
    retry: () => Promise.all([channels.refetch(), lists.refetch()]),
    /** What goes out: the version that is live, 0 for the draft; and whether the draft was changed since. */
    live: versions.data?.live ?? 0,
    hasUnpublished: versions.data?.isDraftLive === false,
    /** What keeps the campaign unfinished. */
    faults: (check.data?.findings ?? []).filter(({ severity }) => severity === 'error'),
    problems: problemsOf(
      target,
      tags.data?.tags.map(({ name }) => name),
    ),
    review: useReview(
      reviewForm(campaign, target),
      channels.data !== undefined &&
        lists.data !== undefined &&
        (target.lists.length > 0 || (segments.data !== undefined && target.segment > 0)),
    ),
  };
}

/** What there is to choose from; undefined while it is not known. */
type Known = {
  channels: { number: string }[] | undefined;
  lists: { id: number }[] | undefined;
  segments: { id: number }[] | undefined;
};

/**
 * The draft without what has been deleted since it was made. The number it comes from is always said: another
 * order of the channels, made between the review and Send Now, must not change it.
 */
function known(draft: BlastDraft, { channels, lists, segments }: Known): BlastDraft {
  const isGone = segments?.every(({ id }) => id !== draft.segment) ?? false;
  return {
    ...draft,
    segment: isGone ? 0 : draft.segment,
    channel: channels?.find(({ number }) => number === draft.channel)?.number ?? channels?.[0]?.number ?? '',
    lists: lists ? draft.lists.filter((id) => lists.some((list) => list.id === id)) : draft.lists,
  };
}

/** Counts over a large audience are work: they are asked for when the choices rest. */
function useReview(form: ReviewForm, enabled: boolean): ReviewState {
  const key = JSON.stringify(form);
  const [settled] = useDebouncedValue(key, PAUSES_MS.searchDebounce);
  const asked = useMemo(() => JSON.parse(settled) as ReviewForm, [settled]);
  const query = useCall(calls.blast.review, asked, {
    enabled: enabled && ((asked.lists ?? []).length > 0 || (asked.segment ?? 0) > 0),
    keepPrevious: true,
  });
  const isOld = enabled && (settled !== key || query.isPlaceholderData);
  return {
    review: enabled ? query.data : undefined,
    error: enabled && !isOld ? query.error : null,
    isLoading: enabled && query.data === undefined && query.error === null,
    isStale: isOld || (enabled && query.isFetching && query.data !== undefined),
    retry: () => void query.refetch(),
  };
}

/** The channel that sends: the chosen one, else the account's first. */
export function senderOf({ draft, channels }: Pick<Wizard, 'draft' | 'channels'>) {
  return channels.find((channel) => channel.number === draft.channel) ?? channels[0];
}
