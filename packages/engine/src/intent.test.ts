import { describe, expect, it } from 'vitest';
import { flowOf, type IntentShorthand } from './index.ts';
import { compileIntents, matchIntent, plain } from './intent.ts';
import { compilePattern, compilePatterns, patternInput } from './pattern.ts';

/** Of the processor's time, which others on the machine do not use up, in microseconds. */
const SECOND = 1_000_000;

function matcherFor(...short: IntentShorthand[]) {
  const [step] = flowOf(1, [{ type: 'choice-question', intents: short }]).steps;
  if (step?.type !== 'choice-question') throw new Error('A question was expected.');
  return compileIntents(step.intents);
}
const meaning = (matcher: ReturnType<typeof matcherFor>, reply: string) =>
  matchIntent(matcher, reply).intent?.text ?? null;

describe('similarity to training phrases', () => {
  const shop = matcherFor(
    { text: 'Yes', phrases: ['y', 'yep', 'sure', 'of course', 'sounds good', 'count me in', 'sí', 'claro'] },
    { text: 'No', phrases: ['n', 'nope', 'not interested', 'no thanks', 'maybe another time', 'nah'] },
    { text: 'Price', phrases: ['how much is it', 'what does it cost', 'price list', 'cuánto cuesta'] },
    { text: 'Hours', phrases: ['when are you open', 'opening hours', 'what time do you close', 'horario'] },
    {
      text: 'Talk to someone',
      phrases: ['speak to a person', 'customer service', 'call me back', 'real human'],
    },
  );

  it.each([
    ['yes please', 'Yes'],
    ['Yes!!!', 'Yes'],
    ['YES I would love to', 'Yes'],
    ['sure thing', 'Yes'],
    ['sounds great', 'Yes'],
    ['oh sure, why not', 'Yes'],
    ['si', 'Yes'],
    ['claro que sí', 'Yes'],
    ['count me inn', 'Yes'],
    ['nope', 'No'],
    ['no thank you', 'No'],
    ['not intrested', 'No'],
    ["I'm not interested at all", 'No'],
    ['another time maybe', 'No'],
    ['how much does it cost?', 'Price'],
    ['whats the price', 'Price'],
    ['cuanto cuesta eso', 'Price'],
    ['how mcuh is it', 'Price'],
    ['price list pls', 'Price'],
    ['are you open today', 'Hours'],
    ['when do you open', 'Hours'],
    ['what are your opening hours?', 'Hours'],
    ['what time do u close', 'Hours'],
    ['can I speak to a real person', 'Talk to someone'],
    ['please call me back', 'Talk to someone'],
    ['costumer service', 'Talk to someone'],
    ['I want to talk to a human', 'Talk to someone'],
  ])('%s → %s', (reply, intent) => expect(meaning(shop, reply)).toBe(intent));

  it.each([
    'the weather is nice',
    'purple monkey dishwasher',
    'asdfghjkl',
    'my dog ate my homework',
    'I left my umbrella on the bus',
    'see you in court',
    '👍👍',
    '...',
    '12345',
    '',
  ])('“%s” means none of them', (reply) => expect(meaning(shop, reply)).toBeNull());
});

it('a choice by its very words comes before the letter of another one', () => {
  const teams = matcherFor({ text: 'B' }, { text: 'A' });
  expect([meaning(teams, 'A'), meaning(teams, 'b')]).toEqual(['A', 'B']);
});

describe('typing errors in the only word that says something', () => {
  const bar = matcherFor(
    { text: 'Coffee', phrases: ['I want a coffee', 'absolutely'] },
    'Interested',
    'Red',
    'No',
    '1st',
  );
  it.each([
    ['cofee', 'Coffee'],
    ['I want a cofffee', 'Coffee'],
    ['coffees please', 'Coffee'],
    ['absolutly', 'Coffee'],
    ['absolutley!', 'Coffee'],
    ['intirested', 'Interested'],
    ['redd', 'Red'],
    ['Noooo', 'No'],
  ])('%s → %s', (reply, intent) => expect(meaning(bar, reply)).toBe(intent));

  it.each(['toffee', 'uninterested', 'bred', 'rod', 'not', '11st', 'carafe'])(
    '“%s” is another word',
    (reply) => expect(meaning(bar, reply)).toBeNull(),
  );
});

describe('denials', () => {
  const bar = matcherFor('Interested', { text: 'Coming', phrases: ['I can make it', 'count me in'] }, 'Red', {
    text: 'Bad',
    phrases: ['not good'],
  });
  it.each([
    ['not interested', null],
    ['not even a bit interested', null],
    ['not at all interested', null],
    ['not in the least bit interested', null],
    ['I am not the slightest bit interested', null],
    ['not so interested', null],
    ['not that interested to be honest', null],
    ['no longer interested', null],
    ['not anymore interested', null],
    ['never been very interested', null],
    ['not interested but thanks', null],
    ['not now but interested', 'Interested'],
    ['hardly interested', null],
    ['not today or this week I am interested', 'Interested'],
    ['not only interested, excited', 'Interested'],
    ["I'm not really interested", null],
    ["sorry, I can't make it", null],
    ["Don't count me in", null],
    ["I don't like red", null],
    ['not red', null],
    ['good', null],
    ['why not', null],
    ['constructor', null],
    ['red not', null],
    ['count me in, of course not', null],
    ['red, why not', 'Red'],
    ["I don't know", null],
    ['very interested', 'Interested'],
    ['not sure, I can make it maybe', 'Coming'],
    ["it isn't mine but count me in", 'Coming'],
    ['it is not so good', 'Bad'],
  ])('“%s” → %s', (reply, intent) => expect(meaning(bar, reply)).toBe(intent));
});

describe('how near an answer must be', () => {
  const question = (threshold?: number) => {
    const intents = [
      { text: 'Yes', phrases: ['count me in', 'sure', '👍'] },
      { text: 'Later', phrases: ['maybe another time', 'not today'], pattern: '^later' },
    ];
    const [step] = flowOf(1, [{ type: 'choice-question', intents }]).steps;
    if (step?.type !== 'choice-question') throw new Error('A question was expected.');
    return compileIntents(step.intents, [{ id: 2, text: 'next week' }], threshold);
  };
  const meanings = (threshold: number | undefined, replies: string[]) =>
    replies.map((reply) => matchIntent(question(threshold), reply).intent?.text ?? null);

  it('exact: the words, the phrases but for case, accents and outer signs, numbers and patterns; no likeness', () => {
    expect(
      meanings(100, ['YES!', ' Count me in. ', 'Sure', '👍', 'next week?', '2', 'b', 'later then']),
    ).toEqual(['Yes', 'Yes', 'Yes', 'Yes', 'Later', 'Later', 'Later', 'Later']);
    expect(
      meanings(100, ['count me inn', 'yess', 'sure thing', 'another time maybe', 'count in me']),
    ).toEqual(Array(5).fill(null));
    expect(matchIntent(question(100), 'count me inn')).toMatchObject({ nearest: null, degree: 0 });
  });

  it('close is what is usual, to the last digit', () => {
    for (const reply of [
      'count me inn',
      'yess',
      'sure thing',
      'another time',
      'some other time',
      'in',
      '👎',
    ]) {
      expect(matchIntent(question(42), reply)).toMatchObject({
        intent: matchIntent(question(), reply).intent,
        degree: matchIntent(question(), reply).degree,
      });
    }
  });

  it('loose takes what close lets pass, and never the other way', () => {
    const half = 'maybe we will see';
    const { degree, nearest } = matchIntent(question(), half);
    expect([Math.floor(degree * 100), nearest?.text]).toEqual([36, 'Later']);
    expect([30, undefined, 60].map((threshold) => meanings(threshold, [half])[0])).toEqual([
      'Later',
      null,
      null,
    ]);
    expect(meanings(30, ['purple monkey dishwasher', ''])).toEqual([null, null]);
  });

  it('more likeness than usual takes no guess from a first word', () => {
    const said = 'sure as rain';
    expect(matchIntent(question(), said)).toMatchObject({ by: 'beginning', intent: { text: 'Yes' } });
    expect(matchIntent(question(60), said)).toMatchObject({
      by: null,
      intent: null,
      nearest: { text: 'Yes' },
    });
  });

  it('says what a reply was known by', () => {
    const by = ['yes', '1', 'later on', 'count me inn', 'sure as rain', 'asdf'].map(
      (reply) => matchIntent(question(), reply).by,
    );
    expect(by).toEqual(['text', 'place', 'pattern', 'likeness', 'beginning', null]);
  });
});

describe('numbers, letters, patterns', () => {
  it('a number that is not on a scale of numbers means nothing there; years are picked by their place', () => {
    const score = matcherFor('10', '9', '8', '7', '6', '5', '4', '3', '2', '1', '0');
    expect(['10', '0', '1', '11', '12', 'b'].map((reply) => meaning(score, reply))).toEqual([
      '10',
      '0',
      '1',
      null,
      null,
      '9',
    ]);
    const quiz = matcherFor('1998', '2004', '2011');
    expect(['1', '2004', 'c', '1999'].map((reply) => meaning(quiz, reply))).toEqual([
      '1998',
      '2004',
      '2011',
      null,
    ]);
    const mixed = matcherFor('One', 'Two', '3 or more');
    expect(meaning(mixed, '3')).toBe('3 or more');
    const counted = matcherFor('1', '2', '3', 'More than 3');
    expect(['3', '4', '5'].map((reply) => meaning(counted, reply))).toEqual(['3', 'More than 3', null]);
  });

  it('a number or letter picks by position, out of range nothing', () => {
    const matcher = matcherFor('Red', 'Green', 'Blue');
    expect(['1', '2)', '#3', 'c', '(A)'].map((reply) => meaning(matcher, reply))).toEqual([
      'Red',
      'Green',
      'Blue',
      'Blue',
      'Red',
    ]);
    expect(['0', '4', 'd', '1000', '99999999999'].map((reply) => meaning(matcher, reply))).toEqual(
      Array(5).fill(null),
    );
  });

  it('an emoji can be a training phrase, in any tone of skin', () => {
    const matcher = matcherFor({ text: 'Yes', phrases: ['👍', '✅'] }, { text: 'No', phrases: ['👎'] });
    const meanings = ['👍', ' 👍🏽 ', '✅', '👎🏿', '🤷'].map((reply) => meaning(matcher, reply));
    expect(meanings).toEqual(['Yes', 'Yes', 'Yes', 'No', null]);
  });
  it('an emoji can be an option', () => expect(meaning(matcherFor('👍', '👎'), ' 👎 ')).toBe('👎'));

  it('patterns stay quick whatever they are and whatever is said', () => {
    const said = `${'a'.repeat(1599)}!`;
    for (const evil of [
      '(a+)+$',
      '(a|aa)+$',
      '(a|a?)+$',
      '(.*a){20}$',
      '([a-zA-Z]+)*$',
      '^(([a-z])+.)+[A-Z]([a-z])+$',
    ]) {
      const before = process.cpuUsage();
      matchIntent(matcherFor({ text: 'x', pattern: evil }), said);
      expect(process.cpuUsage(before).user).toBeLessThan(SECOND);
    }
  });

  it('refuses what RE2 lacks and what is too large', () => {
    expect(['(?=a)', '(a)\\1', '('].map(compilePattern)).toEqual(Array(3).fill('unreadable'));
    expect(['a'.repeat(257), '.{0,999}'.repeat(31), '(((a{100}){100}){100})'].map(compilePattern)).toEqual(
      Array(3).fill('too-large'),
    );
  });

  it.each([
    '^[0-9]{5}$',
    '[^@\\s]+@[^@\\s]+\\.[^@\\s.]{2,}',
    '^\\s*\\(?\\d{3}\\)?[-. ]?\\d{3}[-. ]?\\d{4}\\s*$',
    '.{0,320}x',
    '(?i)[\\p{Lu}{1,9}]{2,40}\\Q{999}\\E',
    '\\d{1,3}(\\.\\d{1,3}){3}',
  ])('%s is small enough', (pattern) => expect(compilePattern(pattern)).toBeTypeOf('object'));

  it('a huge pattern is told before it is compiled', () => {
    const before = process.cpuUsage();
    for (let n = 0; n < 200; n += 1) compilePattern(`.{0,99${n % 10}}`.repeat(28));
    expect(process.cpuUsage(before).user).toBeLessThan(2 * SECOND);
  });

  it('compiles no more than there may be room for, whatever one question holds', () => {
    const large = Array.from({ length: 100 }, (_, n) => ({ text: `${n}`, pattern: `[[:^alpha:]]{900}${n}` }));
    const { usable, faults } = compilePatterns([...large, { text: 'last', pattern: '(' }]);
    expect(usable).toHaveLength(1);
    // Compiled, the last one would be called unreadable.
    expect(faults.at(-1)).toMatchObject({ kind: 'too-large' });
    expect(faults).toHaveLength(100);
  });

  it('a reply costs the same work at most, whatever the patterns of its question', () => {
    const patterns = Array.from({ length: 100 }, (_, n) => ({ text: `${n}`, pattern: `.{0,90}.{0,90}${n}` }));
    const { usable, faults } = compilePatterns(patterns);
    const size = usable.reduce((sum, each) => sum + each.size, 0);
    expect([usable.length, faults.length, faults[0]?.kind]).toEqual([2, 98, 'too-large']);
    expect(size * patternInput('x'.repeat(1600), size).length).toBeLessThanOrEqual(100_000);
    expect(patternInput(` ${'x'.repeat(1600)}`, 40)).toBe('x'.repeat(1600));
    expect(patternInput('x'.repeat(1600), 1000)).toBe('x'.repeat(100));
  });

  it('a stored pattern that is too large is left out, and said so', () => {
    const matcher = matcherFor(
      { text: 'Yes', pattern: '.{0,999}'.repeat(31) },
      { text: 'ZIP', pattern: '^\\d{5}$' },
    );
    expect(matchIntent(matcher, '90210')).toMatchObject({
      intent: { text: 'ZIP' },
      faults: [
        'The pattern of the answer “Yes” is too large. Repeat less: {0,20} rather than {0,999}. It was left out.',
      ],
    });
  });
});

it('signs and blanks around words cost no more than words', () => {
  const before = process.cpuUsage();
  expect(plain(`a${'!'.repeat(500_000)}b`)).toHaveLength(500_002);
  expect(process.cpuUsage(before).user).toBeLessThan(5 * SECOND);
});

it('plain drops case, accents and outer signs', () => {
  expect(['  “Café”!! ', 'A  B', 'STRASSE', 'Straße', '???'].map(plain)).toEqual([
    'cafe',
    'a b',
    'strasse',
    'strasse',
    '???',
  ]);
});
