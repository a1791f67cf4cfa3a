/** Builds the server from its services: tests start here. */

import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import fastifyStatic from '@fastify/static';
import websocket from '@fastify/websocket';
import { LIVE_PATH, refusedReply } from '@parley/contract';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify';
import { findCaller, findEnded } from './access/index.ts';
import { answerNothing, isApiPath } from './api/index.ts';
import { features } from './features.ts';
import { watchRequestsInHand } from './platform/http/closing.ts';
import { serveDocs } from './platform/http/docs.ts';
import {
  answerBadPath,
  answerBrokenRequest,
  answerError,
  forgetTypeOfNothing,
  refuseCompressed,
  refuseNul,
} from './platform/http/early.ts';
import { FORM_BYTES, parseJsonBody, parseUrlEncoded } from './platform/http/form.ts';
import { serveHealth } from './platform/http/health.ts';
import { refuseForeignHost } from './platform/http/known-host.ts';
import { MACHINE_HEADERS } from './platform/http/machine-headers.ts';
import { REQUEST_ID_HEADER, requestIds } from './platform/http/request-ids.ts';
import { serveCalls } from './platform/http/serve.ts';
import { endSlowBodies } from './platform/http/slow-bodies.ts';
import { serveLive, socketFailed } from './platform/live/socket.ts';
import { metricsOf, surfaceOf } from './platform/metrics.ts';
import { limitConnections } from './platform/open-files.ts';
import type { Background, Services } from './platform/services.ts';
import { traceRequests } from './platform/traces/http-spans.ts';
import { openTraces } from './platform/traces/traces.ts';
import { serveMetrics } from './watch/index.ts';

const WEB = join(import.meta.dirname, '../../web/dist');
/** Paths that are no screens: an unknown one is answered in JSON. */
const MACHINE_PATH = /^\/(session|api|carriers|s|p|docs|healthz|readyz|metrics|assets)(\/|$)/i;
/** A name with an ending, as robots.txt or .env: no screen has one in its path. */
const FILE_PATH = /\.[a-z0-9_-]+$/i;

/**
 * A file of 50 MB takes so long over a thin line (0.7 Mbit/s); headers have Node's own minute, and bodies
 * that hardly come end sooner.
 */
const REQUEST_MS = 600_000;
/** Beside others who take the whole machine, a part of the start has needed more than ten seconds. */
const PART_START_MS = 120_000;

function isLiveUpgrade({ url, headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && url?.split('?', 1)[0] === LIVE_PATH;
}

export async function buildApp(services: Services): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    // Query strings may carry secrets (trigger URL): requests are not logged one by one.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: FORM_BYTES,
    frameworkErrors: (error, request, reply) =>
      isApiPath(request.url) ? answerNothing(request, reply) : answerBadPath(error, request, reply),
    clientErrorHandler: answerBrokenRequest,
    genReqId: requestIds(services.config),
    requestTimeout: REQUEST_MS,
    pluginTimeout: PART_START_MS,
    // Only the live connection is one: what else asks for another protocol (Java's client offers HTTP/2 with
    // each request) is served as it is.
    http: { shouldUpgradeCallback: isLiveUpgrade },
    // What a proxy of ours says of where a visitor comes from; what stands before that is their own claim.
    trustProxy: services.config.publicUrl === null ? false : services.config.trustedProxies,
    routerOptions: { maxParamLength: 500, caseSensitive: false, querystringParser: parseUrlEncoded },
    forceCloseConnections: true,
  });
  limitConnections(app.server, services.log);
  await app.register(formbody, { bodyLimit: FORM_BYTES, parser: parseUrlEncoded });
  app.removeContentTypeParser(['text/plain', 'application/json']);
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => parseJsonBody(body),
  );
  app.setErrorHandler(answerError);
  watchRequests(app, services);
  watchRequestsInHand(app, services, isLiveUpgrade);
  endSlowBodies(app);
  await openTraces(services);
  traceRequests(app, services);
  app.addHook('onRequest', refuseForeignHost(services.config));
  app.addHook('preParsing', refuseCompressed);
  app.addHook('preParsing', forgetTypeOfNothing);
  if (services.config.role === 'worker') serveWatchers(app, services);
  else {
    await app.register(async (scope) => serveCarriers(scope, services));
    await app.register(async (scope) => serveBrowsers(scope, services));
  }
  return app;
}

/** All that a worker serves: how it is. */
function serveWatchers(app: FastifyInstance, services: Services): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(MACHINE_HEADERS);
    done();
  });
  serveHealth(app, services);
  serveMetrics(app, services);
  app.setNotFoundHandler((_request, reply) =>
    reply.status(404).send(refusedReply('This process works in the background and serves nothing else.')),
  );
}

/** Each answer has the request's id, and is counted. */
function watchRequests(app: FastifyInstance, services: Services): void {
  const { requests } = metricsOf(services);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const labels = { surface: surfaceOf(request.url), status: `${Math.floor(reply.statusCode / 100)}xx` };
    requests.observe(labels, reply.elapsedTime / 1_000);
    done();
  });
}

function serveCarriers(app: FastifyInstance, services: Services): void {
  app.addHook('onRequest', refuseNul);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(MACHINE_HEADERS);
    done();
  });
  for (const { webhooks } of features) webhooks?.(app, services);
}

/**
 * In a scope of its own: a carrier sends receipts by the thousand, and the hooks of these plug-ins would run
 * for each of them.
 */
async function serveBrowsers(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // The widget library sets style attributes and one style element; scripts stay strict.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'https:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: services.config.publicUrl?.startsWith('https:')
      ? { maxAge: 31_536_000, includeSubDomains: true }
      : false,
  });
  // First: who answers a refusal asks for the session.
  await app.register(cookie);
  app.addHook('onRequest', refuseNul);
  await app.register(multipart);
  await app.register(websocket, { options: { maxPayload: 1024 }, errorHandler: socketFailed });

  const routes = features.flatMap((feature) => feature.routes ?? []);
  await app.register(async (scope) => serveCalls(scope, services, routes, findCaller));
  await app.register(async (scope) => serveLive(scope, services, findCaller, findEnded));
  for (const feature of features) {
    const { http } = feature;
    if (http) await app.register(async (scope) => http(scope, services));
  }
  serveHealth(app, services);
  await serveDocs(app);
  await serveScreens(app);
}

/** Starts the background work of every feature, or in a process without any what it needs all the same. */
export function startBackground(services: Services): Background[] {
  const works = services.config.role !== 'web';
  return features.flatMap((feature) => [
    ...(feature.startEverywhere?.(services) ?? []),
    ...((works && feature.start?.(services)) || []),
  ]);
}

async function serveScreens(app: FastifyInstance): Promise<void> {
  if (existsSync(WEB)) {
    await app.register(fastifyStatic, {
      root: WEB,
      index: false,
      // Each file is a route of its own. A screen's path is no file: looking for one, packed and unpacked,
      // would cost each screen three looks, and leave a dozen listeners on its answer.
      wildcard: false,
      // The build lays packed twins beside its files.
      preCompressed: true,
      setHeaders: (reply, path) => {
        const forEver = path.includes('/assets/');
        reply.header('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
    app.get('/', (_request, reply) => sendScreen(reply));
  }
  app.setNotFoundHandler((request, reply) => {
    // By a method that no operation has: the others are routes of the API.
    if (isApiPath(request.url)) {
      answerNothing(request, reply);
      return reply;
    }
    const path = request.url.split('?')[0] ?? '/';
    const isFile = FILE_PATH.test(path);
    const isAsked = ['GET', 'HEAD'].includes(request.method) && !MACHINE_PATH.test(path) && existsSync(WEB);
    // Who opened the name of a file in a browser reads there that it does not exist, with the way back into
    // the product.
    if (isAsked && (!isFile || request.headers.accept?.includes('text/html')))
      return sendScreen(reply.status(isFile ? 404 : 200));
    return reply.status(404).header('cache-control', 'no-store').send(refusedReply('That was not found.'));
  });
}

function sendScreen(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-cache').sendFile('index.html');
}
