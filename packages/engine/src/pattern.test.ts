/** What an author's pattern may cost: bounded when it is saved, and when a reply comes, whatever it is. */
import { ENGINE_LIMITS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkFlow, flowOf } from './index.ts';
import { compileIntents, matchIntent } from './intent.ts';
import { compilePattern, compilePatterns, patternInput } from './pattern.ts';

/** Of the processor's time, in microseconds: a thousand times what a turn takes, a tenth of what hangs. */
const AT_MOST = 2_000_000;
const cost = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user;
};

/** What hangs matchers that go back, and what makes huge programs. */
const NASTY = [
  '(a+)+$',
  '(a|aa)+$',
  '(a|a?)+$',
  '(.*a){20}$',
  '([a-zA-Z]+)*$',
  '(?:(?:(?:a?){20}){20}){20}',
  '((a*)*)*$',
  '(x+x+)+y',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(\\w+\\s?)+!$',
  '.{0,999}.{0,999}.{0,999}',
  '((((.{0,31}){0,31}){0,31}){0,31})',
  '[[:^alpha:]]{900}',
  '(\\p{L}{0,50}){0,50}',
  '(?i)(á|é|í)+(ß|ẞ)*$',
  '(a{0,1000}){0,1000}',
  '(?P<n>a|(?P<m>b|(?P<o>c)*)*)*$',
];
const SAID = [
  `${'a'.repeat(1599)}!`,
  'x'.repeat(1600),
  'word '.repeat(320),
  'ß'.repeat(1600),
  '\ud83d\ude00'.repeat(800),
];

const questionOf = (patterns: readonly string[]) =>
  flowOf(1, [
    {
      type: 'choice-question',
      text: 'Q',
      intents: patterns.map((pattern, index) => ({ text: `A${index}`, pattern })),
    },
    { type: 'final-message', text: 'Bye' },
  ]);

describe('a nasty pattern', () => {
  it.each(NASTY)('%s costs a bounded time, saved and matched', (pattern) => {
    const flow = questionOf([pattern]);
    const [step] = flow.steps;
    if (step?.type !== 'choice-question') throw new Error('A question was expected.');
    expect(cost(() => checkFlow(flow, { lists: [], campaigns: [], tags: [], keywords: [] }))).toBeLessThan(
      AT_MOST,
    );
    const matcher = compileIntents(step.intents);
    for (const said of SAID) expect(cost(() => matchIntent(matcher, said))).toBeLessThan(AT_MOST);
  });

  it('a hundred of them in one question cost no more', () => {
    const patterns = Array.from({ length: 100 }, (_, n) => `${NASTY[n % NASTY.length]}${n}`);
    const flow = questionOf(patterns);
    expect(cost(() => checkFlow(flow, { lists: [], campaigns: [], tags: [], keywords: [] }))).toBeLessThan(
      AT_MOST,
    );
    const [step] = flow.steps;
    if (step?.type !== 'choice-question') throw new Error('A question was expected.');
    const matcher = compileIntents(step.intents);
    for (const said of SAID) expect(cost(() => matchIntent(matcher, said))).toBeLessThan(AT_MOST);
  });
});

const atom = fc.constantFrom(
  'a',
  '.',
  '\\w',
  '[a-z]',
  '[^x]',
  '\\pL',
  'é',
  '(?:b|c)',
  '\\Qa.b\\E',
  '^',
  '$',
  '\\b',
);
const repeat = fc.constantFrom('', '*', '+', '?', '*?', '{3}', '{0,20}', '{2,}', '{0,999}');
const { pattern: anyPattern } = fc.letrec<{ pattern: string; part: string }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 4 },
    fc.tuple(atom, repeat).map((parts) => parts.join('')),
    fc.tuple(tie('pattern'), repeat).map(([inside, times]) => `(${inside})${times}`),
    fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => `${one}|${other}`),
  ),
  pattern: fc.array(tie('part'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
}));

it('no pattern at all makes more work of a reply than it may', () => {
  fc.assert(
    fc.property(fc.array(anyPattern, { maxLength: 5 }), (patterns) => {
      const intents = patterns.map((pattern) => ({
        text: 'A',
        pattern: pattern.slice(0, TEXT_LIMITS.pattern),
      }));
      let usable: ReturnType<typeof compilePatterns>['usable'] = [];
      expect(
        cost(() => {
          usable = compilePatterns(intents).usable;
        }),
      ).toBeLessThan(AT_MOST);
      const size = usable.reduce((sum, each) => sum + each.size, 0);
      expect(size).toBeLessThanOrEqual(ENGINE_LIMITS.patternSize);
      const input = patternInput('a'.repeat(1600), size);
      expect(size * input.length).toBeLessThanOrEqual(ENGINE_LIMITS.patternWork);
      expect(
        cost(() => {
          for (const { pattern } of usable) pattern.matcher(input).find();
        }),
      ).toBeLessThan(AT_MOST);
    }),
    { numRuns: 300 },
  );
});

it('braces within a class repeat nothing', () => {
  for (const pattern of ['[{99}{99}]', '[^{999}]+', '[]{99}{99}]x'])
    expect(compilePattern(pattern)).toBeTypeOf('object');
});

it('what is too large is refused before it is compiled', () => {
  for (const pattern of ['(a{0,1000}){0,1000}', '((((.{0,31}){0,31}){0,31}){0,31})', 'a'.repeat(257)])
    expect(cost(() => expect(compilePattern(pattern)).toBe('too-large'))).toBeLessThan(AT_MOST / 10);
});
