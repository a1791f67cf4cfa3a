import { MERGE_TOKEN } from '@parley/rules/merge-token.ts';
import { addressOf, parsePairs } from '../api-request.ts';
import type { StepOf } from '../flow.ts';
import { fault, fill, sayWording, type Turn, waitHere } from '../turn.ts';
import { NO_REFERENCES, NO_TEXTS, ONWARD, PLAIN, type StepKind } from './step-kind.ts';

const CONTENT_TYPES = {
  text: 'text/plain; charset=utf-8',
  json: 'application/json',
  xml: 'application/xml',
} as const;
const FORM = 'application/x-www-form-urlencoded';

/**
 * Asks the host to make the call and waits for its result; `send` texts it, `store` keeps it as the step's
 * answer.
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
    });
    return waitHere(turn, { for: 'api', step: step.id });
  },
  resume(turn, step, event) {
    if (event.type !== 'answered') return null;
    if (!event.ok) fault(turn, step.id, `The call failed: ${event.text}`);
    else if (step.resultAction === 'send') sayWording(turn, step, { text: event.text, links: [] });
    else turn.session.answers[step.id] = { raw: event.text, intent: '', score: '' };
    return 'next';
  },
  texts: ({ url, path, body, headers, form }) => ({
    ...NO_TEXTS,
    read: [url, path, body, ...[...parsePairs(headers), ...parsePairs(form)].map(([, value]) => value)],
  }),
  exits: () => ONWARD,
  redirect: () => ({}),
  references: () => NO_REFERENCES,
  check(step, { report }) {
    if (addressOf(step, (text) => text.replace(ANY_TOKEN, 'x')) === null)
      report('error', step, 'no-url', 'This API call needs a web address.');
  },
  rests: () => 'some',
  traits: { ...PLAIN, isAnswered: true, forks: true },
};

const ANY_TOKEN = new RegExp(MERGE_TOKEN, 'g');

/**
 * The body wins over the form; a GET has neither. Values are made safe for the kind of body they stand in.
 */
function bodyOf(turn: Turn, step: StepOf<'api-call'>): { contentType: string; body: string } {
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
