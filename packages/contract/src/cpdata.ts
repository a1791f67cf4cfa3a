/** CPData ↔ Step. Every known field is checked whatever the step's type; fields a type does not use survive in `extra`. */
import {
  API_CONTENT_TYPES,
  API_RESULT_ACTIONS,
  API_VERBS,
  CONDITION_OPERATORS,
  EXPIRY_ACTIONS,
  type Extra,
  type Intent,
  type Phrase,
  STEP_TYPES,
  type Step,
  type StepType,
  WAIT_UNITS,
  type Wait,
} from '@parley/engine/flow.ts';
import { COUNT_LIMITS, ENGINE_LIMITS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import { type Codec, dateTime, int, malformed, oneOf, orElse, text, WireError } from './kernel/codec.ts';

type Wire = Record<string, unknown>;

/** base64 of UTF-8, as under T64 1; strict, so that broken input is malformed and never stored as rubbish. */
function decodeText(value: string): string {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(value) || value.length % 4 !== 0)
    throw malformed('TEXT is not valid base64');
  try {
    const bytes = Uint8Array.from(atob(value), (char) => char.charCodeAt(0));
    return text(TEXT_LIMITS.message).decode(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof WireError) throw error;
    throw malformed('TEXT is not base64 of UTF-8');
  }
}

function read<T>(data: Wire, field: string, codec: Codec<T>): T {
  try {
    return codec.decode(data[field]);
  } catch (error) {
    if (error instanceof WireError) throw new WireError(error.kind, `${field} ${error.message}`);
    throw error;
  }
}

const words = (max: number) => orElse(text(max), '');
const count = (max = Number.MAX_SAFE_INTEGER) => orElse(int(0, max), 0);
const switched = orElse(oneOf('0', '1', 'true', 'false'), '0');
const isOn = (data: Wire, field: string) => ['1', 'true'].includes(read(data, field, switched));

function readText(data: Wire, field = 'TEXT'): string {
  const encoded = isOn(data, 'T64');
  const value = read(data, field, words(encoded ? TEXT_LIMITS.message * 8 : TEXT_LIMITS.message));
  return encoded ? decodeText(value) : value;
}

function readList(data: Wire, field: string, max: number): Wire[] {
  const value = data[field];
  if (value === undefined || value === null || value === '') return [];
  if (!Array.isArray(value)) throw malformed(`${field} must be a list`);
  if (value.length > max) throw malformed(`${field} must have at most ${max} entries`);
  return value.map((item) => {
    if (item === null || typeof item !== 'object' || Array.isArray(item))
      throw malformed(`${field} must hold objects`);
    return item as Wire;
  });
}

function distinctIds<T extends { id: number }>(items: T[], field: string): T[] {
  const seen = new Set<number>();
  for (const item of items) {
    if (seen.has(item.id)) throw malformed(`${field} has the id ${item.id} twice`);
    seen.add(item.id);
  }
  return items;
}

/** Entries without an id get the next free one. */
function numbered<T extends { id: number }>(items: T[], field: string): T[] {
  let last = Math.max(0, ...items.map((item) => item.id));
  const filled = items.map((item) => {
    if (item.id > 0) return item;
    last += 1;
    return { ...item, id: last };
  });
  return distinctIds(filled, field);
}

/** The fields of an entry that we do not know survive beside those that we do. */
function rest(item: Wire, known: readonly string[]): { extra?: Extra } {
  const extra = without(item, known);
  return Object.keys(extra).length > 0 ? { extra } : {};
}

const PHRASE_WIRE = ['ID', 'TID', 'TEXT', 'T64'];
const readPhrase = (item: Wire): Phrase => ({
  id: read(item, 'TID' in item ? 'TID' : 'ID', count()),
  text: readText(item),
  ...rest(item, PHRASE_WIRE),
});
const readPhrases = (data: Wire, field: string): Phrase[] =>
  numbered(readList(data, field, COUNT_LIMITS.alternatives).map(readPhrase), field);

/** The entries of STEXT are kept as they are, but for their text: it is stored plain, like every text. */
const readEntries = (data: Wire): Wire[] =>
  readList(data, 'STEXT', 20).map((item) =>
    isOn(item, 'T64') ? { ...item, TEXT: readText(item), T64: 0 } : item,
  );
const linkOf = (entry: Wire | undefined): string => read(entry ?? {}, 'LINK', words(2000));
const isPicture = (entry: Wire): boolean => linkOf(entry) !== '';

const INTENT_WIRE = ['ID', 'TEXT', 'T64', 'AVAL', 'AVALNEXT', 'AVALRESP', 'AVALREDIR', 'AVALREG', 'TRN'];

function readIntents(data: Wire): Intent[] {
  return numbered(
    readList(data, 'OPTIONS', COUNT_LIMITS.intents).map((item) => {
      const intent: Intent = {
        id: read(item, 'ID', count()),
        text: readText(item),
        score: read(item, 'AVAL', words(TEXT_LIMITS.tagValue)),
        next: read(item, 'AVALNEXT', count()),
        response: read(item, 'AVALRESP', words(TEXT_LIMITS.message)),
        switchTo: read(item, 'AVALREDIR', count()),
        pattern: read(item, 'AVALREG', words(TEXT_LIMITS.pattern)),
        phrases: readPhrases(item, 'TRN'),
        ...rest(item, INTENT_WIRE),
      };
      const actions = [intent.next > 0, intent.response !== '', intent.switchTo > 0].filter(Boolean).length;
      if (actions > 1)
        throw new WireError(
          'refused',
          'An answer has one action: a next step, a response or another campaign.',
        );
      return intent;
    }),
    'OPTIONS',
  );
}

/** A part of a time of day: two digits, as INOON is written, are taken too. */
function readClock(data: Wire, field: string, max: number): number {
  const written = data[field];
  const plain = typeof written === 'string' ? written.replace(/^0(?=\d$)/, '') : written;
  return read({ [field]: plain }, field, count(max));
}

/** IHOUR 0 to 11 with INOON '01' after noon (section 4); 12 to 23 without INOON are taken as they are. */
function readWait(data: Wire): Wait {
  const hour = readClock(data, 'IHOUR', 23);
  const noon = read(data, 'INOON', orElse(oneOf('00', '01', '0', '1'), '00'));
  const minute = readClock(data, 'IMIN', 59);
  if (minute % ENGINE_LIMITS.timeStepMinutes !== 0)
    throw malformed(`IMIN must be a multiple of ${ENGINE_LIMITS.timeStepMinutes}`);
  return {
    unit: read(data, 'ITYPE', orElse(oneOf(...WAIT_UNITS), 'SECONDS')),
    amount: read(data, 'IVALUE', count(ENGINE_LIMITS.waitAmount)),
    hour: hour < 12 && Number(noon) === 1 ? hour + 12 : hour,
    minute,
    dateTime: read(data, 'IFULLDATETIME', orElse(dateTime, '')),
  };
}

const CONDITION_WIRE = ['CID', 'BOC', 'BOCDV', 'BOAV', 'BOTNQ', 'DESC', 'BOQ', 'BOV', 'TYPE'];

function readConditions(data: Wire) {
  return numbered(
    readList(data, 'CONDITIONS', COUNT_LIMITS.conditions).map((item) => ({
      id: read(item, 'CID', count()),
      operator: read(item, 'BOC', orElse(oneOf(...CONDITION_OPERATORS), '=')),
      data: read(item, 'BOCDV', words(TEXT_LIMITS.message)),
      value: read(item, 'BOAV', words(TEXT_LIMITS.message)),
      next: read(item, 'BOTNQ', count()),
      description: read(item, 'DESC', words(255)),
      question: read(item, 'BOQ', words(255)),
      constant: read(item, 'BOV', words(TEXT_LIMITS.tagValue)),
      type: read(item, 'TYPE', orElse(text(20), 'CDF')),
      ...rest(item, CONDITION_WIRE),
    })),
    'CONDITIONS',
  );
}

/** Every known field, checked and in our words. */
function readFields(data: Wire) {
  return {
    text: readText(data),
    alternatives: readPhrases(data, 'RTEXT'),
    intents: readIntents(data),
    sharedPhrases: readList(data, 'ESOPTIONS', COUNT_LIMITS.intents * 10).map(readPhrase),
    wait: readWait(data),
    retries: read(data, 'IMRNR', count(ENGINE_LIMITS.retries)),
    onExpiry: read(data, 'INRMO', orElse(oneOf(...EXPIRY_ACTIONS), 'NEXT')),
    required: isOn(data, 'REQANS'),
    validate: isOn(data, 'VALIDATESMSRESPONSE'),
    errorText: read(data, 'ERRMSGTXT', words(TEXT_LIMITS.message)),
    conditions: readConditions(data),
    tag: read(data, 'SCDF', words(255)),
    value: read(data, 'BOV', words(TEXT_LIMITS.tagValue)),
    list: read(data, 'OIG', count()),
    shortLinks: isOn(data, 'SHORTLINKS'),
    media: linkOf(readEntries(data).find(isPicture)),
    aux: read(data, 'AF', orElse(oneOf('KEYWORD', 'ACTIONS'), '')),
    switchTo: read(data, 'AVALREDIR', count()),
    verb: read(data, 'API_TYPE', orElse(oneOf(...API_VERBS), 'GET')),
    url: read(data, 'API_DOM', words(2000)),
    port: read(data, 'API_PORT', count(65_535)),
    path: read(data, 'API_DIR', words(2000)),
    headers: read(data, 'API_HEAD', words(8000)),
    form: read(data, 'API_FORM', words(16_000)),
    contentType: read(data, 'API_ACT', orElse(oneOf(...API_CONTENT_TYPES), 'JSON')),
    body: read(data, 'API_DATA', words(16_000)),
    resultAction: read(data, 'API_RA', orElse(oneOf(...API_RESULT_ACTIONS), 'STORE')),
  };
}
type FieldName = keyof ReturnType<typeof readFields>;

const WORDED = ['text', 'alternatives', 'shortLinks'] as const;
const QUESTION = [
  ...WORDED,
  'intents',
  'sharedPhrases',
  'wait',
  'retries',
  'onExpiry',
  'required',
  'validate',
  'errorText',
] as const;
/** Which of our fields each type has. */
const FIELDS_OF: Record<StepType, readonly FieldName[]> = {
  STATEMENT: WORDED,
  TRAILER: WORDED,
  ONESELECTION: QUESTION,
  SHORTANSWER: QUESTION,
  BRANCH: ['conditions'],
  INTERVAL: ['wait'],
  CDF: ['tag', 'value'],
  OPTIN: ['list'],
  NOTIFY: ['list', 'text', 'shortLinks'],
  MMS: ['text', 'media'],
  RESET: [],
  AUX: ['aux'],
  BATCHCP: ['switchTo'],
  API: ['verb', 'url', 'port', 'path', 'headers', 'form', 'contentType', 'body', 'resultAction'],
};
/** Which wire fields each of our fields takes up. */
const WIRE_OF: Record<FieldName, readonly string[]> = {
  text: ['TEXT', 'T64'],
  alternatives: ['RTEXT'],
  intents: ['OPTIONS'],
  sharedPhrases: ['ESOPTIONS'],
  wait: ['ITYPE', 'IVALUE', 'IMIN', 'IHOUR', 'INOON', 'IFULLDATETIME'],
  retries: ['IMRNR'],
  onExpiry: ['INRMO'],
  required: ['REQANS'],
  validate: ['VALIDATESMSRESPONSE'],
  errorText: ['ERRMSGTXT'],
  conditions: ['CONDITIONS'],
  tag: ['SCDF'],
  value: ['BOV'],
  list: ['OIG'],
  shortLinks: ['SHORTLINKS'],
  // STEXT stays in `extra`: its entries hold more than the link.
  media: [],
  aux: ['AF'],
  switchTo: ['AVALREDIR'],
  verb: ['API_TYPE'],
  url: ['API_DOM'],
  port: ['API_PORT'],
  path: ['API_DIR'],
  headers: ['API_HEAD'],
  form: ['API_FORM'],
  contentType: ['API_ACT'],
  body: ['API_DATA'],
  resultAction: ['API_RA'],
};
const COMMON_WIRE = [
  'ID',
  'PID',
  'KEY',
  'RQ',
  'SWT',
  'TYPE',
  'TDESC',
  'TGUIDE',
  'BOFNQ',
  'LMAX',
  'LDIR',
  'LMSG',
  'VERSION',
  'CPData',
];

/** A control point with an ID not above 0 is new (section 4), whatever number a client gives it; its PID may name a stored one. */
function readId(data: Wire): number {
  const anyNumber = orElse(int(-Number.MAX_SAFE_INTEGER), 0);
  const own = read(data, 'ID', anyNumber);
  return Math.max(0, own > 0 ? own : read(data, 'PID', anyNumber));
}

/** Wire → Step. Throws a WireError that names the field. */
export function readStep(item: Wire): { step: Step; version: number | null } {
  const nested = item.CPData;
  const data: Wire =
    nested !== null && typeof nested === 'object' && !Array.isArray(nested)
      ? { ...(nested as Wire), ...without(item, ['CPData']) }
      : item;
  const type = read(data, 'TYPE', oneOf(...STEP_TYPES));
  const fields = readFields(data);
  const own = FIELDS_OF[type];
  const taken = new Set([...COMMON_WIRE, ...own.flatMap((field) => WIRE_OF[field])]);
  const step = {
    type,
    id: readId(data),
    position: read(data, 'RQ', count()),
    inGuide: data.SWT === undefined || isOn(data, 'SWT'),
    description: read(data, 'TDESC', words(TEXT_LIMITS.name)),
    guide: read(data, 'TGUIDE', words(4000)),
    next: read(data, 'BOFNQ', count()),
    loop: {
      max: read(data, 'LMAX', count(1000)),
      step: read(data, 'LDIR', count()),
      message: read(data, 'LMSG', words(TEXT_LIMITS.message)),
    },
    ...Object.fromEntries(own.map((field) => [field, fields[field]])),
    extra: {
      ...Object.fromEntries(Object.entries(data).filter(([field]) => !taken.has(field))),
      ...(Array.isArray(data.STEXT) ? { STEXT: readEntries(data) } : {}),
    },
  } as Step;
  return { step, version: read(data, 'VERSION', orElse(int(0), null)) };
}

function without(item: Wire, fields: readonly string[]): Wire {
  return Object.fromEntries(Object.entries(item).filter(([field]) => !fields.includes(field)));
}

const writePhrases = (phrases: Phrase[], idField = 'TID') =>
  phrases.map(({ id, text, extra }) => ({ ...extra, [idField]: id, TEXT: text, T64: 0 }));

function writeWait(wait: Wait): Wire {
  const afternoon = wait.hour >= 12;
  return {
    ITYPE: wait.unit,
    IVALUE: wait.amount,
    IMIN: wait.minute,
    IHOUR: afternoon ? wait.hour - 12 : wait.hour,
    INOON: afternoon ? '01' : '00',
    IFULLDATETIME: wait.dateTime,
  };
}

const writeIntents = (intents: Intent[]) =>
  intents.map((intent) => ({
    ...intent.extra,
    ID: intent.id,
    TEXT: intent.text,
    T64: 0,
    AVAL: intent.score,
    AVALNEXT: intent.next,
    AVALRESP: intent.response,
    AVALREDIR: intent.switchTo,
    AVALREG: intent.pattern,
    TRN: writePhrases(intent.phrases),
  }));

/** The link stands in the first entry that has one, else in the first; what else the entries hold (kept in `extra`) stays beside it. */
function writeMedia(media: string, kept: unknown): Wire[] {
  const entries = Array.isArray(kept) ? (kept as Wire[]) : [];
  const at = Math.max(0, entries.findIndex(isPicture));
  const picture = { SID: at + 1, MTYPE: 'IMAGE', TEXT: '', T64: 0, ...entries[at], LINK: media };
  return media === '' && entries.length === 0 ? [] : entries.toSpliced(at, 1, picture);
}

function writeOwn(step: Step): Wire {
  switch (step.type) {
    case 'STATEMENT':
    case 'TRAILER':
      return {
        TEXT: step.text,
        T64: 0,
        RTEXT: writePhrases(step.alternatives),
        SHORTLINKS: step.shortLinks ? 1 : 0,
      };
    case 'ONESELECTION':
    case 'SHORTANSWER':
      return {
        TEXT: step.text,
        T64: 0,
        RTEXT: writePhrases(step.alternatives),
        SHORTLINKS: step.shortLinks ? 1 : 0,
        OPTIONS: writeIntents(step.intents),
        ESOPTIONS: writePhrases(step.sharedPhrases, 'ID'),
        ...writeWait(step.wait),
        IMRNR: step.retries,
        INRMO: step.onExpiry,
        REQANS: step.required ? 1 : 0,
        VALIDATESMSRESPONSE: step.validate ? 1 : 0,
        ERRMSGTXT: step.errorText,
      };
    case 'BRANCH':
      return {
        CONDITIONS: step.conditions.map((condition) => ({
          ...condition.extra,
          CID: condition.id,
          BOC: condition.operator,
          BOCDV: condition.data,
          BOAV: condition.value,
          BOQ: condition.question,
          BOV: condition.constant,
          BOTNQ: condition.next,
          DESC: condition.description,
          TYPE: condition.type,
        })),
      };
    case 'INTERVAL':
      return writeWait(step.wait);
    case 'CDF':
      return { SCDF: step.tag, BOV: step.value };
    case 'OPTIN':
      return { OIG: step.list };
    case 'NOTIFY':
      return { OIG: step.list, TEXT: step.text, T64: 0, SHORTLINKS: step.shortLinks ? 1 : 0 };
    case 'MMS':
      return {
        TEXT: step.text,
        T64: 0,
        STEXT: writeMedia(step.media, step.extra.STEXT),
      };
    case 'RESET':
      return {};
    case 'AUX':
      return { AF: step.aux };
    case 'BATCHCP':
      return { AVALREDIR: step.switchTo };
    case 'API':
      return {
        API_TYPE: step.verb,
        API_DOM: step.url,
        API_PORT: step.port,
        API_DIR: step.path,
        API_HEAD: step.headers,
        API_FORM: step.form,
        API_ACT: step.contentType,
        API_DATA: step.body,
        API_RA: step.resultAction,
      };
  }
}

/** Step → wire. A stored step has ID = PID (domain.md). */
export function writeStep(step: Step, version: number | null): Wire {
  return {
    ...step.extra,
    ID: step.id,
    PID: step.id,
    RQ: step.position,
    SWT: step.inGuide ? '1' : '0',
    TYPE: step.type,
    TDESC: step.description,
    TGUIDE: step.guide,
    BOFNQ: step.next,
    LMAX: step.loop.max,
    LDIR: step.loop.step,
    LMSG: step.loop.message,
    ...writeOwn(step),
    ...(version === null ? {} : { VERSION: version }),
  };
}
