import { compareFlows } from '@parley/engine/compare-flows.ts';
import { flowOf, type StepShorthand } from '@parley/engine/flow-shorthand.ts';
import { expect, test } from 'vitest';
import { wordsOfChange } from './change-words.ts';

const names = {
  list: (id: number) => (id === 3 ? 'VIPs' : null),
  campaign: (id: number) => (id === 8 ? 'Hours' : null),
};

function told(before: StepShorthand[], after: StepShorthand[]) {
  const [one, other] = [flowOf(1, before).steps, flowOf(1, after).steps];
  return compareFlows(one, other).map((change) => {
    const { title, lines } = wordsOfChange(change, other, names);
    return [title, ...lines];
  });
}
const say = (id: number, text: string): StepShorthand => ({ type: 'message', id, text });
const ask = (...intents: StepShorthand['intents'] & object): StepShorthand => ({
  type: 'choice-question',
  id: 5,
  text: 'How was it?',
  intents,
});

test('texts, new steps, removed ones and moved ones', () => {
  expect(
    told(
      [say(1, 'Hello'), say(2, 'Bye'), say(3, 'Gone'), say(4, 'Last')],
      [say(4, 'Last'), say(1, 'Hello {%Name%}'), say(2, 'Bye'), say(9, 'New')],
    ),
  ).toEqual([
    ['Step 1 “Last”', 'Moved from place 4 to 1'],
    ['Step 2 “Hello [Name]”', 'Text changed from “Hello” to “Hello [Name]”'],
    ['Step 3 “Gone”', 'Step removed'],
    ['Step 4 “New”', 'New step'],
  ]);
});

test('answers by what they say and where they lead', () => {
  expect(
    told(
      [
        ask({ id: 1, text: 'good' }, { id: 2, text: 'bad' }, { id: 3, text: 'so so', pattern: 'x' }),
        say(6, 'Thanks'),
      ],
      [
        ask(
          { id: 1, text: 'good', next: 6 },
          { id: 3, text: 'so so' },
          { id: 4, text: 'great', switchTo: 8 },
        ),
        say(6, 'Thanks'),
      ],
    ),
  ).toEqual([
    [
      'Step 1 “How was it?”',
      'Answer “bad” removed',
      'Answer “good” now goes to step 2 “Thanks”',
      'What counts as answer “so so” changed',
      'Answer “great” added',
    ],
  ]);
});

test('lists and campaigns by their names, and what is gone as such', () => {
  const steps = (list: number, to: number): StepShorthand[] => [
    { type: 'opt-in', id: 1, list },
    { type: 'switch', id: 2, switchTo: to },
  ];
  expect(told(steps(0, 8), steps(3, 99)).flat()).toEqual([
    expect.any(String),
    'List set to “VIPs”',
    expect.any(String),
    'Campaign changed from “Hours” to “something that was deleted”',
  ]);
});

test('long waits by how long, and where those without a date go', () => {
  const until = (days: number, otherwise: number) => [
    {
      type: 'wait',
      id: 1,
      tag: 'Visit',
      long: { for: 'date', days, hour: 9, minute: 0, otherwise },
    } as const,
    say(2, 'b'),
  ];
  expect(told([{ type: 'wait', id: 1, tag: 'Visit' }, say(2, 'b')], until(-1, 2)).flat()).toEqual([
    expect.any(String),
    'Wait for set to “Until 1 day before the date, 9:00 AM”',
    'Without a date, or past it, now goes to step 2 “b”',
  ]);
  expect(told(until(-1, 2), until(2, 2)).flat().slice(1)).toEqual([
    'Wait for changed from “Until 1 day before the date, 9:00 AM” to “Until 2 days after the date, 9:00 AM”',
  ]);
});

test('the way on, and what has no words of its own', () => {
  const before = [
    say(1, 'a'),
    say(2, 'b'),
    { type: 'api-call', id: 3, url: 'https://a.example' } as StepShorthand,
  ];
  const after = [
    { ...say(1, 'a'), next: 3 },
    say(2, 'b'),
    { type: 'api-call', id: 3, url: 'https://b.example', verb: 'PUT' } as StepShorthand,
  ];
  expect(told(before, after).map(([, ...lines]) => lines)).toEqual([
    [expect.stringMatching(/^Goes on with step 3 “/)],
    ['Settings changed'],
  ]);
});

test('what an API step reads of its answer, and where failed calls go', () => {
  const call = (part: object): StepShorthand => ({
    type: 'api-call',
    id: 5,
    url: 'https://x.example',
    ...part,
  });
  const pick = (id: number, name: string, path = '$.a') => ({ id, name, path, inTag: false });
  expect(
    told(
      [call({ picks: [pick(1, 'Total'), pick(2, 'Gone')] }), say(6, 'Sorry')],
      [call({ onError: 6, retries: 2, picks: [pick(1, 'Total', '$.b'), pick(3, 'New')] }), say(6, 'Sorry')],
    ),
  ).toEqual([
    [
      expect.stringMatching(/^Step 1 /),
      '“Gone” is no longer read from the answer',
      '“Total” is now read from $.b of the answer',
      '“New” is read from $.a of the answer',
      'A failed call now goes to step 2 “Sorry”',
      'Retries set to “2”',
    ],
  ]);
  expect(told([call({})], [call({ picks: [pick(1, 'Total')] })])).toEqual([
    [expect.stringMatching(/^Step 1 /), '“Total” is read from $.a of the answer'],
  ]);
});
