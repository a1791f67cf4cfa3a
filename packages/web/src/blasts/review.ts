/** What the review says: the sums, and what stands in the way of sending. */
import type { calls, FormOf, ReplyOf, TagFilter } from '@parley/contract';
import { isUnfinished } from '@parley/rules/filter.ts';
import { FIXED } from '@parley/rules/limits.ts';
import { isRelativeDay } from '@parley/rules/relative-day.ts';
import type { BlastDraft } from '../data/persist.ts';
import { common } from '../kit/wordings.ts';
import { wordings } from './wordings.ts';

export type ReviewForm = FormOf<typeof calls.blast.review>;
export type Review = ReplyOf<typeof calls.blast.review>;
export type Sent = ReplyOf<typeof calls.blast.send>;
export type BlastTarget = Pick<BlastDraft, 'channel' | 'lists' | 'filters' | 'abTest'> &
  Partial<Pick<BlastDraft, 'segment' | 'startAt' | 'localTime'>>;

export const people = (count: number) => wordings.review.people(count);
export const credits = (count: number) => wordings.review.credits(count);
export const segments = (count: number) => wordings.review.segments(count);

/** A filter row without a tag or a value says nothing yet. */
export const isComplete = (filter: TagFilter) => !isUnfinished(filter);

export function reviewForm(campaign: number, target: BlastTarget): ReviewForm {
  const { channel, lists, segment = 0, filters, abTest } = target;
  // When it goes changes nothing of who gets it, unless a filter names a day that moves along.
  const { startAt = '', localTime = false } = isRelativeDay(filters) ? target : {};
  return {
    schedule: startAt,
    localTime,
    campaign,
    channel,
    // No list at all is said by leaving the field out.
    lists: lists.length === 0 && segment > 0 ? undefined : lists,
    segment,
    filters: filters.filter(isComplete),
    abCampaigns: abTest,
    contactType: FIXED.contactTypeId,
    skipOptOutCheck: FIXED.skipDncCheck,
  };
}

/**
 * What is missing in the choices themselves, by the step it belongs to: Next goes on all the same, Send Now
 * waits for it.
 */
export function problemsOf(
  { lists, segment = 0, filters }: Pick<BlastTarget, 'lists' | 'segment' | 'filters'>,
  tags?: readonly string[],
) {
  return {
    lists: lists.length === 0 && segment === 0 ? wordings.review.chooseAtLeastOneList : '',
    filters: filterProblem(filters, tags),
  };
}

function filterProblem(filters: readonly TagFilter[], tags: readonly string[] | undefined): string {
  if (filters.some(({ tag }) => tag === '')) return wordings.review.chooseATagForEvery;
  const lacking = filters.find(isUnfinished);
  if (lacking) return wordings.review.enterAValue(lacking.tag);
  const gone = filters.find((filter) => isGone(filter, tags));
  return gone ? wordings.review.theTagWasDeleted(gone.tag) : '';
}

/**
 * A filter by a tag that was deleted or renamed since; `tags`: the names of those there are, when they are
 * known.
 */
export const isGone = ({ tag }: TagFilter, tags: readonly string[] | undefined): boolean =>
  tag !== '' && tags !== undefined && !tags.some((name) => name.toLowerCase() === tag.toLowerCase());

/** Why it cannot be sent as it is, and what helps. */
export type Obstacle = { title: string; help: string };

export function obstacleOf(review: Review, segment = 0): Obstacle | null {
  const { listCount, filtered, optedOut, duplicates, eligible, creditsNeeded, balance } = review;
  if (listCount === 0)
    return segment > 0
      ? { title: wordings.review.noOneInTheSegment, help: wordings.review.loosenTheSegment }
      : { title: wordings.review.theChosenListsAreEmpty, help: wordings.review.addMembersTo };
  if (eligible === 0) {
    const most = Math.max(filtered, optedOut, duplicates);
    return {
      title: wordings.review.noOneLeftToSend,
      help:
        most === duplicates
          ? wordings.review.everyoneElseOnTheseLists
          : most === filtered
            ? wordings.review.noOneOnTheseLists
            : wordings.review.everyoneOnTheseListsHas,
    };
  }
  if (creditsNeeded > balance)
    return {
      title: `${credits(creditsNeeded - balance)} short`,
      help: wordings.review.thisNeedsAndYourBalance(credits(creditsNeeded), balance),
    };
  return null;
}

/** How many get it: who has paused, or had enough, is skipped at the moment of sending. */
export const reachedBy = ({ eligible, paused, enough }: Review): number => eligible - paused - enough;

/** Who of the eligible is skipped at the moment of sending, and why; '' for nobody. */
export function skippedLine({ paused, enough, mostSends, mostSendsDays }: Review): string {
  const limit = `${wordings.review.blasts(mostSends)} in ${wordings.review.days(mostSendsDays)}`;
  return [
    paused > 0 ? wordings.review.moreHavePaused(paused) : '',
    enough > 0 ? wordings.review.moreWillBeSkippedBecause(enough, limit) : '',
  ].join('');
}

/** How many get each of the campaigns of an A/B test: as evenly as people can be split. */
export function splitOf(eligible: number, campaigns: number): number[] {
  return Array.from(
    { length: campaigns },
    (_, index) => Math.floor(eligible / campaigns) + (index < eligible % campaigns ? 1 : 0),
  );
}

/** The audience from everybody on the lists, or in the segment, down to those who will get it. */
export function funnelOf(
  { listCount, filtered, optedOut, duplicates, eligible }: Review,
  { lists, segment }: Pick<BlastDraft, 'lists' | 'segment'>,
) {
  const isOfLists = lists.length > 0;
  return [
    {
      label: isOfLists ? wordings.review.inTheLists : wordings.review.inTheSegment,
      count: listCount,
      about: !isOfLists
        ? wordings.review.peopleInTheSegment
        : segment > 0
          ? wordings.review.peopleOnTheListsAndInTheSegment
          : wordings.review.uniquePeopleOnTheLists,
    },
    {
      label: wordings.review.filteredOut,
      count: filtered,
      removed: true,
      about: wordings.review.peopleWhoseTagsDontMatch,
    },
    {
      label: common.optedOut,
      count: optedOut,
      removed: true,
      about: wordings.review.peopleWhoOptedOut,
    },
    {
      label: wordings.review.alreadySent,
      count: duplicates,
      removed: true,
      about: wordings.review.peopleWhoAlreadyGot,
    },
    {
      label: wordings.review.eligible,
      count: eligible,
      about: wordings.review.everyoneLeft,
    },
  ];
}
