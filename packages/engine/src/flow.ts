/**
 * A flow: what an author wrote. Plain data, in our words; the wire's words (CPData) are translated in
 * `contract/flow.ts`.
 */

/** The step types of the specification (flows-and-lists, section 2, "Step types"). */
export const STEP_TYPES = [
  'message',
  'choice-question',
  'open-question',
  'final-message',
  'api-call',
  'tag',
  'branch',
  'wait',
  'opt-in',
  'mms',
  'drip-reset',
  'auxiliary',
  'switch',
  'notification',
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

export const WAIT_UNITS = ['seconds', 'minutes', 'hours', 'today'] as const;
export type WaitUnit = (typeof WAIT_UNITS)[number];

/**
 * How long to wait. `today` waits until `hour`:`minute` (24-hour clock) in the contact's time zone;
 * `dateTime` (IFULLDATETIME, `YYYY-MM-DD HH:mm:ss`, contact's zone) wins over both when it is set.
 */
export type Wait = { unit: WaitUnit; amount: number; hour: number; minute: number; dateTime: string };

/**
 * A wait beyond the specification's, beside its fields. `days`, `weeks`: on that later day, at the same time
 * of the contact's clock. `date`: `days` after the date in the step's tag (before it, when negative), at
 * `hour`:`minute` of the contact's clock; without a date, or with one that is past, on with `otherwise` (a
 * step's id; 0: the default next).
 */
export type LongWait =
  | { for: 'days' | 'weeks'; amount: number }
  | { for: 'date'; days: number; hour: number; minute: number; otherwise: number };

export const EXPIRY_ACTIONS = ['next', 'end'] as const;
export type ExpiryAction = (typeof EXPIRY_ACTIONS)[number];

export const CONDITION_OPERATORS = ['=', 'LIKE', '<', '>', '<=', '>='] as const;
export type ConditionOperator = (typeof CONDITION_OPERATORS)[number];

/** One business rule of a branch step. `data` and `value` are texts with merge tokens. */
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
  extra?: Extra;
};

export const API_VERBS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const;
export const API_CONTENT_TYPES = ['text', 'json', 'xml'] as const;
export type ApiContentType = (typeof API_CONTENT_TYPES)[number];
export type ApiResultAction = 'send' | 'store';

/** What a call is tried again after: no answer at all, or that and an answer of a service in trouble. */
export const API_RETRY_CAUSES = ['no-answer', 'trouble'] as const;
export type ApiRetryCause = (typeof API_RETRY_CAUSES)[number];

/**
 * A value of an answer in JSON: found by `path`, a singular query of RFC 9535, and filled in where a token
 * has `name`. `inTag`: kept in the contact's tag of that name; else known in this conversation alone.
 */
export type ApiPick = { id: number; path: string; name: string; inTag: boolean };

/** What the panel of an auxiliary step shows. */
export type AuxiliaryPanel = 'keyword' | 'actions';

/**
 * LMAX, LDIR, LMSG: after `max` visits go to `step` (0 = end) and send `message` when it is not empty; max 0
 * = unbounded.
 */
export type LoopLimit = { max: number; step: number; message: string };

/** Texts in further languages: by the language's code, then by the key of the text (`translations.ts`). */
export type Translations = { readonly [language: string]: { readonly [key: string]: string } };

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
  /** What it says in further languages; absent: nothing. */
  translations?: Translations | undefined;
  /** Of these, the mark of the original that each was made from (`originalMark`); absent: not known. */
  translatedFrom?: Translations | undefined;
  /** Fields of CPData that have no word of ours; they survive a read and a save. */
  extra: Extra;
};

/** SHORTLINKS: links in what this step says are shortened for each contact, and clicks counted. */
type Linked = { shortLinks: boolean };
type Worded = Linked & { text: string; alternatives: Phrase[] };

export type Question = Common &
  Worded & {
    type: 'choice-question' | 'open-question';
    intents: Intent[];
    /** ESOPTIONS: further training phrases; `id` is the id of the intent they train. */
    sharedPhrases: Phrase[];
    /** ANSMATCH: how like a reply must be to a phrase, in percent; absent: ANSWER_THRESHOLDS.close. */
    threshold?: number | undefined;
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
  | (Common & Worded & { type: 'message' | 'final-message' })
  | Question
  | (Common & { type: 'branch'; conditions: Condition[] })
  /** `long` counts where there is one; `tag`: that of its date, by name. */
  | (Common & { type: 'wait'; wait: Wait; long: LongWait | null; tag: string })
  /** SCDF: the tag's name; `value` (BOV) set: store it, else the last response. */
  | (Common & { type: 'tag'; tag: string; value: string })
  /** OIG: the list's id. */
  | (Common & { type: 'opt-in'; list: number })
  | (Common & Linked & { type: 'notification'; list: number; text: string })
  /** `media`: the address of the picture (STEXT's first LINK). */
  | (Common & { type: 'mms'; text: string; media: string })
  | (Common & { type: 'drip-reset' })
  /** AF: shows a panel in the editor, does nothing in a conversation; '': none was chosen. */
  | (Common & { type: 'auxiliary'; panel: AuxiliaryPanel | '' })
  /** AVALREDIR of the step: the campaign to switch to. */
  | (Common & { type: 'switch'; switchTo: number })
  | (Common & {
      type: 'api-call';
      verb: (typeof API_VERBS)[number];
      /** API_DOM */
      url: string;
      /** API_PORT, 0 = the scheme's own */
      port: number;
      /** API_DIR */
      path: string;
      headers: string;
      form: string;
      contentType: ApiContentType;
      body: string;
      resultAction: ApiResultAction;
      /** API_ERRNQ: the step to go on with when the call fails; absent: the default next. */
      onError?: number | undefined;
      /** API_RETRY: how often a failed call is made again; absent: never. */
      retries?: number | undefined;
      /** API_RETRYON; absent: `trouble`. */
      retryOn?: ApiRetryCause | undefined;
      /** API_IDEMPOTENT: it names itself by a key, and may be made again whatever its verb. */
      isRepeatable?: boolean | undefined;
      /** API_PICKS; absent: none. */
      picks?: ApiPick[] | undefined;
    });

/** The step of a type. (`Extract` would miss those that share a shape, such as the two kinds of question.) */
export type StepOf<T extends StepType> = StepWith<Step, T>;
type StepWith<S extends Step, T extends StepType> = S extends unknown
  ? T extends S['type']
    ? S & { type: T }
    : never
  : never;

/** The fields that steps of a type have beside those that all steps have. */
export type OwnFields<T extends StepType> = Omit<StepOf<T>, keyof Common | 'type'>;

export function isQuestion(step: Step): step is Question {
  return step.type === 'choice-question' || step.type === 'open-question';
}

/**
 * A campaign's steps in RQ order. `version` changes with every stored edit. `published`: the number under
 * which it was published; absent: it is the draft.
 */
export type Flow = { campaignId: number; version: number; published?: number; steps: Step[] };
