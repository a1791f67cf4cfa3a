import { isBlank } from '@parley/rules/blank.ts';
import { addDays, compareInstants, dayOf, parseLocalDateTime } from '@parley/rules/time-zone.ts';
import { checkAnswers } from '../check-answers.ts';
import { checkCampaign, checkText } from '../check-fields.ts';
import { matcherOf } from '../compiled-flow.ts';
import type { EngineEvent } from '../event.ts';
import type { CheckedAgainst } from '../finding.ts';
import type { Intent, Question } from '../flow.ts';
import { matchIntent } from '../intent.ts';
import {
  end,
  fault,
  forgetAnswer,
  type Move,
  say,
  sayWorded,
  switchTo,
  type Turn,
  waitHere,
  wordings,
} from '../turn.ts';
import { clock, isWait, NO_WAIT, waitUntil } from '../wait-time.ts';
import { NO_REFERENCES, NO_TEXTS, ONWARD, PLAIN, type StepKind } from './step-kind.ts';

/**
 * A question with answers to choose from, and one with any answer: ask, wait, match the reply to an intent,
 * act on it.
 */
export const question: StepKind<Question['type']> = {
  blank: {
    text: '',
    alternatives: [],
    shortLinks: false,
    intents: [],
    sharedPhrases: [],
    threshold: undefined,
    wait: NO_WAIT,
    retries: 0,
    onExpiry: 'next',
    required: false,
    validate: false,
    errorText: '',
  },
  enter(turn, step) {
    delete turn.session.retries[step.id];
    return ask(turn, step);
  },
  resume(turn, step, event) {
    if (event.type === 'said') return hear(turn, step, event);
    return event.type === 'woke' ? expire(turn, step) : null;
  },
  texts: (step) => ({
    ...NO_TEXTS,
    sent: wordings(step),
    later: [step.errorText, ...step.intents.map(({ response }) => response)],
  }),
  exits: ({ intents, onExpiry, wait: given }) => ({
    ...ONWARD,
    byReply: intents.map(({ next }) => next),
    mayEnd: onExpiry === 'end' || intents.some((intent) => intent.switchTo > 0),
    inSilence: isWait(given) && onExpiry === 'next',
  }),
  redirect: (step, to) => ({
    intents: step.intents.map((intent) => ({ ...intent, next: to(intent.next) })),
  }),
  references: ({ intents }) => ({
    ...NO_REFERENCES,
    campaigns: intents.map((intent) => intent.switchTo),
  }),
  check,
  rests: () => 'all',
  traits: { ...PLAIN, isAnswered: true },
};

function check(step: Question, against: CheckedAgainst): void {
  const { account, report } = against;
  checkText(step, [step.text, ...step.alternatives.map(({ text }) => text)], report);
  if ((step.required || step.validate) && step.retries > 0 && isBlank(step.errorText))
    report(
      'warning',
      step,
      'no-retry-text',
      'This question asks again after a reply it can’t use, but doesn’t say why. Add an error message.',
    );
  checkAnswers(step, account, report);
  for (const intent of step.intents) if (intent.switchTo > 0) checkCampaign(step, intent.switchTo, against);
}

function ask(turn: Turn, step: Question): Move {
  sayWorded(turn, step);
  return waitHere(turn, { for: 'reply', step: step.id, until: expiryOf(turn, step) });
}

/** Whether it may be asked once more (IMRNR); unusable replies and expiries count alike. */
const hasRetry = ({ session }: Turn, step: Question) => (session.retries[step.id] ?? 0) < step.retries;

function askAgain(turn: Turn, step: Question, excuse: string): Move {
  const { retries } = turn.session;
  retries[step.id] = (retries[step.id] ?? 0) + 1;
  say(turn, step, excuse);
  return ask(turn, step);
}

function hear(turn: Turn, step: Question, event: EngineEvent & { type: 'said' }): Move {
  const match = matchIntent(matcherOf(turn.flow, step), event.text);
  for (const message of match.faults) fault(turn, step.id, message);
  const usable = match.intent !== null || (step.intents.length === 0 && event.text.trim() !== '');
  if (!usable && (step.required || step.validate) && hasRetry(turn, step)) {
    // A response all the same; what later steps read is the answer that the question goes on with.
    turn.effects.push({ do: 'recordAnswer', step: step.id, raw: event.text, intent: '', score: '' });
    return askAgain(turn, step, step.errorText);
  }
  record(turn, step, event.text, match.intent);
  return act(turn, step, match.intent);
}

function record(turn: Turn, step: Question, raw: string, intent: Intent | null): void {
  const answer = { raw, intent: intent?.text ?? '', score: intent?.score ?? '' };
  turn.session.lastResponse = raw;
  turn.session.answers[step.id] = answer;
  delete turn.session.retries[step.id];
  turn.effects.push({ do: 'recordAnswer', step: step.id, ...answer });
}

/** Exactly one of: go on there, answer and go on, switch campaign, go on. */
function act(turn: Turn, step: Question, intent: Intent | null): Move {
  if (!intent) return 'next';
  if (intent.next > 0) return { jump: intent.next };
  if (intent.response !== '') {
    say(turn, step, intent.response);
    return 'next';
  }
  return intent.switchTo > 0 ? switchTo(turn, step, intent.switchTo) : 'next';
}

/**
 * Nobody answered in time: ask again while a retry is left and a new wait is possible, then INRMO. Silence is
 * not an answer, and an earlier answer does not stand for it.
 */
function expire(turn: Turn, step: Question): Move {
  if (expiryOf(turn, step) !== null && hasRetry(turn, step)) return askAgain(turn, step, '');
  forgetAnswer(turn.session, step.id);
  return step.onExpiry === 'end' ? end(turn, 'expired') : 'next';
}

/**
 * When the question gives up waiting; null = never. A time of day that has passed means tomorrow's, a target
 * date that has passed means none.
 */
function expiryOf(turn: Turn, step: Question): string | null {
  const { now, contact } = turn.context;
  const until = waitUntil(step.wait, now, contact.timeZone);
  if (until === null || compareInstants(until, now) > 0) return until;
  if (step.wait.dateTime !== '') return null;
  const tomorrow = addDays(dayOf(now, contact.timeZone), 1);
  return parseLocalDateTime(`${tomorrow} ${clock(step.wait)}`, contact.timeZone);
}
