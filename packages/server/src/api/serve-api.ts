/**
 * Serves REST v1: each operation of the contract with its handler, behind the same checks: key, quota, scope,
 * schema, idempotency.
 */
import { createHash } from 'node:crypto';
import { API_BASE, idsIn, type Operation, operations, readId } from '@parley/contract/api/index.ts';
import { fieldProblem } from '@parley/contract/field-problem.ts';
import { API_LIMITS } from '@parley/rules/limits.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ApiKey, checkApiKey } from '../credentials/index.ts';
import { NotFound } from '../platform/errors.ts';
import { parseJsonBody } from '../platform/http/form.ts';
import { IDEMPOTENCY_HEADER, onceByKey, WrongIdempotencyKey } from '../platform/http/idempotency-key.ts';
import type { KeepReply } from '../platform/http/intents.ts';
import { MACHINE_HEADERS } from '../platform/http/machine-headers.ts';
import { networkOf } from '../platform/http/network-of.ts';
import type { Services } from '../platform/services.ts';
import { throttle } from '../platform/throttle.ts';
import { type ApiReply, doneAndTakenBack, doneWithReply } from './bounds.ts';
import { type ApiContext, KEEPS_ITSELF, KEPT_AFTERWARDS } from './context.ts';
import { apiHandlers } from './handlers.ts';
import { ApiFault, answerProblem, invalid } from './problem.ts';
import { takeRequest } from './quota.ts';

/** From one network address. */
const WRONG_KEYS_AN_HOUR = 100;
const MOST_ERRORS = 50;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

type Given = { ids: Record<string, number>; query: unknown; body: unknown };
type AnyApiHandler = (context: ApiContext, given: Given) => Promise<unknown>;

export async function serveApi(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser(
        'application/json',
        { parseAs: 'buffer' },
        async (_request: unknown, body: Buffer) => parseJsonBody(body),
      );
      scope.addHook('onRequest', async (_request, reply) => void reply.headers(MACHINE_HEADERS));
      scope.setErrorHandler(answerProblem);
      const all = Object.entries(operations) as [keyof typeof operations, Operation][];
      for (const [id, operation] of all) serveOperation(scope, services, [id, operation]);
      for (const path of new Set(all.map(([, { path }]) => path)))
        refuseOtherMethods(
          scope,
          path,
          all.flatMap(([, each]) => (each.path === path ? [each.method] : [])),
        );
      scope.route({
        method: [...METHODS],
        url: '/*',
        helmet: false,
        handler: async (request, reply) => answerProblem(new NotFound(), request, reply),
      });
    },
    { prefix: API_BASE },
  );
}

const urlOf = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

function serveOperation(
  app: FastifyInstance,
  services: Services,
  [id, operation]: [id: keyof typeof operations, operation: Operation],
): void {
  const handle = apiHandlers[id] as AnyApiHandler;
  const { method, path, status, answer, hasVersion } = operation;
  app.route({
    method,
    url: urlOf(path),
    bodyLimit: operation.bodyBytes ?? API_LIMITS.body,
    helmet: false,
    // Before the body is read: strangers send nothing large.
    onRequest: async (request, reply) => {
      const key = await keyOf(services, request);
      await takeRequest(services, key, reply);
      if (!key.scopes.includes(operation.scope))
        throw new ApiFault(403, `This key lacks the scope ${operation.scope}.`);
      keys.set(request, key);
    },
    handler: async (request, reply) => {
      const key = keys.get(request) as ApiKey;
      const given = readRequest(operation, request);
      const work = async (acting: Services, keepAnswer?: ApiContext['keepAnswer']) =>
        replyOf(await handle({ ...contextOf(acting, key, request), keepAnswer }, given));
      const isWrite = method !== 'GET';
      const { text } = isWrite
        ? await onceOf(services, key, request, { isKeptWithin: !KEPT_AFTERWARDS.has(id) }, (keep) =>
            runAs(services, key, { id, keep }, work),
          )
        : await runAs(services, key, { id }, work);
      reply.status(status);
      if (!answer) return reply.send();
      if (hasVersion) reply.header('etag', versionOf(text));
      return reply.type('application/json; charset=utf-8').send(text);
    },
  });
}

const replyOf = (done: unknown): ApiReply => ({ text: done === undefined ? '' : JSON.stringify(done) });

type Work = (acting: Services, keepAnswer?: ApiContext['keepAnswer']) => Promise<ApiReply>;

/** `keep`: the reply is to be kept by its Idempotency-Key, with what is done where that is possible. */
function runAs(
  services: Services,
  { accountId, mode }: ApiKey,
  { id, keep }: { id: string; keep?: KeepReply | undefined },
  work: Work,
): Promise<ApiReply> {
  const keeping = keep && !KEPT_AFTERWARDS.has(id) ? { accountId, keep } : null;
  if (mode === 'test') return doneAndTakenBack(services, keeping, work);
  if (!keeping) return work(services);
  if (KEEPS_ITSELF.has(id)) return work(services, (done) => keeping.keep(replyOf(done)));
  return doneWithReply(services, keeping, work);
}

/** @throws ApiFault 422 for an Idempotency-Key that is none, and for one of another request. */
async function onceOf(
  services: Services,
  { accountId, id }: ApiKey,
  request: FastifyRequest,
  { isKeptWithin }: { isKeptWithin: boolean },
  run: (keep?: KeepReply) => Promise<ApiReply>,
): Promise<ApiReply> {
  const { method, url, body, headers } = request;
  const asked = [method, url, body ?? null, headers['if-match'] ?? null];
  try {
    return await onceByKey(services, { headers, accountId, program: `api ${id}`, asked, isKeptWithin }, run);
  } catch (error) {
    if (!(error instanceof WrongIdempotencyKey)) throw error;
    throw invalid({ parameter: IDEMPOTENCY_HEADER, detail: error.message });
  }
}

const keys = new WeakMap<FastifyRequest, ApiKey>();

/** @throws ApiFault 401 without a valid key, TooMany for an address that tries many. */
async function keyOf(services: Services, request: FastifyRequest): Promise<ApiKey> {
  const [, given = ''] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? [];
  const key = given === '' ? null : await checkApiKey(services, given);
  if (key) return key;
  if (given !== '') {
    const tries = { key: `api:${networkOf(request.ip)}`, limit: WRONG_KEYS_AN_HOUR, windowSeconds: 3600 };
    await throttle(services.db, services.clock.now(), tries);
    services.log.warn({ address: request.ip }, 'a wrong API key was given');
  }
  throw new ApiFault(401, 'Send a valid API key as “Authorization: Bearer pk_live_…”.');
}

/** @throws ApiFault 422 with every wrong field, NotFound for an id that is none. */
function readRequest({ path, query, body }: Operation, request: FastifyRequest): Given {
  const params = request.params as Record<string, string>;
  const ids = Object.fromEntries(
    idsIn(path).map((kind) => {
      const id = readId(kind, params[kind] ?? '');
      if (id === null) throw new NotFound();
      return [kind, id];
    }),
  );
  const names = Object.keys(request.query as object);
  if (!query && names.length > 0)
    throw invalid(
      ...names.slice(0, MOST_ERRORS).map((parameter) => ({ parameter, detail: 'Unknown parameter.' })),
    );
  return {
    ids,
    query: query && read(query, request.query, (path) => ({ parameter: String(path[0] ?? '') })),
    body: body && read(body, request.body, (path) => ({ pointer: ['#', ...path.map(escaped)].join('/') })),
  };
}

/** A part of a JSON Pointer that is the fragment of a URI (RFC 6901). */
const escaped = (part: PropertyKey) =>
  encodeURIComponent(String(part).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1'));

type Where = (path: PropertyKey[]) => { pointer: string } | { parameter: string };

function read(schema: NonNullable<Operation['body']>, value: unknown, where: Where): unknown {
  const result = schema.safeParse(value, { error: fieldProblem });
  if (result.success) return result.data;
  const errors = result.error.issues.flatMap((issue) => {
    const places =
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    return places.map((place) => ({ ...where(place), detail: issue.message }));
  });
  throw invalid(...errors.slice(0, MOST_ERRORS));
}

function contextOf(services: Services, key: ApiKey, request: FastifyRequest): ApiContext {
  const expected = request.headers['if-match'];
  return {
    ...services,
    accountId: key.accountId,
    caller: { userId: 0, actorName: `API key ${key.name}` },
    address: request.ip,
    agent: request.headers['user-agent'],
    isConditional: expected !== undefined,
    checkVersion(shown) {
      if (expected === undefined || expected.trim() === '*') return;
      const versions = expected.split(',').map((each) => each.trim());
      if (!versions.includes(versionOf(JSON.stringify(shown))))
        throw new ApiFault(412, 'It was changed meanwhile. Get it again and decide anew.');
    },
  };
}

const versionOf = (text: string) => `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;

function refuseOtherMethods(app: FastifyInstance, path: string, known: readonly string[]): void {
  app.route({
    method: METHODS.filter((method) => !known.includes(method)),
    url: urlOf(path),
    helmet: false,
    bodyLimit: API_LIMITS.body,
    handler: async (request, reply) => {
      reply.header('allow', known.join(', '));
      return answerProblem(new ApiFault(405, `Use ${known.join(' or ')} here.`), request, reply);
    },
  });
}
