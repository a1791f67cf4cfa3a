/** Asks the server: contract call in, our own values out, every failure as one {@link AskError}. */
import {
  ACCOUNT_HEADER,
  BASE,
  type Call,
  decodeFields,
  doneReply,
  encodeFields,
  FieldError,
  type FieldMap,
  INTENT_HEADER,
  isEnvelope,
  OTHER_ACCOUNT,
  outcomeOf,
  PAGE_HEADER,
  UNCONFIRMED,
  type ValuesOf,
} from '@parley/contract';
import { randomKey } from './random-key.ts';
import { wordings } from './wordings.ts';

/**
 * `refused`: a rule of the product, the person can act. `malformed`: we sent nonsense. `unknown`: no such
 * thing (any more). `unconfirmed`: whoever asks shows first that it is they. `throttled`: too many tries.
 * `signed-out`: the session is over. `other-account`: it works in another account than the screen shows.
 * `network`: no answer, or none that can be read.
 */
export type AskErrorKind =
  | 'refused'
  | 'unconfirmed'
  | 'malformed'
  | 'unknown'
  | 'throttled'
  | 'signed-out'
  | 'other-account'
  | 'network';

export class AskError extends Error {
  readonly kind: AskErrorKind;
  readonly detail: string;
  /** The reply as it came, for refusals that carry data (a stale save brings the stored step). */
  readonly reply: Record<string, unknown>;

  constructor(kind: AskErrorKind, message: string, detail = '', reply: Record<string, unknown> = {}) {
    super(message);
    this.name = 'AskError';
    this.kind = kind;
    this.detail = detail;
    this.reply = reply;
  }
}

export type AskOptions = {
  signal?: AbortSignal;
  /** For calls of shape `upload`: sent as the field "file". */
  file?: File;
  /** Lets the request outlive the page, for the last save before leaving. */
  keepalive?: boolean;
  /** What the person means to do once: sent again with the same key it is answered again, not done again. */
  intent?: string;
  /** Asked in whatever account the session works in: what is about the accounts themselves. */
  anyAccount?: boolean;
};

type LostSession = 'signed-out' | 'other-account';
type SessionKeeper = {
  /** A reply says that the session is over, or that it works in another account than the screen shows. */
  onLost: (how: LostSession) => void;
  /** Whether the same person is back, in the same account, and the call may be sent again. */
  whenSessionReturns: () => Promise<boolean>;
};
let keeper: SessionKeeper = { onLost: () => undefined, whenSessionReturns: async () => false };

/** Who looks after the session. Set once by the app. */
export function keepSession(given: SessionKeeper): void {
  keeper = given;
}

/** Which of a person's open pages this is. */
export const THIS_PAGE = randomKey();

/** The account whose things this page shows; null while that is not known. */
let shown: number | null = null;
export const shownAccount = (): number | null => shown;

/** From now on calls are for this account alone; for null, for the one that the session works in. */
export function showAccount(id: number | null): void {
  shown = id;
}

/**
 * The address of a call with its form as a query: downloads, which name the account that the screen shows,
 * and other GET calls.
 */
export function addressOf<F extends FieldMap>(call: Call<F>, form: ValuesOf<F>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(encodeFields(call.form, form))) query.set(name, String(value));
  // No link can set a header.
  if (call.shape === 'file' && shown !== null) query.set(ACCOUNT_HEADER, String(shown));
  const text = query.toString();
  return `${BASE}${call.path}${text === '' ? '' : `?${text}`}`;
}

/**
 * Sends a call and answers its reply fields. Throws an {@link AskError}, or the abort of `signal` as it is.
 * While somebody signs in again above the screen, or comes back to its account, the call waits, and is sent
 * again: nothing on the screen turns into a failure.
 */
export async function ask<F extends FieldMap, R extends FieldMap>(
  call: Call<F, R>,
  form: ValuesOf<F>,
  options: AskOptions = {},
): Promise<ValuesOf<R>> {
  return (await askInWords(call, form, options)).values;
}

/**
 * As {@link ask}, with what the server says about its success ("restored without its keyword"), often
 * nothing.
 */
export async function askInWords<F extends FieldMap, R extends FieldMap>(
  call: Call<F, R>,
  form: ValuesOf<F>,
  options: AskOptions = {},
): Promise<{ values: ValuesOf<R>; message: string }> {
  for (;;) {
    try {
      return await askOnce(call, form, options);
    } catch (error) {
      if (!isLost(error) || call.access !== 'session' || !(await keeper.whenSessionReturns())) throw error;
    }
  }
}

/** The session is not the one that the screen belongs to. */
export function isLost(error: unknown): error is AskError {
  return error instanceof AskError && (error.kind === 'signed-out' || error.kind === 'other-account');
}

async function askOnce<F extends FieldMap, R extends FieldMap>(
  call: Call<F, R>,
  form: ValuesOf<F>,
  options: AskOptions,
): Promise<{ values: ValuesOf<R>; message: string }> {
  const response = await send(call, form, options);
  const reply = await readReply(response, call.shape === 'number');
  const failure = failureOf(response.status, reply, call.access === 'session');
  if (failure) {
    if (isLost(failure) && call.access === 'session') keeper.onLost(failure.kind as LostSession);
    throw failure;
  }
  try {
    return { values: decodeFields(call.reply, reply), message: outcomeOf(reply).message };
  } catch (error) {
    if (!(error instanceof FieldError)) throw error;
    throw new AskError('network', wordings.ask.theServerSentAnAnswer, error.message, reply);
  }
}

async function send<F extends FieldMap>(
  call: Call<F>,
  form: ValuesOf<F>,
  { signal, file, keepalive, intent, anyAccount }: AskOptions,
): Promise<Response> {
  const headers: Record<string, string> = {};
  if (intent) headers[INTENT_HEADER] = intent;
  if (call.access === 'session') headers[PAGE_HEADER] = THIS_PAGE;
  if (shown !== null && !anyAccount && call.access === 'session') headers[ACCOUNT_HEADER] = String(shown);
  const common: RequestInit = {
    headers,
    credentials: 'same-origin',
    signal: signal ?? null,
    keepalive: keepalive ?? false,
  };
  try {
    if (call.method === 'GET') return await fetch(addressOf(call, form), common);
    const body = new FormData();
    for (const [name, value] of Object.entries(encodeFields(call.form, form)))
      body.append(name, String(value));
    if (file) body.append('file', file);
    return await fetch(`${BASE}${call.path}`, { ...common, method: 'POST', body });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new AskError('network', wordings.ask.parleyCannotBeReached);
  }
}

async function readReply(response: Response, isNumber: boolean): Promise<Record<string, unknown>> {
  const reply: unknown = await response.json().catch(() => null);
  // Whatever is not positive means nobody.
  if (isNumber && typeof reply === 'number') return doneReply(Math.max(reply, 0));
  if (isEnvelope(reply)) return reply;
  throw new AskError('network', wordings.ask.parleyDidNotAnswer, `HTTP ${response.status}`);
}

/**
 * Which failure a reply is, or null for success. SUSER below 1 in an understood reply means that the session
 * expired.
 */
export function failureOf(
  status: number,
  reply: Record<string, unknown>,
  needsSession: boolean,
): AskError | null {
  const { is, message, detail, user } = outcomeOf(reply);
  const fail = (kind: AskErrorKind, fallback: string) =>
    new AskError(kind, message === '' ? fallback : message, detail, reply);

  if (status === OTHER_ACCOUNT) return fail('other-account', wordings.ask.anotherAccountIsActive);
  if (status === 404) return fail('unknown', wordings.ask.thisNoLongerExists);
  if (status === 429) return fail('throttled', wordings.ask.tooManyAttempts);
  if (status >= 500) return fail('network', wordings.ask.parleyHadAProblem);
  if (status >= 400) return fail('malformed', wordings.ask.theServerDidntAccept);
  const expired = needsSession && user !== null && user < 1;
  if (is === 'no-session' || expired) return fail('signed-out', wordings.ask.pleaseSignIn);
  if (is === 'done') return null;
  return fail(detail === UNCONFIRMED ? 'unconfirmed' : 'refused', wordings.ask.thisWasRefused);
}
