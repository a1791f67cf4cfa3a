import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advance, type EngineEvent, flowOf, STEP_TYPES, type StepShorthand, startSession } from './index.ts';

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

const jump = fc.integer({ min: 0, max: 7 });
const step: fc.Arbitrary<StepShorthand> = fc
  .record({
    type: fc.constantFrom(...STEP_TYPES),
    next: jump,
  })
  .chain((short) => {
    if (short.type === 'branch')
      return fc
        .record({ data: fc.constantFrom('{%answer:1%}', 'a'), value: fc.constantFrom('a', ''), next: jump })
        .map((condition) => ({ ...short, conditions: [condition] }));
    if (short.type === 'choice-question' || short.type === 'open-question')
      return fc.record({ next: jump, required: fc.boolean() }).map(({ next, required }) => ({
        ...short,
        text: 'Q',
        required,
        retries: 2,
        intents: [{ text: 'a', next }],
        wait: { unit: 'minutes' as const, amount: 1 },
      }));
    return fc.constant(short);
  });
const event: fc.Arbitrary<EngineEvent> = fc.oneof(
  fc.constantFrom<EngineEvent>(STARTED, { type: 'woke' }, { type: 'answered', ok: true, text: 'r' }),
  fc.constantFrom('a', 'b', '', '{%x%}').map((text): EngineEvent => ({ type: 'said', text })),
);

describe('any flow and any events', () => {
  it('ends every turn waiting or ended, in bounded effects, as plain data, the same each time', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 6 }), fc.array(event, { maxLength: 8 }), (steps, events) => {
        const flow = flowOf(1, steps);
        let session = startSession({ campaignId: 1, seed: 1, variables: {} });
        for (const each of [STARTED, ...events]) {
          const result = advance(flow, session, each, context);
          expect(advance(flow, session, each, context)).toEqual(result);
          expect(JSON.parse(JSON.stringify(result.session))).toEqual(result.session);
          expect(result.session.status === 'ended' || result.session.waiting !== null).toBe(true);
          expect(result.effects.length).toBeLessThanOrEqual(320);
          if (session.status === 'ended') expect(result.effects).toEqual([]);
          session = result.session;
        }
      }),
      { numRuns: 500 },
    );
  });
});
