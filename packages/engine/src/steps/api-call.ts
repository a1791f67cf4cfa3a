import { isBlank } from '@parley/rules/blank.ts';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { MERGE_TOKEN } from '@parley/rules/merge-token.ts';
import { readAnswer } from '../api-answer.ts';
import { addressOf, parsePairs } from '../api-request.ts';
import type { CallRules } from '../effect.ts';
import type { CheckedAgainst } from '../finding.ts';
import type { ApiPick, StepOf } from '../flow.ts';
import { parsePath } from '../json-path.ts';
import { fault, fill, type Move, sayWording, type Turn, waitHere } from '../turn.ts';
import { NO_REFERENCES, NO_TEXTS, ONWARD, PLAIN, type StepKind } from './step-kind.ts';

const CONTENT_TYPES = {
  text: 'text/plain; charset=utf-8',
  json: 'application/json',
  xml: 'application/xml',
} as const;
const FORM = 'application/x-www-form-urlencoded';

/**
 * Asks the host to make the call and waits for its result; `send` texts it, `store` keeps it as the step's
 * answer. Values that are picked from it are kept in either case.
 */
export const apiCall: StepKind<'api-call'> = {
  blank: {
    verb: 'GET',
    url: '',
    port: 0,
    path: '',
    headers: '',
    form: '',
    contentType: 'text',
    body: '',
    resultAction: 'send',
    onError: undefined,
    retries: undefined,
    retryOn: undefined,
    isRepeatable: undefined,
    picks: undefined,
  },
  enter(turn, step) {
    const url = addressOf(step, (text) => fill(turn, text, encodeURIComponent));
    if (url === null) {
      fault(turn, step.id, 'This step has no address that can be called; the call was left out.');
      return 'next';
    }
    turn.effects.push({
      do: 'callApi',
      step: step.id,
      verb: step.verb,
      url,
      headers: Object.fromEntries(
        parsePairs(step.headers).map(([name, value]) => [name, fill(turn, value, oneLine)]),
      ),
      ...bodyOf(turn, step),
      ...rulesOf(step),
    });
    return waitHere(turn, { for: 'api', step: step.id });
  },
  resume(turn, step, event) {
    if (event.type !== 'answered') return null;
    if (!event.ok) return failed(turn, step, event.text);
    const read = readAnswer(event.text, step.picks ?? []);
    if (!read.ok) return failed(turn, step, read.why);
    for (const { pick, value } of read.picked) keep(turn, step, pick, value);
    // More than one message would carry is of no use to a conversation.
    const text = event.text.slice(0, TEXT_LIMITS.message).toWellFormed();
    if (step.resultAction === 'send') sayWording(turn, step, { text, links: [] });
    else turn.session.answers[step.id] = { raw: text, intent: '', score: '' };
    return 'next';
  },
  texts: ({ url, path, body, headers, form }) => ({
    ...NO_TEXTS,
    read: [url, path, body, ...[...parsePairs(headers), ...parsePairs(form)].map(([, value]) => value)],
  }),
  exits: ({ onError = 0 }) => ({ ...ONWARD, jumps: onError === 0 ? [] : [onError] }),
  redirect: ({ onError = 0 }, to) => (onError === 0 ? {} : { onError: to(onError) }),
  references: () => NO_REFERENCES,
  check,
  rests: () => 'some',
  traits: { ...PLAIN, isAnswered: true, forks: true },
};

type ApiStep = StepOf<'api-call'>;

function check(step: ApiStep, { tagNames, report }: CheckedAgainst): void {
  if (addressOf(step, (text) => text.replace(ANY_TOKEN, 'x')) === null)
    report('error', step, 'no-url', 'This API call needs a web address.');
  for (const { path, name, inTag } of step.picks ?? []) {
    if (parsePath(path) === null)
      report(
        'error',
        step,
        'bad-path',
        `“${path}” is not a path to one value. Write one like $.order.status.`,
      );
    if (isBlank(name))
      report('error', step, 'no-tag', 'A value of this call’s answer has no name. Give it one.');
    else if (inTag && !tagNames.has(name.trim().toLowerCase()))
      report('error', step, 'unknown-tag', `The tag “${name}” was deleted. Choose another one.`);
  }
}

/** A failed call: no earlier answer stands for the one that did not come. */
function failed(turn: Turn, step: ApiStep, why: string): Move {
  fault(turn, step.id, `The call failed: ${why}`);
  delete turn.session.answers[step.id];
  return step.onError ? { jump: step.onError } : 'next';
}

/**
 * A value of the answer, for the tokens of its name: what the conversation knows wins over the tag. Where the
 * answer has none, the tag stays and the conversation forgets an earlier one.
 */
function keep(turn: Turn, step: ApiStep, { name, inTag }: ApiPick, value: string | null): void {
  const { session } = turn;
  if (inTag && value !== null) {
    turn.newTags.set(name, value);
    turn.effects.push({ do: 'setTag', step: step.id, tag: name, value });
  }
  if (inTag) return;
  const { [name]: _, ...others } = session.variables;
  session.variables = value === null ? others : { ...others, [name]: value };
}

/** Left out where a call is made once, as it is without any rule. */
function rulesOf({ retries = 0, retryOn = 'trouble', isRepeatable = false }: ApiStep): { rules?: CallRules } {
  return retries === 0 && !isRepeatable ? {} : { rules: { most: retries, on: retryOn, isRepeatable } };
}

const ANY_TOKEN = new RegExp(MERGE_TOKEN, 'g');

/**
 * The body wins over the form; a GET has neither. Values are made safe for the kind of body they stand in.
 */
function bodyOf(turn: Turn, step: ApiStep): { contentType: string; body: string } {
  if (step.verb === 'GET') return { contentType: '', body: '' };
  if (step.body === '' && step.form !== '') {
    const fields = parsePairs(step.form).map(
      ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(fill(turn, value))}`,
    );
    return { contentType: FORM, body: fields.join('&') };
  }
  return {
    contentType: CONTENT_TYPES[step.contentType],
    body: fill(turn, step.body, SAFE[step.contentType]),
  };
}

const oneLine = (value: string) => value.replace(/[\r\n]+/g, ' ');
const XML_ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const SAFE = {
  text: (value: string) => value,
  json: (value: string) => JSON.stringify(value).slice(1, -1),
  xml: (value: string) => value.replace(/[&<>"']/g, (sign) => XML_ENTITIES[sign] ?? sign),
} as const;
