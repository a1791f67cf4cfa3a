import type { Intent, Step, StepOf, StepType, Wait } from './flow.ts';

/** A wait of nothing: on a question, for ever. */
export const NO_WAIT: Wait = { unit: 'SECONDS', amount: 0, hour: 0, minute: 0, dateTime: '' };

const worded = { text: '', alternatives: [], shortLinks: false };
const question = {
  ...worded,
  intents: [],
  sharedPhrases: [],
  wait: NO_WAIT,
  retries: 0,
  onExpiry: 'NEXT' as const,
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
  STATEMENT: { type: 'STATEMENT', ...worded },
  ONESELECTION: { type: 'ONESELECTION', ...question },
  SHORTANSWER: { type: 'SHORTANSWER', ...question },
  TRAILER: { type: 'TRAILER', ...worded },
  API: {
    type: 'API',
    verb: 'GET',
    url: '',
    port: 0,
    path: '',
    headers: '',
    form: '',
    contentType: 'TEXT',
    body: '',
    resultAction: 'SEND',
  },
  CDF: { type: 'CDF', tag: '', value: '' },
  BRANCH: { type: 'BRANCH', conditions: [] },
  INTERVAL: { type: 'INTERVAL', wait: NO_WAIT },
  OPTIN: { type: 'OPTIN', list: 0 },
  MMS: { type: 'MMS', text: '', media: '' },
  RESET: { type: 'RESET' },
  AUX: { type: 'AUX', aux: 'KEYWORD' },
  BATCHCP: { type: 'BATCHCP', switchTo: 0 },
  NOTIFY: { type: 'NOTIFY', list: 0, text: '', shortLinks: false },
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
