import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shorthandOf } from './flow-shorthand.ts';
import {
  blankStep,
  checkTalk,
  copiedTalk,
  flowOf,
  keptTalk,
  parseTalk,
  playTalk,
  STEP_TYPES,
  type StepShorthand,
  TEST_PERSON,
  talkInMemory,
} from './index.ts';
import type { TalkAct, TalkSetting, TalkThing } from './talk.ts';
import { linesOfTalk, recordTalk, talkFile, writeTalk } from './write-talk.ts';

const NOW = '2026-03-02T15:00:00Z';
const SETTING: TalkSetting = {
  contact: { phone: '+12125550177', timeZone: 'America/New_York', tags: { Plan: 'gold' } },
  now: NOW,
  seed: 7,
  answers: {},
};
const START: TalkAct = { do: 'start', campaign: 0 };
const flow = (...steps: StepShorthand[]) => flowOf(12, steps);
const ASKS = flow(
  { type: 'open-question', text: 'Name?', id: 71, wait: { unit: 'hours', amount: 2 }, onExpiry: 'next' },
  { type: 'tag', tag: 'Name', id: 72 },
  { type: 'final-message', text: 'Hi {%Name%}, {%Plan%}', id: 73 },
);
const record = (acts: TalkAct[], own = ASKS) =>
  keptTalk(writeTalk(recordTalk(SETTING, acts, { own, others: [] })), 'Happy');

describe('a recorded talk', () => {
  const said = record([START, { do: 'pass', seconds: 3600 }, { do: 'say', text: 'Ada' }]);

  it('is readable, of nobody in particular, and passes on the flow that it was recorded on', async () => {
    expect(said).toBe(
      [
        '# Happy',
        `{"contact":{"phone":"${TEST_PERSON}","timeZone":"America/New_York","tags":{"Plan":"gold"}},"now":"${NOW}","seed":7}`,
        '---',
        '* start',
        '< Name?',
        '~ 1 hour',
        '> Ada',
        '< Hi Ada, gold',
        '= tag Name: Ada',
        '= ended done',
        '',
      ].join('\n'),
    );
    expect(await checkTalk(said, ASKS, [])).toBeNull();
  });

  it('names the line that differs on an edited flow', async () => {
    const edited = {
      ...ASKS,
      steps: ASKS.steps.map((step) => ('text' in step ? { ...step, text: 'New' } : step)),
    };
    const difference = await checkTalk(said, edited as typeof ASKS, []);
    expect(difference).toEqual({ line: 5, what: 'expected “Name?”, got “New”' });
    expect(linesOfTalk(said).find(({ line }) => line === 5)?.words).toBe('< Name?');
  });

  it('says what is missing where nothing waits any more, and where it cannot be played', async () => {
    const waited = record([START, { do: 'skip' }]);
    const short = flow({ type: 'final-message', text: 'Name?' });
    expect(await checkTalk(waited, short, [])).toMatchObject({
      line: 6,
      what: 'nothing waits for a time here',
    });
    expect(await checkTalk('no talk', short, [])).toMatchObject({ line: 1 });
  });

  it('is a file of its own with its flow, which plays alone and keeps the lines’ numbers', async () => {
    const file = talkFile(said, ASKS, []);
    const talk = parseTalk(file);
    expect(talk.campaigns[12]?.steps).toEqual(ASKS.steps);
    expect(await playTalk(talk, talkInMemory(talk).host)).toEqual([]);
    expect(linesOfTalk(file)).toEqual(linesOfTalk(said));
  });

  it('has the answers of its calls by step, and a copy those of the copies', async () => {
    const calls = flow(
      { type: 'api-call', url: 'https://x.example', id: 71, resultAction: 'send' },
      { type: 'final-message', text: 'Bye', id: 72 },
    );
    const setting = { ...SETTING, answers: { 71: { ok: true, text: 'Forced' } } };
    const text = writeTalk(recordTalk(setting, [START], { own: calls, others: [] }));
    expect(text).toContain('< Forced');
    const copies = { ...calls, steps: calls.steps.map((step) => ({ ...step, id: step.id + 100 })) };
    expect(await checkTalk(text, copies, [])).not.toBeNull();
    expect(await checkTalk(copiedTalk(text, new Map([[71, 171]])), copies, [])).toBeNull();
  });
});

describe('writing and reading', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '',
      ' a ',
      'a || b',
      '[x] y',
      '\\n',
      'one\ntwo\r',
      '\u00a0',
      '|||',
      '> # ~',
      'a: b]',
      '---',
    ),
  );
  const name = text.filter((each) => each !== '');
  const thing: fc.Arbitrary<TalkThing> = fc.oneof(
    text.map((said) => ({ do: 'say' as const, text: said })),
    fc.record({
      do: fc.constant('sent' as const),
      texts: fc.oneof(fc.array(name, { minLength: 1, maxLength: 3 }), fc.constant<string[]>([''])),
      media: text,
    }),
    fc.constant({ do: 'skip' as const }),
    fc.integer({ min: 1, max: 999_999 }).map((seconds) => ({ do: 'pass' as const, seconds })),
    fc.nat(50).map((campaign) => ({ do: 'start' as const, campaign })),
    fc.record({
      do: fc.constant('check' as const),
      what: fc.constantFrom('tag' as const, 'answer' as const),
      name,
      value: text,
    }),
    fc.constant({ do: 'check' as const, what: 'waits' as const, name: '', value: '' }),
  );

  it('lose nothing of what is said, sent and checked', () => {
    fc.assert(
      fc.property(fc.array(thing), (things) => {
        const lines = things.map((each) => ({ line: 0, ...each }));
        const talk = { ...parseTalk('{}\n---\n'), title: 'x', lines };
        const back = parseTalk(writeTalk(talk)).lines.map((line) => ({ ...line, line: 0 }));
        expect(back).toEqual(lines);
      }),
    );
  });

  it.each(STEP_TYPES)('a blank and a filled step of the type %s come back from the short form', (type) => {
    const filled = { ...blankStep(type), id: 9, position: 1, description: 'x', next: 3, extra: { A: 1 } };
    const plain = { ...blankStep(type), id: 1, position: 1 };
    for (const step of [filled, plain])
      expect(JSON.parse(JSON.stringify(flowOf(1, [shorthandOf(step)]).steps[0]))).toEqual(step);
  });
});
