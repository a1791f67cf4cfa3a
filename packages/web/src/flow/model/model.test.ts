import { blankIntent, blankStep } from '@parley/engine/blank-step.ts';
import type { Step } from '@parley/engine/flow.ts';
import { describe, expect, test } from 'vitest';
import { summaryOf, titleOf } from '../steps/looks.ts';
import { applyTemplate, copyOf, sameContent } from './copy.ts';
import { differences } from './differences.ts';
import {
  actionOf,
  addPhrase,
  chooseNext,
  chooseSwitch,
  dropPhrase,
  enterResponse,
  freeId,
  phrasesOf,
  thresholdName,
  thresholdOf,
} from './intents.ts';
import { insertAt, moveTo, renumber, without } from './order.ts';
import { exitsOf, leadsTo, renameTokens, retarget, tokenNames } from './references.ts';
import { AMOUNTS, chooseTime, chooseUnit, hasAmount, hasTime, TIMES, waitWords } from './waits.ts';

const step = (id: number, part: object = {}): Step =>
  ({ ...blankStep('message'), id, position: id, ...part }) as Step;
const question = (id: number, part: object = {}): Step =>
  ({ ...blankStep('choice-question'), id, position: id, ...part }) as Step;
const entries = (...ids: number[]) => renumber(ids.map((id) => ({ step: step(id) })));
const order = (list: { step: Step }[]) => list.map((entry) => [entry.step.id, entry.step.position]);

describe('order', () => {
  test('positions count from 1 after a move, an insertion and a deletion', () => {
    expect(order(moveTo(entries(7, 8, 9), 0, 2))).toEqual([
      [8, 1],
      [9, 2],
      [7, 3],
    ]);
    expect(order(insertAt(entries(7, 8), { step: step(5) }, 2))).toEqual([
      [7, 1],
      [5, 2],
      [8, 3],
    ]);
    expect(order(without(entries(7, 8, 9), (entry) => entry.step.id === 8))).toEqual([
      [7, 1],
      [9, 2],
    ]);
  });

  test('positions beyond the ends are clamped', () => {
    expect(order(insertAt(entries(7), { step: step(5) }, 99)).map(([id]) => id)).toEqual([7, 5]);
    expect(order(insertAt(entries(7), { step: step(5) }, 0)).map(([id]) => id)).toEqual([5, 7]);
    expect(order(moveTo(entries(7, 8), 1, -4)).map(([id]) => id)).toEqual([8, 7]);
  });

  test('a step that stands right stays the same object', () => {
    const before = entries(7, 8, 9);
    const after = moveTo(before, 1, 2);
    expect(after[0]).toBe(before[0]);
  });
});

describe('the action of an answer is exclusive', () => {
  const full = { ...blankIntent(1), next: 4, response: 'Thanks', switchTo: 9 };
  test('a next step clears response and campaign', () => {
    expect(chooseNext(full, 5)).toMatchObject({ next: 5, response: '', switchTo: 0 });
  });
  test('a response clears next step and campaign', () => {
    expect(enterResponse(full, 'Hi')).toMatchObject({ next: 0, response: 'Hi', switchTo: 0 });
  });
  test('a campaign clears response and next step', () => {
    expect(chooseSwitch(full, 3)).toMatchObject({ next: 0, response: '', switchTo: 3 });
  });
  test('the tab follows what is set: response, then campaign, else next step', () => {
    expect(actionOf(full)).toBe('response');
    expect(actionOf({ ...full, response: '' })).toBe('switch');
    expect(actionOf({ ...full, response: '', switchTo: 0 })).toBe('next');
  });
  test('phrases that stay keep their ids, new ones get free ones', () => {
    const before = [
      { id: 4, text: 'yep' },
      { id: 2, text: 'sure' },
    ];
    expect(phrasesOf(['sure', 'of course', 'ok'], before)).toEqual([
      { id: 2, text: 'sure' },
      { id: 5, text: 'of course' },
      { id: 6, text: 'ok' },
    ]);
    expect(freeId([])).toBe(1);
  });

  test('a phrase is added to one answer, once, and taken back', () => {
    const intents = [
      { ...blankIntent(1), phrases: [{ id: 4, text: 'sure' }] },
      { ...blankIntent(2), phrases: [{ id: 1, text: 'sure' }] },
    ];
    const added = addPhrase(intents, 1, 'yep');
    expect(added.map(({ phrases }) => phrases.map(({ text }) => text))).toEqual([['sure', 'yep'], ['sure']]);
    expect(added[0]?.phrases[1]?.id).toBe(5);
    expect(addPhrase(added, 1, 'yep')).toEqual(added);
    expect(dropPhrase(added, 1, 'yep')).toEqual(intents);
    expect(dropPhrase(intents, 2, 'yep')).toEqual(intents);
  });

  test('how near an answer must be has a name, in comparisons too', () => {
    expect(
      [undefined, 42, 100, 30, 55].map((threshold) => thresholdName(thresholdOf({ threshold }))),
    ).toEqual(['Close', 'Close', 'Exact', 'Loose', '55% alike']);
    expect(differences(question(1), question(1, { threshold: 100 }))).toEqual([
      { field: 'threshold', label: 'Matching', mine: 'Close', theirs: 'Exact' },
    ]);
  });
});

describe('intervals', () => {
  const wait = { unit: 'minutes', amount: 5, hour: 0, minute: 0, dateTime: '' } as const;
  test('TODAY hides the count, the other units hide the target time', () => {
    for (const unit of ['seconds', 'minutes', 'hours'] as const) {
      expect(hasAmount(chooseUnit(wait, unit))).toBe(true);
      expect(hasTime(chooseUnit(wait, unit))).toBe(false);
    }
    expect(hasAmount(chooseUnit(wait, 'today'))).toBe(false);
    expect(hasTime(chooseUnit(wait, 'today'))).toBe(true);
  });
  test('counts go from 0 to 60, times in steps of 15 minutes', () => {
    expect([AMOUNTS[0], AMOUNTS.at(-1), AMOUNTS.length]).toEqual(['0', '60', 61]);
    expect(TIMES).toHaveLength(96);
    expect(TIMES[70]).toEqual({ value: '17:30', label: '5:30 PM' });
    expect(TIMES[0]?.label).toBe('12:00 AM');
    expect(chooseTime(wait, '17:45')).toMatchObject({ hour: 17, minute: 45 });
  });
  test('a wait in words', () => {
    expect(waitWords(wait)).toBe('5 minutes');
    expect(waitWords({ ...wait, amount: 1, unit: 'hours' })).toBe('1 hour');
    expect(waitWords({ ...wait, amount: 0 })).toBe('');
    expect(waitWords({ ...wait, unit: 'today', hour: 9, minute: 15 })).toBe('Until 9:15 AM today');
    expect(waitWords({ ...wait, amount: 0, dateTime: '2026-12-24 09:00:00' })).toBe('Until 2026-12-24 09:00');
  });
});

describe('references', () => {
  test('a step leads to the one below when it goes on or jumps there, not when it jumps elsewhere or ends', () => {
    const below = step(2);
    const answers = (...to: number[]) => ({
      intents: to.map((next, index) => ({ ...blankIntent(index + 1), next })),
    });
    expect(leadsTo(step(1), below)).toBe(true);
    expect(leadsTo(step(1, { next: 2 }), below)).toBe(true);
    expect(leadsTo(step(1, { next: 3 }), below)).toBe(false);
    expect(leadsTo(question(1, { ...answers(3), next: 3 }), below)).toBe(false);
    expect(leadsTo(question(1, { ...answers(3, 2), next: 3 }), below)).toBe(true);
    expect(leadsTo({ ...blankStep('final-message'), id: 1 } as Step, below)).toBe(false);
  });

  const asking = question(3, {
    intents: [
      { ...blankIntent(1), text: 'Yes', next: 5 },
      { ...blankIntent(2), text: 'No' },
    ],
    next: 9,
    loop: { max: 2, step: 5, message: '' },
  });
  test('every jump is listed with what leads there', () => {
    expect(exitsOf(asking)).toEqual([
      { label: 'Yes', to: 5 },
      { label: 'After 2 visits', to: 5 },
      { label: 'Otherwise', to: 9 },
    ]);
    expect(exitsOf(step(1))).toEqual([]);
  });
  test('jumps follow a step to its new id, others stay', () => {
    expect(exitsOf(retarget(asking, 5, 50)).map(({ to }) => to)).toEqual([50, 50, 9]);
    expect(retarget(asking, 4, 40)).toBe(asking);
  });
  test('a token names a step by its description when that is unique and fits, else by its id', () => {
    const named = question(3, { description: 'Favourite' });
    expect(tokenNames([named, question(4)])(named)).toBe('Favourite');
    expect(tokenNames([named, question(4, { description: ' favourite ' })])(named)).toBe('3');
    expect(tokenNames([])(question(3, { description: '12' }))).toBe('3');
    expect(tokenNames([])(question(3, { description: 'a|b' }))).toBe('3');
  });
  test('tokens follow a renamed step, also in rules and answers; tags of that name do not', () => {
    const text = 'Hi {%Pet%}, {%answer:Pet|friend%} and {%intent: pet %}';
    expect(renameTokens(step(1, { text }), 'Pet', 'Animal')).toMatchObject({
      text: 'Hi {%Pet%}, {%answer:Animal|friend%} and {%intent:Animal%}',
    });
    const other = step(1, { text: 'Hi {%Pet%}' });
    expect(renameTokens(other, 'Pet', 'Animal')).toBe(other);
  });
});

describe('copies and templates', () => {
  test('a copy is new and says that it is one', () => {
    expect(copyOf(step(4, { description: 'Hello', text: 'Hi' }))).toMatchObject({
      id: 0,
      description: 'Hello (copy)',
      text: 'Hi',
    });
  });
  test('a question template keeps ID, RQ and TYPE and replaces the rest', () => {
    const template = question(77, { text: 'How old are you?', position: 5 });
    const before = { ...blankStep('open-question'), id: 4, position: 2, text: 'Old' } as Step;
    expect(applyTemplate(before, template)).toMatchObject({
      id: 4,
      position: 2,
      type: 'open-question',
      text: 'How old are you?',
    });
  });
  test('content is the same wherever it stands and however its fields are ordered', () => {
    const { text, ...rest } = step(1, { text: 'Hi' }) as Step & { text: string };
    expect(sameContent({ ...rest, position: 9, text } as Step, step(1, { text: 'Hi' }))).toBe(true);
    expect(sameContent(step(1, { text: 'Hi' }), step(1, { text: 'Ho' }))).toBe(false);
  });
  test('two versions are told apart field by field', () => {
    expect(differences(step(1, { text: 'Mine' }), step(1, { text: 'Theirs', position: 4 }))).toEqual([
      { field: 'text', label: 'Text', mine: 'Mine', theirs: 'Theirs' },
    ]);
  });
});

describe('a step in one line', () => {
  const names = { list: (id: number) => (id === 7 ? 'VIPs' : null), campaign: () => null };
  test('merge tokens read as what they stand for', () => {
    const text = 'Hello {%First name|there%},\n{%answer:Asks the name%}';
    expect(titleOf(step(1, { text }))).toBe('Hello [First name], [answer of Asks the name]');
  });

  test('what it does, and nothing when nothing is set', () => {
    expect(summaryOf({ ...blankStep('tag'), tag: 'City' } as Step, names)).toBe('Last response → City');
    expect(summaryOf({ ...blankStep('opt-in'), list: 7 } as Step, names)).toBe('VIPs');
    expect(summaryOf(blankStep('opt-in') as Step, names)).toBe('');
    expect(titleOf(step(1, { text: 'Hello\n there' }))).toBe('Hello there');
    expect(titleOf(step(1))).toBe('Message');
  });
});
