import { describe, expect, it } from 'vitest';
import { advance, startSession } from './advance.ts';
import { flowOf, type StepShorthand } from './flow-shorthand.ts';
import { openingCredits } from './opening-messages.ts';

const NOW = '2026-03-04T12:00:00Z';
const channel = { linkBase: 'https://t.example', carriesMms: false };
const contact = { phone: '+12125550100', timeZone: 'UTC', tags: { Name: 'Ann & Bo', Where: 'evil.example' } };
const SAMPLE = 'https://t.example/s/0000000000';

function effectsOf(steps: StepShorthand[], given: object = { channel }) {
  const session = startSession({ campaignId: 1, seed: 1, variables: {} });
  const event = { type: 'started', by: 'keyword', text: '' } as const;
  const { effects } = advance(flowOf(1, steps), session, event, { now: NOW, contact, ...given });
  return effects.filter((effect) => effect.do !== 'end');
}

describe('a step that shortens its links', () => {
  it('says a sample in the place of each, and where each leads', () => {
    const text = 'Hi {%Name%}: https://shop.example/?n={%Name%}. Or www.b.example';
    expect(effectsOf([{ type: 'message', text, shortLinks: true }])).toEqual([
      {
        do: 'say',
        step: 1,
        text: `Hi Ann & Bo: ${SAMPLE}. Or ${SAMPLE}`,
        links: [
          {
            at: 13,
            written: 'https://shop.example/?n={%Name%}',
            target: 'https://shop.example/?n=Ann%20%26%20Bo',
          },
          { at: 48, written: 'https://www.b.example', target: 'https://www.b.example' },
        ],
      },
    ]);
  });

  it('does so in questions, their excuses and answers, final messages and notices', () => {
    const text = 'https://a.example/x';
    for (const type of ['final-message', 'choice-question', 'open-question', 'notification'] as const) {
      const list = type === 'notification' ? { list: 4 } : {};
      const [effect] = effectsOf([{ type, text, shortLinks: true, ...list }]);
      expect(effect).toMatchObject({ text: SAMPLE, links: [{ at: 0, target: text }] });
    }
    const question: StepShorthand = {
      type: 'choice-question',
      text: 'Yes?',
      shortLinks: true,
      required: true,
      retries: 1,
      errorText: 'See https://a.example/help',
      intents: [{ text: 'Yes', response: 'Go: https://a.example/go' }],
    };
    const flow = flowOf(1, [question]);
    const context = { now: NOW, contact, channel };
    const asked = advance(
      flow,
      startSession({ campaignId: 1, seed: 1, variables: {} }),
      { type: 'started', by: 'keyword', text: '' },
      context,
    );
    const excused = advance(flow, asked.session, { type: 'said', text: '' }, context);
    expect(excused.effects[1]).toMatchObject({ do: 'say', text: `See ${SAMPLE}`, links: [{ at: 4 }] });
    const answered = advance(flow, excused.session, { type: 'said', text: 'yes' }, context);
    expect(answered.effects).toContainEqual(
      expect.objectContaining({ do: 'say', text: `Go: ${SAMPLE}`, links: [expect.anything()] }),
    );
  });

  it('leaves alone what the author did not write out: values with links, and servers filled in', () => {
    const text = '{%Where%} https://{%Where%}/x';
    expect(effectsOf([{ type: 'message', text, shortLinks: true }])).toEqual([
      { do: 'say', step: 1, text: 'evil.example https://evil.example/x' },
    ]);
  });
});

it('without the switch links stay as they are written', () => {
  const text = 'https://shop.example/?n={%Name%}';
  const plain = [{ do: 'say', step: 1, text: 'https://shop.example/?n=Ann & Bo' }];
  expect(effectsOf([{ type: 'message', text }])).toEqual(plain);
  expect(effectsOf([{ type: 'message', text, shortLinks: true }], {})).toEqual(plain);
});

it('a picture becomes a link where the channel carries none', () => {
  const step: StepShorthand = { type: 'mms', text: 'Look', media: 'https://a.example/{%Name%}.png' };
  expect(effectsOf([step])).toEqual([
    {
      do: 'say',
      step: 1,
      text: `Look ${SAMPLE}`,
      links: [
        {
          at: 5,
          written: 'https://a.example/{%Name%}.png',
          target: 'https://a.example/Ann%20%26%20Bo.png',
        },
      ],
    },
  ]);
  const whole: StepShorthand = { type: 'mms', text: '', media: '{%Where%}' };
  expect(effectsOf([whole])).toEqual([{ do: 'say', step: 1, text: 'evil.example' }]);
  const carries = { channel: { ...channel, carriesMms: true } };
  expect(effectsOf([step], carries)).toMatchObject([{ do: 'sendMms', text: 'Look' }]);
});

it('credits are counted on the text as it is sent', () => {
  const text = `${'x'.repeat(100)} https://shop.example/${'y'.repeat(60)}`;
  const flow = (shortLinks: boolean) => flowOf(1, [{ type: 'final-message', text, shortLinks }]);
  const cost = (shortLinks: boolean) => openingCredits(flow(shortLinks), contact, NOW, () => null, channel);
  expect([cost(false), cost(true)]).toEqual([2, 1]);
});
