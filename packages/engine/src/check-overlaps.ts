/** The flow check on answers that take each other's replies. */
import { examplesOf } from './check-answers.ts';
import { type CompiledFlow, matcherOf } from './compiled-flow.ts';
import { isBlank, type Report } from './finding.ts';
import { type Intent, isQuestion, type Question, type Step } from './flow.ts';
import { type IntentMatcher, literalMatch, plain } from './intent.ts';
import { mostSimilar } from './text-similarity.ts';

/** So many examples are compared by likeness, each with all others. */
const ALIKE_EXAMPLES = 200;

/**
 * Each example of an answer is said to the question: what another answer takes never arrives. Examples that
 * two answers have alike are told already (`same-answer`).
 */
export function checkOverlaps(flow: CompiledFlow, step: Step, report: Report): void {
  if (!isQuestion(step) || step.intents.length < 2) return;
  const matcher = matcherOf(flow, step);
  const owners = ownersOf(step);
  const isSmall = matcher.similarity.phrases.length <= ALIKE_EXAMPLES;
  for (const intent of step.intents)
    for (const { text, fix } of examplesOf(step, intent)) {
      if (isBlank(text)) continue;
      const winner = winnerOf(matcher, text, isSmall);
      if (!winner || winner.intent === intent || owners.get(plain(text))?.has(winner.intent)) continue;
      const { intent: other, why } = winner;
      report(
        'warning',
        step,
        'overlap',
        `"${text}" is meant for "${intent.text}", but counts as "${other.text}": ${why}. Change one of them.`,
        fix,
      );
    }
}

const WHY = {
  text: 'that answer is worded so',
  place: 'people can reply with an answer’s number or letter, and this is the one of that answer',
  pattern: 'its pattern fits, and patterns are looked at first',
} as const;

function winnerOf(
  matcher: IntentMatcher,
  text: string,
  isSmall: boolean,
): { intent: Intent; why: string } | null {
  const literal = literalMatch(matcher, text);
  if (literal) return { intent: literal.intent, why: WHY[literal.by] };
  const alike = isSmall ? mostSimilar(matcher.similarity, text) : null;
  return alike && { intent: alike, why: 'it has an example with the same words, and stands first' };
}

/** The answers that have an example, by its plain form. */
function ownersOf(step: Question): Map<string, Set<Intent>> {
  const owners = new Map<string, Set<Intent>>();
  for (const intent of step.intents)
    for (const { text } of examplesOf(step, intent)) {
      const key = plain(text);
      owners.set(key, (owners.get(key) ?? new Set()).add(intent));
    }
  return owners;
}
