/** The flow check on answers that take each other's replies. */

import { isBlank } from '@parley/rules/blank.ts';
import { examplesOf } from './check-answers.ts';
import type { Fix, Report } from './finding.ts';
import { type Intent, isQuestion, type Question, type Step } from './flow.ts';
import { alikeIntent, compileIntents, compileLiterals, literalMatch, plain } from './intent.ts';

/** So many examples are compared by likeness, each with all others. */
const ALIKE_EXAMPLES = 200;
/** So many times a pattern is tried on an example; past that the first examples stand for the others. */
const PATTERN_TRIES = 20_000;

type Overlap = { message: string; fix: Fix | undefined };

/** An author edits one step at a time: the others are the objects that they were. */
const known = new WeakMap<Question, readonly Overlap[]>();

/**
 * Each example of an answer is said to the question: what another answer takes never arrives. Examples that
 * two answers have alike are told already (`same-answer`).
 */
export function checkOverlaps(step: Step, report: Report): void {
  if (!isQuestion(step) || step.intents.length < 2) return;
  const overlaps = known.get(step) ?? overlapsOf(step);
  known.set(step, overlaps);
  for (const { message, fix } of overlaps) report('warning', step, 'overlap', message, fix);
}

function overlapsOf(step: Question): Overlap[] {
  const winnerOf = winnersOf(step);
  const examples = step.intents.flatMap((intent) =>
    examplesOf(step, intent)
      .filter(({ text }) => !isBlank(text))
      .map((example) => ({ ...example, intent, key: plain(example.text) })),
  );
  const owners = new Map<string, Set<Intent>>();
  for (const { key, intent } of examples) owners.set(key, (owners.get(key) ?? new Set()).add(intent));
  const patterns = step.intents.filter(({ pattern }) => pattern !== '').length;
  return examples
    .slice(0, patterns === 0 ? examples.length : Math.ceil(PATTERN_TRIES / patterns))
    .flatMap(({ text, fix, intent, key }) => {
      const winner = winnerOf(text);
      if (!winner || winner.intent === intent || owners.get(key)?.has(winner.intent)) return [];
      const meant = `“${text}” is meant for “${intent.text}”, but counts as “${winner.intent.text}”`;
      return [{ message: `${meant}: ${winner.why}. Change one of them.`, fix }];
    });
}

const WHY = {
  text: 'that answer is worded so',
  place: 'people can reply with an answer’s number or letter, and this one is already taken',
  pattern: 'its pattern fits, and patterns are looked at first',
} as const;

/** What the question takes a text for, and why. */
function winnersOf({ intents, sharedPhrases, threshold }: Question) {
  const count = intents.reduce((sum, { phrases }) => sum + 1 + phrases.length, sharedPhrases.length);
  const whole = count <= ALIKE_EXAMPLES ? compileIntents(intents, sharedPhrases, threshold) : null;
  const matcher = whole ?? compileLiterals(intents, sharedPhrases, threshold);
  return (text: string): { intent: Intent; why: string } | null => {
    const literal = literalMatch(matcher, text);
    if (literal) return { intent: literal.intent, why: WHY[literal.by] };
    const alike = whole && alikeIntent(whole, text).intent;
    return alike && { intent: alike, why: 'it has an example with the same words, and stands first' };
  };
}
