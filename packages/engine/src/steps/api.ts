import { addressOf, parsePairs } from '../api-request.ts';
import type { StepOf } from '../flow.ts';
import { fault, fill, sayWording, type Turn, wait } from '../turn.ts';
import type { StepKind } from './kind.ts';

const CONTENT_TYPES = {
  text: 'text/plain; charset=utf-8',
  json: 'application/json',
  xml: 'application/xml',
} as const;
const FORM = 'application/x-www-form-urlencoded';

/** API: asks the host to make the call and waits for its result; SEND texts it, STORE keeps it as the step's answer. */
export const apiCall: StepKind<'api-call'> = {
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
    return wait(turn, { for: 'api', step: step.id });
  },
  resume(turn, step, event) {
    if (event.type !== 'answered') return null;
    if (!event.ok) fault(turn, step.id, `The call failed: ${event.text}`);
    else if (step.resultAction === 'send') sayWording(turn, step, { text: event.text, links: [] });
    else turn.session.answers[step.id] = { raw: event.text, intent: '', score: '' };
    return 'next';
  },
};

/** The body wins over the form; a GET has neither. Values are made safe for the kind of body they stand in. */
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
