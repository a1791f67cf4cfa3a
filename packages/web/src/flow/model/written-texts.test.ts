import { blankIntent, blankStep } from '@parley/engine/blank-step.ts';
import { STEP_TYPES, type Step } from '@parley/engine/flow.ts';
import { expect, test } from 'vitest';
import { finderOf, replaced, withText, writtenTexts } from './written-texts.ts';

const question = {
  ...blankStep('choice-question'),
  text: 'Tea?',
  alternatives: [{ id: 1, text: 'Some tea?' }],
  intents: [{ ...blankIntent(1), text: 'Yes', response: 'Coming!', phrases: [{ id: 1, text: 'sure' }] }],
  errorText: 'Pardon?',
} as Step;

test('every text of a question is there, with what it is', () => {
  const texts = writtenTexts(question).filter(({ text }) => text !== '');
  expect(texts.map(({ label, text, kind }) => [label, text, kind])).toEqual([
    ['Text', 'Tea?', 'sent'],
    ['Alternative 1', 'Some tea?', 'sent'],
    ['Answer 1', 'Yes', 'answer'],
    ['Reply to answer 1', 'Coming!', 'sent'],
    ['Wording 1 of answer 1', 'sure', 'answer'],
    ['Error message', 'Pardon?', 'sent'],
  ]);
});

test('each text of each type is changed where it stands, and nothing else', () => {
  for (const type of STEP_TYPES) {
    const step = {
      ...blankStep(type),
      ...(type === 'choice-question' && { intents: [blankIntent(1)] }),
    } as Step;
    for (const { path } of writtenTexts(step)) {
      const changed = withText(step, path, 'new');
      const there = writtenTexts(changed).filter(({ text }) => text === 'new');
      expect([type, there.map(({ path }) => path)]).toEqual([type, [path]]);
      expect(withText(changed, path, 'new')).toBe(changed);
    }
  }
  expect(withText(question, ['intents', 7, 'text'], 'new')).toBe(question);
});

test('what is looked for is found whatever its case, and taken as it is written', () => {
  expect([...'Tea, TEA (hot) tea'.matchAll(finderOf('tea') as RegExp)].length).toBe(3);
  expect('a (hot) one'.match(finderOf('(HOT)') as RegExp)?.[0]).toBe('(hot)');
  expect(finderOf('')).toBeNull();
});

test('a replacement leaves merge tokens alone, and is no pattern', () => {
  const finder = finderOf('name') as RegExp;
  expect(replaced('Name: {%First name|no name%}, name', finder, '$&!')).toBe(
    '$&!: {%First name|no name%}, $&!',
  );
});
