/** Conversations that earlier releases stored play on. */
import { describe, expect, it } from 'vitest';
import { advance, flowOf, type StoredSession, startSession, upgradeSession } from './index.ts';

const flow = flowOf(5, [
  { type: 'choice-question', text: 'Tea or coffee?', intents: ['Tea', { text: 'Coffee', next: 4 }] },
  { type: 'message', text: 'Tea it is' },
  { type: 'open-question', text: 'When?' },
  { type: 'final-message', text: '{%answer:1%} at {%answer:3|noon%}' },
]);
const context = {
  now: '2026-11-23T15:00:00Z',
  contact: { phone: '+12125550100', timeZone: 'America/New_York', tags: {} },
};

/** As the database held them, by what was new in each. */
const STORED: [string, StoredSession][] = [
  [
    'of the beginning, waiting for its first answer',
    {
      v: 1,
      campaignId: 5,
      seed: 4711,
      status: 'active',
      endReason: '',
      waiting: { for: 'reply', step: 1, until: null },
      position: 1,
      retries: {},
      visits: {},
      answers: {},
      lastResponse: '',
      variables: {},
      draws: 0,
    },
  ],
  [
    'which keeps the steps that were entered',
    {
      v: 1,
      campaignId: 5,
      seed: 4711,
      status: 'active',
      endReason: '',
      waiting: { for: 'reply', step: 1, until: '2026-11-24T15:00:00.000Z' },
      position: 1,
      retries: { '1': 1 },
      reached: [1],
      visits: { '1': 1 },
      answers: {},
      lastResponse: 'hm',
      variables: { order: '7' },
      draws: 2,
    },
  ],
  [
    'which knows its published version',
    {
      v: 1,
      campaignId: 5,
      published: 3,
      seed: 4711,
      status: 'active',
      endReason: '',
      waiting: { for: 'reply', step: 1, until: null },
      position: 1,
      retries: {},
      reached: [1],
      visits: {},
      answers: {},
      lastResponse: '',
      variables: {},
      draws: 0,
    },
  ],
];

describe('a stored conversation', () => {
  it.each(STORED)('%s, plays on', (_name, stored) => {
    const read = upgradeSession(JSON.parse(JSON.stringify(stored)));
    expect(read).toEqual({ ...stored, v: 2, reached: [1] });
    const { session, effects } = advance(flow, read, { type: 'said', text: 'coffee' }, context);
    expect(effects).toMatchObject([
      { do: 'recordAnswer', step: 1, intent: 'Coffee' },
      { do: 'say', text: 'coffee at noon' },
      { do: 'end', reason: 'done' },
    ]);
    expect(session).toMatchObject({ v: 2, reached: [1, 4], variables: stored.variables });
  });

  it('names the steps that left a trace, each once', () => {
    const [, [, stored] = ['', null]] = STORED;
    if (!stored) throw new Error('A stored session was expected.');
    const { reached: _, ...without } = stored;
    const answers = { '3': { raw: 'x', intent: '', score: '' } };
    expect(upgradeSession({ ...without, v: 1, answers }).reached).toEqual([1, 3]);
    expect(upgradeSession({ ...without, v: 1, visits: { '2': 4 }, waiting: null }).reached).toEqual([2]);
  });

  it('of today is taken as it is', () => {
    const session = startSession({ campaignId: 5, seed: 1, variables: {} });
    expect(upgradeSession(session)).toBe(session);
  });
});
