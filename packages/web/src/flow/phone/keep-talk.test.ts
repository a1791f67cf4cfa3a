import { flowOf } from '@parley/engine/flow-shorthand.ts';
import { checkTalk } from '@parley/engine/play-talk.ts';
import type { TalkAct } from '@parley/engine/talk.ts';
import { expect, test } from 'vitest';
import { talkToKeep } from './keep-talk.ts';
import { type PhoneSetting, replay } from './replay.ts';

const START: TalkAct = { do: 'start', campaign: 0 };
const draft = flowOf(5, [
  { type: 'api-call', url: 'https://x.example', resultAction: 'store' },
  { type: 'open-question', text: 'Hi {%First name|you%}, still on {%Plan%}?' },
  { type: 'final-message', text: 'Thanks' },
]);
const REAL = { 'First name': 'Ada', Plan: 'gold', City: 'Boston' };
const setting: PhoneSetting = {
  draft,
  others: [],
  startedAt: '2026-03-02T15:00:00Z',
  seed: 1,
  timeZone: 'America/New_York',
  phone: '+14155550111',
  tags: REAL,
};

test('what is kept of a contact has neither number nor name, only what the flow reads, and passes', async () => {
  const acts: TalkAct[] = [START, { do: 'say', text: 'yes' }];
  expect(replay(acts, setting).transcript[1]?.text).toBe('Hi Ada, still on gold?');
  const kept = talkToKeep(acts, setting, REAL);
  expect(kept).toContain('< Hi Sam, still on gold?');
  for (const gone of ['Ada', '4155550111', 'Boston']) expect(kept).not.toContain(gone);
  expect(await checkTalk(kept, draft, [])).toBeNull();
});

test('what the author gave the test person is kept as it is', () => {
  expect(talkToKeep([START], setting, null)).toContain('< Hi Ada, still on gold?');
});

test('jumps and quiet hours are part of it', async () => {
  const quiet = {
    rule: { hours: [16, 21] as const, byState: false },
    zones: ['America/New_York'],
    state: null,
  };
  const kept = talkToKeep([START, { do: 'pass', seconds: 6 * 3600 }], { ...setting, quiet }, null);
  expect(kept.split('---\n')[1]?.split('\n').slice(0, 3)).toEqual([
    '* start',
    '~ 6 hours',
    '< Hi Ada, still on gold?',
  ]);
  expect(await checkTalk(kept, draft, [])).toBeNull();
});
