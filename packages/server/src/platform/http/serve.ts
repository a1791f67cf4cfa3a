/**
 * Serves the calls of the contract: finds the row, checks who asks, decodes, runs the handler, encodes, and
 * turns every failure into the envelope.
 */
import {
  ACCOUNT_HEADER,
  BASE,
  decodeFields,
  doneReply,
  encodeFields,
  FieldError,
  isIntentKey,
  NO_SESSION_REPLY,
  OTHER_ACCOUNT,
  outcomeOf,
  PAGE_HEADER,
  refusedReply,
} from '@parley/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AWAY_RETRY_SECONDS, whyAway } from '../db/outage.ts';
import { Busy, Malformed, NotFound, Refusal, TooMany } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Services } from '../services.ts';
import { tracesOf } from '../traces/traces.ts';
import { attachment } from './attachment.ts';
import { isForeignOrigin } from './csrf.ts';
import { BodyError, FORM_BYTES, readForm } from './form.ts';
import {
  type Caller,
  type Context,
  type Download,
  type Route,
  requireConfirmed,
  requireOwner,
  requireSender,
} from './handler.ts';
import { intentKeyOf, once } from './intents.ts';
import { clearCookie, deviceOf, isBrowser, setCookie, setDeviceCookie, tokenOf } from './session-cookie.ts';

/** Finds who asks by the token of the cookie; null without a valid session. Given by the feature `access`. */
export type FindCaller = (services: Services, token: string) => Promise<Caller | null>;

/** The calls that are served, and what they are served with. */
type Desk = { services: Services; routes: ReadonlyMap<string, Route>; findCaller: FindCaller };

/** What is known of a request before it is run. */
type Asked = { route: Route | undefined; caller: Caller; hasSession: boolean; suser: number };

const NOBODY: Caller = {
  accountId: 0,
  userId: 0,
  role: '',
  sessionHash: null,
  complete: false,
  confirmedAt: null,
};
const NOT_FOUND = 'That was not found.';

export function serveCalls(
  app: FastifyInstance,
  services: Services,
  routes: Route[],
  findCaller: FindCaller,
): void {
  const desk = {
    services,
    routes: new Map(routes.map((route) => [pathKey(route.call.path), route])),
    findCaller,
  };
  app.route({
    method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: `${BASE}*`,
    // Files come as multipart, whose parts have limits of their own.
    bodyLimit: FORM_BYTES,
    preParsing: async (request, _reply, payload) => {
      const length = Number(request.headers['content-length'] ?? 0);
      if (length > FORM_BYTES && routeOf(desk, request)?.call.shape !== 'upload')
        throw new BodyError(413, 'The request is too large.');
      return payload;
    },
    handler: (request, reply) => answer(desk, request, reply),
    errorHandler: (error, request, reply) => {
      void answerFault(desk, error, request, reply).then((body) => reply.send(body));
    },
  });
}

async function answer(desk: Desk, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  reply.header('cache-control', 'no-store');
  const asked = await ask(desk, request);
  tracesOf(desk.services)
    ?.current()
    ?.rename(`${request.method} ${BASE}${asked.route?.call.path ?? '*'}`);
  const refused = turnAway(desk.services, request, reply, asked);
  if (refused !== undefined) return refused;
  try {
    return await run(desk.services, request, reply, asked);
  } catch (error) {
    passOver(request);
    return explain(error, request, reply, asked.suser);
  }
}

/** A body that could not be read, or a session that could not be looked up. */
async function answerFault(
  desk: Desk,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  reply.header('cache-control', 'no-store');
  try {
    const asked = await ask(desk, request);
    return turnAway(desk.services, request, reply, asked) ?? explain(error, request, reply, asked.suser);
  } catch (fault) {
    return explain(fault, request, reply, 0);
  }
}

async function ask(desk: Desk, request: FastifyRequest): Promise<Asked> {
  const { services, findCaller } = desk;
  const route = routeOf(desk, request);
  const token = tokenOf(request, services.config.publicUrl);
  const found = token ? await findCaller(services, token) : null;
  const caller = found ?? NOBODY;
  // Between password and code the caller is known to the calls of that step only.
  const suser = caller.complete || route?.call.access === 'half' ? caller.userId : 0;
  return { route, caller, hasSession: found !== null, suser };
}

function routeOf({ routes }: Desk, request: FastifyRequest): Route | undefined {
  return routes.get(pathKey((request.params as { '*'?: string })['*'] ?? ''));
}

const pathKey = (path: string) => path.toLowerCase().replace(/^\/+|\/+$/g, '');

/**
 * What stands before the call itself: where it comes from, whether it exists, who asks. Undefined: go on.
 */
function turnAway(services: Services, request: FastifyRequest, reply: FastifyReply, asked: Asked): unknown {
  const { route, caller, hasSession, suser } = asked;
  if (isForeignOrigin(request, services.config.publicUrl, services.log))
    return fail(reply, 403, 'This call must come from the application itself.', '', suser);
  if (!route || (request.method !== 'POST' && request.method !== route.call.method))
    return fail(reply, 404, NOT_FOUND, '', suser);
  if (mayAsk(route, caller, hasSession)) {
    if (!isOtherAccount(request, caller)) return undefined;
    return fail(reply, OTHER_ACCOUNT, 'Another account is active in this browser.', '', suser);
  }
  reply.status(200);
  return route.call.shape === 'number' ? 0 : NO_SESSION_REPLY;
}

/** Reads the form, runs the handler, and encodes what it answers. */
async function run(services: Services, request: FastifyRequest, reply: FastifyReply, asked: Asked) {
  const { call, handle } = asked.route as Route;
  const { caller } = asked;
  const { fields, file } = await readForm(request, call.shape === 'upload');
  const form = decodeFields(call.form, fields);
  if (call.ownersOnly) requireOwner(caller);
  if (call.sends) requireSender(caller);
  if (call.confirmed) requireConfirmed(caller, services.clock.now());
  let suser = asked.suser;
  const becomes = (userId: number) => {
    suser = userId;
  };
  const context: Context = { ...contextOf(services, caller, request, reply), file, becomes };
  if (call.shape === 'file') return download(reply, (await handle(context, form)) as Download);
  const encoded = async () => {
    const result = await handle(context, form);
    const { message, ...values } = result as Record<string, unknown> & { message?: string };
    return { ...doneReply(suser, message), ...encodeFields(call.reply, values) };
  };
  const key = caller.complete && call.method === 'POST' ? intentKeyOf(request.headers) : null;
  const answered = await (key === null
    ? encoded()
    : once(services, { caller, key, asked: [call.path, fields] }, encoded));
  file?.stream.resume();
  return call.shape === 'number' ? outcomeOf(answered).user : answered;
}

/**
 * Reads a body on to its end that its reader gave up: else the browser, which is still sending, waits for the
 * connection in vain.
 */
function passOver({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}

/** Every failure in the envelope. */
function explain(error: unknown, request: FastifyRequest, reply: FastifyReply, suser: number) {
  if (error instanceof FieldError)
    return fail(reply, error.kind === 'refused' ? 200 : 400, error.message, error.field, suser);
  if (error instanceof Refusal)
    return { ...fail(reply, 200, error.message, error.detail, suser), ...error.extra };
  if (error instanceof Malformed) return fail(reply, 400, error.message, error.field, suser);
  if (error instanceof NotFound) return fail(reply, 404, error.message || NOT_FOUND, '', suser);
  if (error instanceof BodyError) return fail(reply, error.statusCode, error.message, error.field, suser);
  if (error instanceof TooMany) {
    reply.header('retry-after', String(error.retryAfterSeconds));
    return fail(reply, 429, error.message, '', suser);
  }
  if (error instanceof Busy) {
    reply.header('retry-after', String(error.retryAfterSeconds));
    return fail(reply, 503, error.message, '', suser);
  }
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status === 413) return fail(reply, 413, 'The request is too large.', '', suser);
  if (status === 415) return fail(reply, 415, 'The request must be form data or JSON.', '', suser);
  if (status >= 400 && status < 500) return fail(reply, 400, 'The request could not be read.', '', suser);
  request.log.error({ err: error }, 'a call failed');
  const away = whyAway(error);
  if (away) {
    reply.header('retry-after', String(AWAY_RETRY_SECONDS));
    return fail(reply, away.status, away.message, '', suser);
  }
  return fail(reply, 500, 'Something went wrong on our side. Please try again.', '', suser);
}

/** The screen belongs to another account than the session by now: another tab has switched. */
function isOtherAccount({ headers, query }: FastifyRequest, { complete, accountId }: Caller): boolean {
  const meant = headers[ACCOUNT_HEADER] ?? (query as Record<string, unknown>)[ACCOUNT_HEADER];
  return complete && meant !== undefined && meant !== String(accountId);
}

function pageOf({ headers }: FastifyRequest): string {
  const page = headers[PAGE_HEADER];
  return typeof page === 'string' && isIntentKey(page) ? page : '';
}

function mayAsk(route: Route, caller: Caller, hasSession: boolean): boolean {
  if (route.call.access === 'open') return true;
  return route.call.access === 'half' ? hasSession : caller.complete;
}

function fail(reply: FastifyReply, status: number, message: string, detail: string, suser: number) {
  reply.status(status);
  return refusedReply(message, detail, suser);
}

function download(reply: FastifyReply, { fileName, contentType, body }: Download) {
  reply.header('content-type', contentType);
  reply.header('content-disposition', attachment(fileName));
  return reply.send(body);
}

function contextOf(
  services: Services,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Omit<Context, 'becomes' | 'file'> {
  const publicUrl = services.config.publicUrl ?? `${request.protocol}://${request.host}`;
  return {
    ...services,
    log: request.log as Log,
    caller,
    accountId: caller.accountId,
    address: request.ip,
    agent: request.headers['user-agent'] ?? '',
    page: pageOf(request),
    publicUrl,
    sessionToken: tokenOf(request, services.config.publicUrl),
    setSessionCookie: (token, remember) => setCookie(reply, token, remember, publicUrl),
    device: deviceOf(request, services.config.publicUrl),
    isBrowser: isBrowser(request),
    setDeviceCookie: (token) => setDeviceCookie(reply, token, publicUrl),
    clearSessionCookie: () => clearCookie(reply, publicUrl),
    whenAbandoned: (act) => {
      reply.raw.once('close', () => {
        if (!reply.raw.writableFinished) act();
      });
    },
  };
}
