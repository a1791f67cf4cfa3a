/**
 * Every limit and constant of the product, named once. "S1" is the specification's document on access,
 * campaigns and reports, "S2" the one on flows and lists, with the section; "D" is a decision of the domain.
 * Times end in their unit.
 */

/** Sizes of what people write. */
export const TEXT_LIMITS = {
  /** D: longest text of one message, in UTF-16 units */
  message: 1600,
  /** D: campaign, list, tag group, channel, automata, credential names */
  name: 255,
  /** D */
  tagName: 100,
  /** D */
  tagValue: 640,
  /** D */
  keyword: 50,
  /** D: a note for colleagues in a conversation */
  note: 2000,
  /** D: how the people of an imported file agreed */
  consentNote: 200,
  /** D: what is typed after a slash to find a canned answer */
  answerName: 50,
  /** D: AVALREG, in characters */
  pattern: 256,
  /** D: what people may say for one answer in a further language, one a line */
  phrases: 4000,
  /** D: what changed in a published version */
  versionMessage: 300,
  /** S1 section 9 */
  reportTitle: 24,
  /** S1 section 9 */
  reportDescription: 72,
} as const;

/** How many of a thing one parent may hold. */
export const COUNT_LIMITS = {
  /** D: steps of one campaign */
  steps: 500,
  /** D: intents of one question */
  intents: 100,
  /** D: alternative wordings of one text, and training phrases of one intent */
  alternatives: 50,
  /** D: conditions of one rules step */
  conditions: 100,
  /** D: conditions of one tag filter */
  filters: 20,
  /** D */
  listsPerBlast: 100,
  /** D: canned answers of one account */
  answers: 500,
  /** D: rows of one imported file */
  importRows: 1_000_000,
} as const;

/**
 * D: one record of an uploaded CSV file: what is longer or wider is refused as a row, so that no row costs
 * more than another.
 */
export const CSV_LIMITS = {
  /**
   * characters, line breaks within quotation marks included: each column filled with the longest value of a
   * tag
   */
  recordLength: 200 * (640 + 3),
  columns: 200,
  /** characters of a refused line that are shown */
  shown: 640,
} as const;

/** Bounds of one turn of the conversation engine. */
export const ENGINE_LIMITS = {
  /** D: steps run for one event; past that the conversation ends with a recorded fault */
  stepsPerEvent: 100,
  /** D: campaign switches for one event */
  switchesPerEvent: 10,
  /** D: API calls that are answered for one event where nobody is called */
  callsPerEvent: 50,
  /** D: what may happen while the simulator's clock jumps once */
  happeningsPerJump: 100,
  /** D: characters of a reply that a pattern looks at */
  patternInput: 1600,
  /** D: instructions of the compiled patterns of one question, all together */
  patternSize: 1000,
  /** D: their instructions times the characters of a reply that they look at: a few milliseconds */
  patternWork: 100_000,
  /** S2 section 9: Retry on Invalid/No Response, 0 to 3 */
  retries: 3,
  /** S2 section 9: wait time and interval count, 0 to 60 */
  waitAmount: 60,
  /** S2 section 9: time step of target times and of the blast schedule */
  timeStepMinutes: 15,
  /** D: days of a long wait */
  waitDays: 90,
  /** D: weeks of a long wait */
  waitWeeks: 12,
} as const;

/** D: waits and automata that go by the date in a tag. */
export const DATE_LIMITS = {
  /** days before or after it */
  days: 365,
  /** hours after which the moment that it names is past: what was to be said then would be wrong */
  lateHours: 12,
} as const;

/** D: API steps. */
export const API_STEP_LIMITS = {
  /** characters of a path to a value, and values of one answer */
  path: 200,
  picks: 20,
  /** further tries of a call, and the pauses before them */
  retries: 3,
  retrySeconds: [5, 30, 120],
  /** test calls of one person, and of one account */
  testsAMinute: 12,
  accountTestsAMinute: 40,
  /** characters of an answer that the editor shows */
  shownAnswer: 64 * 1024,
  /** campaigns that API steps start for one number by calling us */
  startsAnHour: 20,
} as const;

/** S1 section 9 "SMS limits" and section 5 "Message cost": the price. */
export const CREDIT_LIMITS = {
  GSM: { single: 160, later: 153 },
  UNICODE: { single: 70, later: 63 },
} as const;

/**
 * D: turns, answers and conversations that the counts of a flow's map are made from; past that they are lower
 * bounds.
 */
export const STEP_COUNT_REACH = 500_000;

/** D: the flow check warns of a text that costs more. */
export const LONG_TEXT_CREDITS = 3;

/**
 * 3GPP TS 23.040 9.2.3.24.1: 140 octets, of which 6 are the header of a concatenated message. What the
 * carrier carries.
 */
export const SEGMENT_LIMITS = {
  GSM: { single: 160, later: 153 },
  UNICODE: { single: 70, later: 67 },
} as const;

/** D: segments of contacts: their conditions, and what one may ask for. */
export const SEGMENT_TREE_LIMITS = {
  /** groups within groups, the outermost counted */
  levels: 5,
  conditions: 50,
  /** conditions once the segments that it names are put in */
  nestedConditions: 200,
  /** segments within segments */
  nestedLevels: 5,
  /** days of a window: two years */
  windowDays: 731,
  /** days that a date may be away from today */
  shiftDays: 36_500,
  /** values of one condition */
  values: 100,
  times: 1_000,
  /** conditions on the properties of one event */
  properties: 10,
  perAccount: 1_000,
  /** how often a contact left a list: the latest times are kept */
  departures: 20,
  /** contacts that a count shows */
  examples: 10,
  /** contacts from which on a count is estimated first, and milliseconds that the estimate may take */
  estimatedFrom: 50_000,
  estimateMs: 400,
  /** milliseconds after which a count is given up */
  countMs: 15_000,
} as const;

/** D: keys of REST v1. */
export const API_KEY_LIMITS = {
  /** keys of one account that are not revoked */
  keys: 100,
  /** how long a key may be made for: ten years */
  mostDays: 3650,
} as const;

/** D: webhooks out: how they are sent, tried again and kept. */
export const WEBHOOK_LIMITS = {
  /** endpoints of one account */
  endpoints: 20,
  /** characters of an address, and of what it is for */
  url: 2_000,
  description: 255,
  /** requests at one endpoint at a time, each for another contact */
  atOnce: 10,
  /** how long an answer is waited for */
  answerMs: 15_000,
  /** how much of an answer is kept */
  answerBytes: 2_000,
  /** pauses between tries of one delivery; the last one again and again */
  retrySeconds: [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400],
  /** so many failures in a row, and an endpoint rests: one delivery at a time finds out whether it is back */
  failuresBeforeRest: 5,
  /** after having been away for so long, an endpoint rests for as long again */
  restSeconds: [5, 10, 30, 60, 120, 300, 600],
  /** a delivery is given up, and an endpoint switched off, after so long of failures */
  failingDays: 3,
  /** after a rotation the former secret signs, too, for so long */
  formerSecretHours: 24,
  /** how long deliveries are kept in the log */
  keptDays: 30,
  /** deliveries sent again in one go */
  replays: 100_000,
} as const;

/** D: events of one's own, and for how long they are kept: the longest window of segments. */
export const CUSTOM_EVENT_LIMITS = {
  name: 80,
  source: 40,
  eventId: 120,
  properties: 50,
  propertyName: 40,
  propertyText: 500,
  /** of one request */
  batch: 1_000,
  /** months that an account keeps them: usual, and at most */
  keptMonths: 24,
  mostMonths: 60,
} as const;

/** D: what one key of REST v1 may ask. */
export const API_LIMITS = {
  requestsAMinute: 600,
  /** rows of a page, and how many come when nobody says */
  page: 100,
  usualPage: 25,
  /** contacts of one bulk upsert */
  bulkContacts: 10_000,
  /** contacts put on a list, or taken off it, in one request */
  members: 1_000,
  /** bytes of a body, and of that of a bulk upsert */
  body: 256 * 1024,
  bulkBody: 8 * 1024 * 1024,
} as const;

/** D: short links that count clicks. */
export const LINK_LIMITS = {
  path: '/s/',
  /** letters and digits of a code: too many to be guessed */
  codeLength: 10,
  /** characters kept of what a visitor's browser says about itself */
  agent: 300,
} as const;

/** Paging and searching. */
export const PAGE_LIMITS = {
  /** D: published versions of a campaign at once */
  versions: 50,
  /** S1 and S2 section 9: campaigns, members */
  pageSize: 15,
  /** S1 and S2 section 9: campaigns offered by a picker */
  picker: 5000,
  /** S1 and S2 section 9: the next page loads within this distance of the page bottom */
  scrollPixels: 500,
} as const;

/** Pauses of the screens, in milliseconds. */
export const PAUSES_MS = {
  /** S1 and S2 section 9 */
  searchDebounce: 300,
  /** S1 and S2 section 9 */
  textSaveDebounce: 300,
  /** S2 section 9 */
  nameSaveDebounce: 300,
  /** S1 and S2 section 9: before a new step is sent */
  addStepDelay: 500,
  /** S1 section 9: saving screen state in the browser, at most once in this time */
  persistThrottle: 1000,
  /** D: between two looks at how far contacts got in a flow */
  flowCounts: 5000,
  /** D: the second click of a double click comes within this time after the first one has done its work */
  secondPress: 600,
  /** S1 section 9: slide of the add-metric dialog */
  metricSlide: 300,
} as const;

/** Measures of the screens, in CSS pixels unless named otherwise. */
export const SCREEN = {
  /** S1 and S2 section 9: toasts shown at most */
  toasts: 3,
  /** S1 and S2 section 9 */
  drawerWidth: 240,
  /** S2 section 9 */
  menuMaxHeight: 224,
  /** S1 section 9: below it a mobile, below `tablet` a tablet, else a desktop */
  mobileBelow: 600,
  tabletBelow: 960,
  /** S1 section 5: below it the date range shows one month, else two */
  oneMonthBelow: 450,
} as const;

/** D: people are known by their values of so many tags, the first of the Tag Manager. */
export const KNOWN_BY_TAGS = 2;

/** S1 section 9: the report grid. */
export const REPORT_GRID = {
  columns: { md: 6, sm: 4, xxs: 1 },
  breakpoints: { md: 996, sm: 768, xxs: 0 },
  rowHeight: 60,
  /** Table rows a page by the tile's height in grid units. */
  tableRowsByHeight: { 4: 1, 5: 3, 6: 4, 7: 6, 8: 7 } as Readonly<Record<number, number>>,
  /** Default date range of a report. */
  rangeMonths: 1,
  /** D: a table of at most so many rows can be paged to its end. */
  tableWhole: 1_000,
  /** D: the first rows of a longer table can be paged to, in any order of it; the export has them all. */
  tableReach: 200,
  /**
   * D: a table of more people is put in order only by columns with an index of their own; by the others it
   * would take half a minute.
   */
  tableSorted: 1_000_000,
} as const;

/** S2 section 9: fixed values of calls. */
export const FIXED = {
  contactTypeId: 3,
  skipDncCheck: 0,
  /** S1 and S2: a template of this type opens in Guided Configuration, any other in the Flow Editor */
  guidedTemplateType: 100,
  /** S1 section 3: the icon of a template that names none */
  fallbackIcon: 1001,
} as const;

/** S2 section 5: an empty blast schedule means today at this time in the account's zone. */
export const DEFAULT_SCHEDULE_TIME = '09:00:00';

/**
 * How often one person may get a blast or a run of an automata. `mostDaysWaiting`: a send that was queued
 * longer than this before it went is not counted, so that a count need not look at everything a person ever
 * got.
 */
export const FREQUENCY = { mostSends: 100, mostDays: 365, mostDaysWaiting: 31 } as const;

/**
 * D: how long a catch-all keeps quiet after it answered a person, in hours, and how many days off there are.
 */
export const CATCH_ALL = { mostHours: 720, holidays: 100 } as const;

/** D: keywords of a campaign on a channel besides the one of its field. */
export const FURTHER_KEYWORDS = 20;

/** D: words of an account's own that opt out, and its own answers to STOP, HELP and START (two segments). */
export const OPT_OUT_TEXTS = { words: 20, word: 40, reply: 300 } as const;

/** D: quiet hours hold messages outside these hours of the contact's day. */
export const QUIET_HOURS = { from: 8, to: 21 } as const;

/**
 * D: two machines that answer each other are muted: so many messages of one campaign to one contact in this
 * time, so many of them said again what had been said, and of the contact's last texts so many are alike
 * (rules/machine-like.ts). A survey says something new each time. What one single text sets off is bounded by
 * the steps of an event instead.
 */
export const LOOP_GUARD = {
  messages: 20,
  minutes: 60,
  repeats: 10,
  texts: 10,
  alike: 8,
  muteHours: 24,
} as const;

/** D: a message that the carrier refused for the moment is tried again, less and less often. */
export const RETRY = {
  firstMs: 2_000,
  mostMs: 5 * 60_000,
  /** the next pause, as a part of how long it has been tried */
  growth: 0.5,
  /** pauses differ by this part, up and down */
  jitter: 0.2,
} as const;

/**
 * D: how long a message may be tried; then it expires and its credits return. A channel may name another
 * time.
 */
export const TIME_TO_LIVE = { usualMinutes: 240, leastMinutes: 5, mostMinutes: 3 * 24 * 60 } as const;

/**
 * D: our own copy of a picture that came with a text: how large, how long it is waited for, how often it is
 * tried.
 */
export const PICTURE_LIMITS = {
  bytes: 5 * 1024 * 1024,
  milliseconds: 20_000,
  tries: 6,
  /** All copies of an account, unless the operator says otherwise. */
  accountMegabytes: 1_000,
  /** One person's copies may take this part of it. */
  personShare: 0.1,
} as const;

/** D: a blast pauses by itself when of the last so many messages this part failed or is in doubt. */
export const FAILURE_PAUSE = { messages: 100, share: 0.3 } as const;

/** D: what happened in an account, and by whom, is kept this long. */
export const AUDIT_YEARS = 2;

/** D: a channel's pace. */
export const RATE_LIMITS = {
  segmentsPerSecond: 10_000,
  segmentsPerMinute: 600_000,
  segmentsPerDay: 100_000_000,
  /** of the day's segments, kept for answers: blasts stop before */
  keptForReplies: 0.05,
} as const;

/** D: access. */
export const ACCESS_LIMITS = {
  rememberDays: 30,
  sessionHours: 12,
  mfaDigits: 6,
  /** characters of a password, at least */
  passwordLength: 8,
  signUpsPerHourAndAddress: 100,
  /** an invitation to an account may be accepted for so long */
  invitationDays: 7,
  /** after a sign-in, or the password again, so long nothing asks who it is */
  confirmedMinutes: 15,
  /** a pause after which the next call begins a new visit */
  visitGapMinutes: 30,
  /** the look-up provider is given up after this time */
  lookupTimeoutMs: 5_000,
} as const;

/** D: a new account's credits to try. */
export const NEW_ACCOUNT_CREDITS = 1000;

/** How long a reply that the balance has no room for waits for credits. */
export const UNPAID_HOURS = 4;
/** So long without a text, and a conversation that the team took over goes back to its campaign. */
export const PAUSE_HOURS = 24;

/** D: sign-up pages and preference pages, which anybody may open. */
export const SIGN_UP_LIMITS = {
  /** characters of what a page says */
  headline: 100,
  text: 600,
  button: 40,
  consent: 1_200,
  thanks: 600,
  /** of the terms, and of what is said about privacy */
  terms: 20_000,
  sites: 1_000,
  /** a form is taken so long after it was opened: robots are quicker, forgotten tabs are slower */
  leastSeconds: 2,
  mostHours: 24,
  /** forms sent from one network address */
  fromAddressAnHour: 30,
  /** of one number, to all lists of an account: further ones are answered alike and text nobody */
  ofNumberADay: 5,
  /** of one page: whoever has many addresses and numbers spends no more than this */
  ofPageAnHour: 500,
  /** bytes of a form */
  form: 8 * 1024,
} as const;

/** D: the page where people choose what they get. */
export const PREFERENCE_LIMITS = {
  path: '/p/c/',
  /** characters of the signed end of a link */
  codeLength: 28,
  /** a link is good so long after it was sent */
  linkDays: 60,
  pauseDays: 30,
  /** lists on the page, and characters of what it calls one */
  lists: 20,
  listName: 80,
  /** changes by one person; by one network address, which thousands of phones may share */
  ofContactAnHour: 20,
  fromAddressAnHour: 600,
  /** bytes of a form */
  form: 8 * 1024,
} as const;

/** D: automata that what happens starts. */
export const EVENT_TRIGGER_LIMITS = {
  /** minutes from what happened to the start: 90 days */
  waitMinutes: 129_600,
  waitDays: 90,
  everyDays: 731,
  exits: 10,
  /** starts of one automata for one contact in 24 hours: two that start each other come to an end */
  startsADay: 10,
  /** days after which a start comes too late, so that what other systems tell of long ago texts nobody */
  lateDays: 3,
  /** days for which it is kept why somebody was not started */
  keptDays: 90,
} as const;
