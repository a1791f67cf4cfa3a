import { blankIntent, blankStep } from '@parley/engine/blank-step.ts';
import type { Flow, Step } from '@parley/engine/flow.ts';
import type { TalkAct } from '@parley/engine/talk.ts';
import { expect, test } from 'vitest';
import { laterWords, replay } from './replay.ts';

const flowOf = (campaignId: number, ...steps: object[]): Flow => ({
  campaignId,
  version: 1,
  steps: steps.map((step, index) => ({ ...step, id: index + 1, position: index + 1 }) as Step),
});
const said = (text: string) => ({ ...blankStep('message'), text });
const asked = (text: string, part: object = {}) => ({ ...blankStep('choice-question'), text, ...part });
const play = (draft: Flow, inputs: TalkAct[], others: Flow[] = []) =>
  replay(inputs, {
    draft,
    others,
    startedAt: '2026-03-02T15:00:00Z',
    timeZone: 'America/New_York',
    seed: 1,
    tags: { 'First name': 'Ada' },
  });
const sent = (talk: ReturnType<typeof play>) =>
  talk.transcript.filter(({ from }) => from === 'us').map(({ text }) => text);

const start: TalkAct = { do: 'start', campaign: 0 };
const yes = { ...blankIntent(1), text: 'Yes' };

test('the same inputs on a changed draft show the changed words', () => {
  const inputs: TalkAct[] = [start, { do: 'say', text: 'yes' }];
  const before = flowOf(1, asked('Ready, {%First name%}?', { intents: [yes] }), said('Good'));
  const after = flowOf(1, asked('Set?', { intents: [yes] }), said('Great'));
  expect(sent(play(before, inputs))).toEqual(['Ready, Ada?', 'Good']);
  expect(sent(play(after, inputs))).toEqual(['Set?', 'Great']);
  expect(play(after, inputs)).toMatchObject({ ended: true, answers: { 1: { raw: 'yes', intent: 'Yes' } } });
});

test('waits are skipped, and tell how long they were', () => {
  const wait = { ...blankStep('wait').wait, unit: 'hours', amount: 2 };
  const draft = flowOf(1, said('A'), { ...blankStep('wait'), wait }, said('B'));
  expect(play(draft, [start])).toMatchObject({ waiting: { for: 'time', step: 2 }, ended: false });
  const talk = play(draft, [start, { do: 'skip' }]);
  expect(sent(talk)).toEqual(['A', 'B']);
  expect(laterWords(talk.transcript[0]?.at ?? '', talk.transcript[1]?.at ?? '')).toBe('2 hours later');
});

test('the conversation goes on in a campaign that it switches to', () => {
  const draft = flowOf(1, { ...blankStep('switch'), switchTo: 2 });
  expect(sent(play(draft, [start], [flowOf(2, said('Over here'))]))).toEqual(['Over here']);
});

test('times between messages in words', () => {
  expect(laterWords('2026-03-02T15:00:00Z', '2026-03-02T15:00:00Z')).toBeNull();
  expect(laterWords('2026-03-02T15:00:00Z', '2026-03-02T15:00:01Z')).toBe('1 second later');
  expect(laterWords('2026-03-02T15:00:00Z', '2026-03-04T15:00:00Z')).toBe('2 days later');
});

test('an API call is answered as was chosen; a step that reads values gets a sample of them otherwise', () => {
  const picks = [{ id: 1, path: '$.order.status', name: 'Status', inTag: false }];
  const call = {
    ...blankStep('api-call'),
    url: 'https://x.example',
    resultAction: 'store',
    onError: 3,
    next: 2,
    picks,
  };
  const draft = flowOf(1, call, { ...blankStep('final-message'), text: 'It is {%Status%}' }, said('Sorry'));
  const withAnswer = (apiAnswers: Record<number, { ok: boolean; text: string }>) =>
    replay([start], {
      draft,
      others: [],
      startedAt: '2026-03-02T15:00:00Z',
      timeZone: 'UTC',
      seed: 1,
      tags: {},
      apiAnswers,
    });
  expect(sent(withAnswer({}))).toEqual(['It is [Status]']);
  const shipped = withAnswer({ 1: { ok: true, text: '{"order":{"status":"shipped"}}' } });
  expect(sent(shipped)).toEqual(['It is shipped']);
  expect(shipped.known).toEqual({ Status: 'shipped' });
  expect(sent(withAnswer({ 1: { ok: false, text: 'The service answered with status 500.' } }))).toEqual([
    'Sorry',
  ]);
  expect(sent(withAnswer({ 1: { ok: true, text: '<html>' } }))).toEqual(['Sorry']);
});
