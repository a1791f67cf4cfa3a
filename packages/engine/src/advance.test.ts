import { describe, expect, it } from 'vitest';
import { advance, type EngineEvent, flowOf, startSession } from './index.ts';

const context = {
  now: '2026-03-02T15:00:00Z',
  contact: { phone: '+15555550100', timeZone: 'America/New_York', tags: {} },
};
const STARTED: EngineEvent = { type: 'started', by: 'blast', text: '' };

describe('the dice', () => {
  const flow = flowOf(1, [{ type: 'final-message', text: '0', alternatives: ['1', '2', '3'] }]);
  const drawn = (seed: number) => {
    const [effect] = advance(
      flow,
      startSession({ campaignId: 1, seed, variables: {} }),
      STARTED,
      context,
    ).effects;
    return effect?.do === 'say' ? Number(effect.text) : -1;
  };

  it('fall evenly, and the same for the same seed', () => {
    const counts = [0, 0, 0, 0];
    for (let seed = 0; seed < 8000; seed++) counts[drawn(seed)] = (counts[drawn(seed)] ?? 0) + 1;
    for (const count of counts) expect(Math.abs(count - 2000)).toBeLessThan(200);
    expect(drawn(42)).toBe(drawn(42));
  });
});
