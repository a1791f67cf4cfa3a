/** Serves the calls of the contract: finds the row, checks who asks, decodes, runs the handler, encodes, and turns every failure into the envelope. */
import { BASE, decodeFields, encodeFields, FieldError, NO_SESSION_REPLY } from '@parley/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../services.ts';
import { Malformed, NotFound, Refusal, TooMany } from '../errors.ts';
import { isForeignOrigin } from './csrf.ts';
import { BodyError, FORM_BYTES, readForm, UPLOAD_BYTES } from './form.ts';
import type { Caller, Context, Download, Route } from './handler.ts';
import { clearCookie, setCookie, tokenOf } from './session-cookie.ts';

/** Finds who asks by the token of the cookie; null without a valid session. Given by the feature `access`. */
export type FindCaller = (services: Services, token: string) => Promise<Caller | null>;

const NOBODY: Caller = { accountId: 0, userId: 0, role: '', sessionHash: null, complete: false };
const NOT_FOUND = 'That was not found.';

export function serveCalls(
  app: FastifyInstance,
  services: Services,
  routes: Route[],
  findCaller: FindCaller,
): void {
  const table = new Map(routes.map((route) => [route.call.path.toLowerCase(), route]));

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    reply.header('cache-control', 'no-store');
    const path = (request.params as { '*': string })['*'].toLowerCase().replace(/\/+$/, '');
    const route = table.get(path);
    const token = tokenOf(request);
    const found = token ? await findCaller(services, token) : null;
    const caller = found ?? NOBODY;
    // Between password and code the caller is known to the calls of that step only.
    const suser = caller.complete || route?.call.access === 'half' ? caller.userId : 0;
    try {
      if (isForeignOrigin(request, services.config.publicUrl))
        return fail(reply, 403, 'This call must come from the application itself.', '', suser);
      if (!route || (request.method === 'GET' && route.call.method !== 'GET'))
        return fail(reply, 404, NOT_FOUND, '', suser);
      if (!mayAsk(route, caller, found !== null)) return route.call.shape === 'number' ? 0 : NO_SESSION_REPLY;
      return await run(route, caller, request, reply, suser);
    } catch (error) {
      return explain(error, request, reply, suser);
    }
  }

  async function run(
    route: Route,
    caller: Caller,
    request: FastifyRequest,
    reply: FastifyReply,
    suser: number,
  ) {
    const { call } = route;
    const { fields, file } = await readForm(request, call.shape === 'upload');
    const form = decodeFields(call.form, fields);
    let who = suser;
    const becomes = (userId: number) => {
      who = userId;
    };
    const context = createContext(services, caller, request, reply, file, becomes);
    const result = await route.handle(context, form);
    if (call.shape === 'file') return download(reply, result as Download);
    const { message, ...values } = result as Record<string, unknown> & { message?: string };
    if (call.shape === 'number') return Object.values(values)[0];
    return {
      RESULT: 1,
      MESSAGE: message ?? '',
      DETAIL: '',
      SUSER: who,
      ...encodeFields(call.reply, values),
    };
  }

  const options = { bodyLimit: UPLOAD_BYTES + FORM_BYTES };
  app.route({
    method: ['GET', 'POST'],
    url: `${BASE}*`,
    ...options,
    preParsing: async (request, _reply, payload) => {
      const length = Number(request.headers['content-length'] ?? 0);
      const path = (request.params as { '*': string })['*'].toLowerCase();
      if (length > FORM_BYTES && table.get(path)?.call.shape !== 'upload')
        throw new BodyError(413, 'The request is too large.');
      return payload;
    },
    handler: answer,
    errorHandler: (error, request, reply) => {
      void explain(error, request, reply, 0).then((body) => reply.send(body));
    },
  });

  async function explain(error: unknown, request: FastifyRequest, reply: FastifyReply, suser: number) {
    // Errors before the handler (a body that cannot be parsed) come here without the caller: look again.
    const known = suser || (await callerId(request));
    if (error instanceof FieldError)
      return fail(reply, error.kind === 'refused' ? 200 : 400, error.message, error.field, known);
    if (error instanceof Refusal)
      return { ...fail(reply, 200, error.message, error.detail, known), ...error.extra };
    if (error instanceof Malformed) return fail(reply, 400, error.message, error.field, known);
    if (error instanceof NotFound) return fail(reply, 404, NOT_FOUND, '', known);
    if (error instanceof BodyError) return fail(reply, error.status, error.message, error.field, known);
    if (error instanceof TooMany) {
      reply.header('retry-after', String(error.retryAfterSeconds));
      return fail(reply, 429, error.message, '', known);
    }
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    if (status === 413) return fail(reply, 413, 'The request is too large.', '', known);
    if (status === 415) return fail(reply, 415, 'The request must be form data or JSON.', '', known);
    if (status >= 400 && status < 500) return fail(reply, 400, 'The request could not be read.', '', known);
    request.log.error({ err: error }, 'a call failed');
    return fail(reply, 500, 'Something went wrong on our side. Please try again.', '', known);
  }

  async function callerId(request: FastifyRequest): Promise<number> {
    const token = tokenOf(request);
    const caller = token ? await findCaller(services, token) : null;
    return caller?.complete ? caller.userId : 0;
  }
}

function mayAsk(route: Route, caller: Caller, hasSession: boolean): boolean {
  if (route.call.access === 'open') return true;
  return route.call.access === 'half' ? hasSession : caller.complete;
}

function fail(reply: FastifyReply, status: number, message: string, detail: string, suser: number) {
  reply.status(status);
  return { RESULT: 0, MESSAGE: message, DETAIL: detail, SUSER: suser };
}

function download(reply: FastifyReply, { fileName, contentType, body }: Download) {
  reply.header('content-type', contentType);
  reply.header('content-disposition', `attachment; filename="${fileName.replace(/[^\w.-]+/g, '-')}"`);
  return reply.send(body);
}

function createContext(
  services: Services,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
  file: Context['file'],
  becomes: Context['becomes'],
): Context {
  const publicUrl = services.config.publicUrl ?? `${request.protocol}://${request.host}`;
  return {
    ...services,
    caller,
    accountId: caller.accountId,
    address: request.ip,
    agent: request.headers['user-agent'] ?? '',
    publicUrl,
    setSessionCookie: (token, remember) => setCookie(reply, token, remember, publicUrl),
    clearSessionCookie: () => clearCookie(reply, publicUrl),
    becomes,
    file,
  };
}
