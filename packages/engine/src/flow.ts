/**
 * A flow: what an author wrote. Plain data, in our words; the wire's words (CPData) are translated in `contract/flow.ts`.
 */

/** The step types of the specification (flows-and-lists, section 2, "Step types"). */
export const STEP_TYPES = [
  'STATEMENT',
  'ONESELECTION',
  'SHORTANSWER',
  'TRAILER',
  'API',
  'CDF',
  'BRANCH',
  'INTERVAL',
  'OPTIN',
  'MMS',
  'RESET',
  'AUX',
  'BATCHCP',
  'NOTIFY',
] as const;
export type StepType = (typeof STEP_TYPES)[number];

/** Fields of other clients that we do not know: kept as they are, absent when there are none. */
export type Extra = Record<string, unknown>;

/** An alternative wording, or a training phrase. */
export type Phrase = { id: number; text: string; extra?: Extra };

/** One answer intent of a question. At most one of `next`, `response` and `switchTo` is set (section 4). */
export type Intent = {
  id: number;
  text: string;
  /** AVAL: the value stored when this intent matches. */
  score: string;
  /** AVALNEXT: the step to go on with; 0 = the question's default next. */
  next: number;
  /** AVALRESP: a text to send before the default next. */
  response: string;
  /** AVALREDIR: the campaign to switch to; 0 = none. */
  switchTo: number;
  /** AVALREG: a pattern in RE2 syntax; empty = none. */
  pattern: string;
  phrases: Phrase[];
  extra?: Extra;
};

export const WAIT_UNITS = ['SECONDS', 'MINUTES', 'HOURS', 'TODAY'] as const;
export type WaitUnit = (typeof WAIT_UNITS)[number];

/** How long to wait. TODAY waits until `hour`:`minute` (24-hour clock) in the contact's time zone; `dateTime` (IFULLDATETIME,
 *  `YYYY-MM-DD HH:mm:ss`, contact's zone) wins over both when it is set. */
export type Wait = { unit: WaitUnit; amount: number; hour: number; minute: number; dateTime: string };

export const EXPIRY_ACTIONS = ['NEXT', 'END'] as const;
export type ExpiryAction = (typeof EXPIRY_ACTIONS)[number];

export const CONDITION_OPERATORS = ['=', 'LIKE', '<', '>', '<=', '>='] as const;
export type ConditionOperator = (typeof CONDITION_OPERATORS)[number];

/** One business rule of a BRANCH step. `data` and `value` are texts with merge tokens. */
export type Condition = {
  id: number;
  operator: ConditionOperator;
  /** BOCDV */
  data: string;
  /** BOAV */
  value: string;
  /** BOTNQ: the step to go to when it holds; 0 = default next. */
  next: number;
  description: string;
  /** BOQ, BOV and TYPE of the condition: kept, not interpreted. */
  question: string;
  constant: string;
  type: string;
  extra?: Extra;
};

export const API_VERBS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const;
export const API_CONTENT_TYPES = ['TEXT', 'JSON', 'XML'] as const;
export const API_RESULT_ACTIONS = ['SEND', 'STORE'] as const;

/** LMAX, LDIR, LMSG: after `max` visits go to `step` (0 = end) and send `message` when it is not empty; max 0 = unbounded. */
export type LoopLimit = { max: number; step: number; message: string };

type Common = {
  /** PID = ID; 0 for a step not stored yet. */
  id: number;
  /** RQ: 1-based position. */
  position: number;
  /** SWT: shown in Guided Configuration. */
  inGuide: boolean;
  /** TDESC */
  description: string;
  /** TGUIDE: the author's help text in Guided Configuration. */
  guide: string;
  /** BOFNQ: default next step's id; 0 = the step that follows. */
  next: number;
  loop: LoopLimit;
  /** Fields of CPData that have no word of ours; they survive a read and a save. */
  extra: Extra;
};

/** SHORTLINKS: links in what this step says are shortened for each contact, and clicks counted. */
type Linked = { shortLinks: boolean };
type Worded = Linked & { text: string; alternatives: Phrase[] };

export type Question = Common &
  Worded & {
    type: 'ONESELECTION' | 'SHORTANSWER';
    intents: Intent[];
    /** ESOPTIONS: further training phrases; `id` is the id of the intent they train. */
    sharedPhrases: Phrase[];
    wait: Wait;
    /** IMRNR: 0 to 3 */
    retries: number;
    /** INRMO */
    onExpiry: ExpiryAction;
    /** REQANS */
    required: boolean;
    /** VALIDATESMSRESPONSE */
    validate: boolean;
    /** ERRMSGTXT */
    errorText: string;
  };

export type Step =
  | (Common & Worded & { type: 'STATEMENT' | 'TRAILER' })
  | Question
  | (Common & { type: 'BRANCH'; conditions: Condition[] })
  | (Common & { type: 'INTERVAL'; wait: Wait })
  /** SCDF: the tag's name; `value` (BOV) set: store it, else the last response. */
  | (Common & { type: 'CDF'; tag: string; value: string })
  /** OIG: the list's id. */
  | (Common & { type: 'OPTIN'; list: number })
  | (Common & Linked & { type: 'NOTIFY'; list: number; text: string })
  /** `media`: the address of the picture (STEXT's first LINK). */
  | (Common & { type: 'MMS'; text: string; media: string })
  | (Common & { type: 'RESET' })
  /** AF: KEYWORD or ACTIONS; shows a panel in the editor, does nothing in a conversation. */
  | (Common & { type: 'AUX'; aux: string })
  /** AVALREDIR of the step: the campaign to switch to. */
  | (Common & { type: 'BATCHCP'; switchTo: number })
  | (Common & {
      type: 'API';
      verb: (typeof API_VERBS)[number];
      /** API_DOM */
      url: string;
      /** API_PORT, 0 = the scheme's own */
      port: number;
      /** API_DIR */
      path: string;
      headers: string;
      form: string;
      contentType: (typeof API_CONTENT_TYPES)[number];
      body: string;
      resultAction: (typeof API_RESULT_ACTIONS)[number];
    });

/** The step of a type. (`Extract` would miss those that share a shape, such as the two kinds of question.) */
export type StepOf<T extends StepType> = StepWith<Step, T>;
type StepWith<S extends Step, T extends StepType> = S extends unknown
  ? T extends S['type']
    ? S & { type: T }
    : never
  : never;

/** A campaign's steps in RQ order. `version` changes with every stored edit. */
export type Flow = { campaignId: number; version: number; steps: Step[] };
