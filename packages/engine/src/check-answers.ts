/** The flow check on the answers of questions. */

import { isBlank } from '@parley/rules/blank.ts';
import { classifyInbound } from '@parley/rules/classify-inbound.ts';
import { normaliseKeyword } from '@parley/rules/keyword.ts';
import type { AccountHoldings, Fix, Report } from './finding.ts';
import type { Intent, Question, Step } from './flow.ts';
import { plain } from './intent.ts';
import { compilePatterns } from './pattern.ts';

/** The answers of a question: told apart, readable, and able to arrive. */
export function checkAnswers(step: Question, account: AccountHoldings, report: Report): void {
  const taken = new Map<string, Intent>();
  const keywords = new Set(account.keywords);
  for (const intent of step.intents) {
    if (isBlank(intent.text))
      report(
        'error',
        step,
        'empty-text',
        'One of this question’s answers is empty. Fill it in or remove it.',
      );
    checkSameAnswer(step, intent, taken, report);
    checkArrives(step, intent, { keywords, optOutWords: account.optOutWords ?? [] }, report);
  }
  for (const { message } of compilePatterns(step.intents).faults)
    report('error', step, 'bad-pattern', message);
}

function checkSameAnswer(step: Step, intent: Intent, taken: Map<string, Intent>, report: Report): void {
  for (const { text, fix } of examplesOf(step, intent)) {
    const key = plain(text);
    const other = taken.get(key);
    if (other && other !== intent)
      report(
        'warning',
        step,
        'same-answer',
        `“${text}” belongs to two answers, “${other.text}” and “${intent.text}”. The first one wins.`,
        fix,
      );
    else if (key !== '') taken.set(key, intent);
  }
}

/**
 * Opt-out, opt-in and help words, then keywords, are looked at before any flow (domain.md): such an answer
 * never comes here.
 */
function checkArrives(
  step: Step,
  intent: Intent,
  { keywords, optOutWords }: { keywords: ReadonlySet<string>; optOutWords: readonly string[] },
  report: Report,
): void {
  for (const { text, fix } of examplesOf(step, intent)) {
    if (isBlank(text)) continue;
    const { kind } = classifyInbound(text, optOutWords);
    if (kind === 'stop' || kind === 'start' || kind === 'help')
      report(
        'warning',
        step,
        'reserved-answer',
        `“${text}” ${RESERVED[kind]} and never reaches this question. Use another word.`,
        fix,
      );
    else if (keywords.has(normaliseKeyword(text)))
      report(
        'warning',
        step,
        'keyword-answer',
        `“${text}” is the keyword of a campaign: anyone who replies with it starts that campaign and leaves this question.`,
        fix,
      );
  }
}

const RESERVED = { stop: 'opts people out', start: 'opts people in again', help: 'asks for help' } as const;

/** Something that people may say for an answer; `fix` takes a training phrase out. */
type Example = { text: string; fix: Fix | undefined };

export const examplesOf = (step: Step, intent: Intent): Example[] => [
  { text: intent.text, fix: undefined },
  ...intent.phrases.map(({ id, text }) => ({
    text,
    fix: { do: 'drop-phrase' as const, step: step.id, intent: intent.id, phrase: id, text },
  })),
];

/** What people may answer for an intent; an account's keywords are looked up by it. */
export const wordsOf = (intent: Intent): string[] =>
  [intent.text, ...intent.phrases.map((phrase) => phrase.text)].filter((text) => !isBlank(text));
