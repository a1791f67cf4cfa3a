import type { LiveMessage, Whereabouts } from '@parley/contract';
import { expect, test } from 'vitest';
import { createLiveHub } from './hub.ts';
import { followPage } from './presence.ts';

const here: Whereabouts = { campaign: 5, isTemplate: false, step: 12, asks: true };

function pageOf(userId: number, accountId = 1) {
  const live = createLiveHub();
  const heard: LiveMessage[] = [];
  const elsewhere: LiveMessage[] = [];
  live.listen(1, (message) => heard.push(message));
  live.listen(2, (message) => elsewhere.push(message));
  return { page: followPage(live, { accountId, userId }), heard, elsewhere };
}

test('where a page is goes to its account alone, under its own name, and that it has left', () => {
  const { page, heard, elsewhere } = pageOf(7);
  page.hear(JSON.stringify({ ...here, user: 99, who: 'somebody else' }));
  page.left();
  const [told, left] = heard;
  expect(told).toMatchObject({ ...here, type: 'presence', user: 7 });
  expect(left).toMatchObject({ type: 'presence', user: 7, campaign: 0, step: 0 });
  expect(heard).toHaveLength(2);
  expect(told && page.isOwn(told)).toBe(true);
  expect(JSON.stringify(told)).not.toContain('somebody else');
  expect(elsewhere).toEqual([]);
});

test('a page that was nowhere leaves without a word', () => {
  const { page, heard } = pageOf(7);
  page.left();
  expect(heard).toEqual([]);
});

test.each([
  ['no JSON', '{'],
  ['null', 'null'],
  ['a list', '[1]'],
  ['another message', '{"type":"balance","balance":1}'],
  ['an id as text', JSON.stringify({ ...here, campaign: '5' })],
  ['an id below zero', JSON.stringify({ ...here, step: -1 })],
  ['a part of a step', JSON.stringify({ ...here, step: 1.5 })],
  ['an id beyond all numbers', '{"campaign":1e400,"isTemplate":false,"step":0,"asks":false}'],
  ['no word on asking', JSON.stringify({ ...here, asks: undefined })],
])('%s is not passed on', (_, text) => {
  const { page, heard } = pageOf(7);
  page.hear(text);
  expect(heard).toEqual([]);
});

test('who talks without end is not listened to', () => {
  const { page, heard } = pageOf(7);
  for (let word = 0; word < 500; word += 1) page.hear(JSON.stringify({ ...here, step: word }));
  // A second may turn in between.
  expect(heard.length).toBeLessThanOrEqual(40);
  expect(heard.length).toBeGreaterThan(0);
});
