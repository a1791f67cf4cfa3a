/** What the review says: the sums, and what stands in the way of sending. */
import type { calls, FormOf, ReplyOf, TagFilter } from '@parley/contract';
import { isUnfinished } from '@parley/rules/filter.ts';
import { FIXED } from '@parley/rules/limits.ts';
import { movesAlong } from '@parley/rules/moving-day.ts';
import type { BlastDraft } from '../data/persist.ts';
import { counted, formatNumber } from '../kit/numbers.tsx';

export type ReviewForm = FormOf<typeof calls.blast.review>;
export type Review = ReplyOf<typeof calls.blast.review>;
export type Sent = ReplyOf<typeof calls.blast.send>;
export type Target = Pick<BlastDraft, 'channel' | 'lists' | 'filters' | 'abTest'> &
  Partial<Pick<BlastDraft, 'startAt' | 'localTime'>>;

export const people = (count: number) => counted(count, 'person', 'people');
export const credits = (count: number) => counted(count, 'credit');
export const segments = (count: number) => counted(count, 'segment');

/** A filter row without a tag or a value says nothing yet. */
export const isComplete = (filter: TagFilter) => !isUnfinished(filter);

export function reviewForm(campaign: number, target: Target): ReviewForm {
  const { channel, lists, filters, abTest } = target;
  // When it goes changes nothing of who gets it, unless a filter names a day that moves along.
  const { startAt = '', localTime = false } = movesAlong(filters) ? target : {};
  return {
    schedule: startAt,
    localTime,
    campaign,
    channel,
    lists,
    filters: filters.filter(isComplete),
    abCampaigns: abTest,
    contactType: FIXED.contactTypeId,
    skipOptOutCheck: FIXED.skipDncCheck,
  };
}

/** What is missing in the choices themselves, by the step it belongs to: Next goes on all the same, Send Now waits for it. */
export function problemsOf({ lists, filters }: Pick<Target, 'lists' | 'filters'>, tags?: readonly string[]) {
  return {
    lists: lists.length === 0 ? 'Choose at least one list.' : '',
    filters: filterProblem(filters, tags),
  };
}

function filterProblem(filters: readonly TagFilter[], tags: readonly string[] | undefined): string {
  if (filters.some(({ tag }) => tag === '')) return 'Choose a tag for every filter, or remove the filter.';
  const lacking = filters.find(isUnfinished);
  if (lacking) return `Enter a value for the filter on “${lacking.tag}”, or choose “IS EMPTY”.`;
  const gone = filters.find((filter) => isGone(filter, tags));
  return gone ? `The tag “${gone.tag}” is gone: choose another one, or remove the filter.` : '';
}

/** A filter by a tag that was deleted or renamed since; `tags`: the names of those there are, when they are known. */
export const isGone = ({ tag }: TagFilter, tags: readonly string[] | undefined): boolean =>
  tag !== '' && tags !== undefined && !tags.some((name) => name.toLowerCase() === tag.toLowerCase());

/** Why it cannot be sent as it is, and what helps. */
export type Obstacle = { title: string; help: string };

export function obstacleOf(review: Review): Obstacle | null {
  const { listCount, filtered, optedOut, duplicates, eligible, creditsNeeded, balance } = review;
  if (listCount === 0)
    return { title: 'The chosen lists are empty', help: 'Add members to them, or choose other lists.' };
  if (eligible === 0) {
    const most = Math.max(filtered, optedOut, duplicates);
    return {
      title: 'Nobody is left to send to',
      help:
        most === duplicates
          ? 'Everybody else on these lists has had this campaign already. Duplicate the campaign to send it to them again.'
          : most === filtered
            ? 'No one on these lists passes your filters. Loosen or remove one.'
            : 'Everybody on these lists has opted out.',
    };
  }
  if (creditsNeeded > balance)
    return {
      title: `${credits(creditsNeeded - balance)} short`,
      help: `This needs ${credits(creditsNeeded)} and your balance is ${formatNumber(balance)}. Choose fewer lists, filter the targets, or shorten the messages. Whoever runs this Parley adds credits.`,
    };
  return null;
}

/** Whom the account's own limit leaves out at the moment of sending; '' for nobody. */
export function enoughLine({ enough, mostSends, mostSendsDays }: Review): string {
  if (enough === 0) return '';
  const limit = `${counted(mostSends, 'blast')} in ${counted(mostSendsDays, 'day')}`;
  return ` ${formatNumber(enough)} more of the eligible will be skipped: they will have had ${limit}, which is what your account allows.`;
}

/** How many get each of the campaigns of an A/B test: as evenly as people can be split. */
export function splitOf(eligible: number, campaigns: number): number[] {
  return Array.from(
    { length: campaigns },
    (_, index) => Math.floor(eligible / campaigns) + (index < eligible % campaigns ? 1 : 0),
  );
}

/** The audience from everybody on the lists down to those who will get it. */
export function funnelOf({ listCount, filtered, optedOut, duplicates, eligible }: Review) {
  return [
    {
      label: 'In the lists',
      count: listCount,
      about: 'Different people on the chosen lists. Somebody who is on several of them counts once.',
    },
    {
      label: 'Filtered out',
      count: filtered,
      removed: true,
      about: 'People whose tags do not meet every filter.',
    },
    {
      label: 'Opted out',
      count: optedOut,
      removed: true,
      about:
        'People who texted STOP or the like. Their numbers get nothing, whatever list they are on. It is checked once more at the moment of sending.',
    },
    {
      label: 'Already sent',
      count: duplicates,
      removed: true,
      about: 'People who had this campaign in an earlier blast, or wait for it in one that runs.',
    },
    {
      label: 'Eligible',
      count: eligible,
      about: 'Everybody who remains: they get this campaign, once each.',
    },
  ];
}
