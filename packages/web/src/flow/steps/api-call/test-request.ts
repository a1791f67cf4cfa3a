/** The request of a test call: what the engine would ask for, with values that the author gives. Pure. */
import { advance, startSession } from '@parley/engine/advance.ts';
import type { Effect } from '@parley/engine/effect.ts';
import type { Step, StepOf } from '@parley/engine/flow.ts';
import { textsOf } from '@parley/engine/opening-messages.ts';
import { listTokens, type Token } from '@parley/engine/tokens.ts';

export type TestRequest = Omit<Extract<Effect, { do: 'callApi' }>, 'do' | 'step' | 'rules'>;

/** What a request needs values for: its tokens, each once. */
export function tokensOf(step: StepOf<'api-call'>): Token[] {
  const known = new Set<string>();
  return textsOf(step)
    .flatMap(listTokens)
    .filter((token) => {
      const key = keyOfToken(token);
      const isNew = !known.has(key);
      known.add(key);
      return isNew;
    });
}

export const keyOfToken = ({ kind, name }: Token): string => `${kind}:${name.trim().toLowerCase()}`;

/**
 * The call as the engine makes it. `values`: by {@link keyOfToken}; a token without one has its fallback.
 * Null: the step has no address that can be called.
 */
export function testRequest(
  step: StepOf<'api-call'>,
  values: Readonly<Record<string, string>>,
): TestRequest | null {
  const tags: Record<string, string> = {};
  const answers: Step[] = [];
  const session = startSession({ campaignId: 0, seed: 1, variables: {} });
  for (const token of tokensOf(step)) {
    const value = values[keyOfToken(token)] ?? '';
    if (value === '') continue;
    if (token.kind === 'tag') tags[token.name] = value;
    else {
      // A stand-in for the step that the token names, whichever that is.
      const id = -1 - answers.length;
      answers.push({ ...step, id, position: 2 + answers.length, description: token.name });
      session.answers[id] = { raw: value, intent: value, score: '' };
    }
  }
  const flow = {
    campaignId: 0,
    version: 0,
    steps: [{ ...step, position: 1, description: '', loop: NO_LIMIT }, ...answers],
  };
  const { effects } = advance(
    flow,
    session,
    { type: 'started', by: 'preview', text: '' },
    {
      now: NOW,
      contact: { tags, timeZone: 'UTC', phone: '' },
    },
  );
  const call = effects.find((effect) => effect.do === 'callApi');
  if (!call) return null;
  const { verb, url, headers, contentType, body } = call;
  return { verb, url, headers, contentType, body };
}

const NO_LIMIT = { max: 0, step: 0, message: '' };
const NOW = '2000-01-01T00:00:00.000Z';

const SECRET = /auth|key|token|secret|passw|cookie|signature|credential/i;
const MASK = '••••••';

/** The request in lines, as it is shown: what looks like a secret is covered. */
export function requestLines({ verb, url, headers, contentType, body }: TestRequest): string[] {
  return [
    `${verb} ${withoutSecrets(url)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${SECRET.test(name) ? MASK : value}`),
    ...(contentType === '' ? [] : [`Content-Type: ${contentType}`]),
    ...(body === '' ? [] : ['', body]),
  ];
}

const withoutSecrets = (url: string): string =>
  url.replace(/([?&])([^=&#]*)=([^&#]*)/g, (whole, sign, name) =>
    SECRET.test(name) ? `${sign}${name}=${MASK}` : whole,
  );
