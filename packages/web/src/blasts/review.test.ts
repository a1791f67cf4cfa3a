import { expect, test } from 'vitest';
import {
  credits,
  funnelOf,
  obstacleOf,
  people,
  problemsOf,
  type Review,
  reachedBy,
  reviewForm,
  segments,
  skippedLine,
  splitOf,
} from './review.ts';

const review: Review = {
  listCount: 100,
  filtered: 20,
  optedOut: 10,
  duplicates: 30,
  eligible: 40,
  paused: 0,
  enough: 0,
  mostSends: 0,
  mostSendsDays: 0,
  creditsNeeded: 80,
  queued: 0,
  balanceText: '1,000',
  balance: 1000,
  segmentsPerMinute: 0,
  segmentsPerDay: 0,
  examples: [],
};

test('what the funnel removes and what remains add up to the lists', () => {
  const steps = funnelOf(review, { lists: [1], segment: 0 });
  const removed = steps.filter((step) => step.removed).reduce((sum, step) => sum + step.count, 0);
  expect(removed + (steps.at(-1)?.count ?? 0)).toBe(steps[0]?.count);
});

test('the campaigns of an A/B test share the audience evenly, and nobody is lost', () => {
  expect(splitOf(40, 1)).toEqual([40]);
  expect(splitOf(41, 2)).toEqual([21, 20]);
  expect(splitOf(8, 3)).toEqual([3, 3, 2]);
  expect(splitOf(0, 2)).toEqual([0, 0]);
});

test('nothing stands in the way of an audience that can be paid', () => {
  expect(obstacleOf(review)).toBeNull();
  expect(obstacleOf({ ...review, creditsNeeded: 1000 })).toBeNull();
});

test('says what is missing and why nobody is left', () => {
  expect(obstacleOf({ ...review, balance: 30 })?.title).toBe('50 credits short');
  expect(obstacleOf({ ...review, listCount: 0, eligible: 0 })?.title).toBe('The chosen lists are empty');
  const nobody = { ...review, eligible: 0, filtered: 0, optedOut: 0, duplicates: 0, creditsNeeded: 0 };
  expect(obstacleOf({ ...nobody, duplicates: 100 })?.help).toContain('Duplicate it');
  expect(obstacleOf({ ...nobody, filtered: 100 })?.help).toContain('filters');
  expect(obstacleOf({ ...nobody, optedOut: 100 })?.help).toContain('opted out');
});

test('one is one, not several', () => {
  expect([credits(1), people(1), segments(1)]).toEqual(['1 credit', '1 person', '1 message part']);
  expect([credits(0), people(1200), segments(2)]).toEqual(['0 credits', '1,200 people', '2 message parts']);
  expect(obstacleOf({ ...review, creditsNeeded: 31, balance: 30 })?.title).toBe('1 credit short');
});

test('filter rows without a tag or a value are left out of the question', () => {
  const filters = [
    { tag: '', operator: '=' as const, value: 'x' },
    { tag: 'City', operator: '=' as const, value: ' ' },
    { tag: 'City', operator: 'IS EMPTY' as const, value: '' },
  ];
  expect(reviewForm(7, { channel: '', lists: [3], filters, abTest: [] })).toEqual({
    campaign: 7,
    channel: '',
    lists: [3],
    segment: 0,
    filters: [{ tag: 'City', operator: 'IS EMPTY', value: '' }],
    abCampaigns: [],
    contactType: 3,
    skipOptOutCheck: 0,
    schedule: '',
    localTime: false,
  });
});

test('a filter needs a tag, and one that is still there', () => {
  const problem = (tag: string, tags?: string[]) =>
    problemsOf({ lists: [1], filters: [{ tag, operator: '!=', value: 'Rome' }] }, tags).filters;
  expect(problem('', ['City'])).toBe('Choose a tag for every filter, or remove the filter.');
  expect(problem('City', ['Town'])).toContain('“City” was deleted');
  expect(problem('City', [])).toContain('“City” was deleted');
  expect(problem('city', ['City'])).toBe('');
  // The tags are not known yet.
  expect(problem('City')).toBe('');
});

test('who has paused, and whom the account’s own limit leaves out, is said beside the number that gets it', () => {
  expect([skippedLine(review), reachedBy(review)]).toEqual(['', review.eligible]);
  const some = { ...review, paused: 1, enough: 12, mostSends: 3, mostSendsDays: 7 };
  expect(reachedBy(some)).toBe(review.eligible - 13);
  expect(skippedLine(some)).toBe(
    ' 1 more has paused texts and will be skipped. 12 more will be skipped because they’ll have reached your limit of 3 blasts in 7 days.',
  );
});

test('a segment is an audience by itself, and says so where it finds nobody', () => {
  expect(problemsOf({ lists: [], segment: 0, filters: [] }).lists).toBe('Choose at least one list.');
  expect(problemsOf({ lists: [], segment: 4, filters: [] }).lists).toBe('');
  const target = { channel: '', lists: [], segment: 4, filters: [], abTest: [] };
  expect(reviewForm(7, target)).toMatchObject({ lists: undefined, segment: 4 });
  expect(funnelOf(review, { lists: [], segment: 4 })[0]?.label).toBe('In the segment');
  expect(funnelOf(review, { lists: [1], segment: 4 })[0]?.label).toBe('In the lists');
  const empty = { ...review, listCount: 0, eligible: 0 };
  expect(obstacleOf(empty, 4)?.title).toBe('No one is in this segment right now');
});
