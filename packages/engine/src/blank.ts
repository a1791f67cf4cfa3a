import type { Intent, Step, StepOf, StepType, Wait } from './flow.ts';

/** A wait of nothing: on a question, for ever. */
export const NO_WAIT: Wait = { unit: 'seconds', amount: 0, hour: 0, minute: 0, dateTime: '' };

const worded = { text: '', alternatives: [], shortLinks: false };
const question = {
  ...worded,
  intents: [],
  sharedPhrases: [],
  wait: NO_WAIT,
  retries: 0,
  onExpiry: 'next' as const,
  required: false,
  validate: false,
  errorText: '',
};
const common = {
  id: 0,
  position: 0,
  inGuide: true,
  description: '',
  guide: '',
  next: 0,
  loop: { max: 0, step: 0, message: '' },
  extra: {},
};

/** The fields of a new step beside the common ones, by type. */
const BLANKS: { [T in StepType]: Omit<StepOf<T>, keyof typeof common> } = {
  message: { type: 'message', ...worded },
  'choice-question': { type: 'choice-question', ...question },
  'open-question': { type: 'open-question', ...question },
  'final-message': { type: 'final-message', ...worded },
  'api-call': {
    type: 'api-call',
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
  tag: { type: 'tag', tag: '', value: '' },
  branch: { type: 'branch', conditions: [] },
  wait: { type: 'wait', wait: NO_WAIT },
  'opt-in': { type: 'opt-in', list: 0 },
  mms: { type: 'mms', text: '', media: '' },
  'drip-reset': { type: 'drip-reset' },
  auxiliary: { type: 'auxiliary', panel: 'keyword' },
  switch: { type: 'switch', switchTo: 0 },
  notification: { type: 'notification', list: 0, text: '', shortLinks: false },
};

/** A new step of a type, with the specification's defaults; shares nothing with any other. */
export function blankStep<T extends StepType>(type: T): StepOf<T> {
  return structuredCopy({ ...common, ...BLANKS[type] }) as StepOf<T>;
}

/** A new, empty answer intent. */
export function blankIntent(id: number): Intent {
  return { id, text: '', score: '', next: 0, response: '', switchTo: 0, pattern: '', phrases: [] };
}

function structuredCopy(step: unknown): Step {
  return JSON.parse(JSON.stringify(step));
}
