/** A span for each request, under the caller's where it told of one by `traceparent`. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '../services.ts';
import { readTraceparent } from './trace-ids.ts';
import { OpenSpan, tracesOf } from './traces.ts';

/** Asked for again and again, and nobody follows these. */
const NOT_TRACED = /^\/(?:healthz|readyz|metrics|assets\/|favicon)/;

/** The path as it is written in the code: one that was asked for may have secrets in it. */
const routeOf = (request: FastifyRequest) => request.routeOptions.url ?? null;

export function traceRequests(app: FastifyInstance, services: Services): void {
  const traces = tracesOf(services);
  if (!traces) return;
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    if (!NOT_TRACED.test(request.url)) {
      const span = new OpenSpan(`${request.method} ${routeOf(request) ?? ''}`.trim(), 'server');
      const caller = readTraceparent(request.headers.traceparent);
      if (caller) span.join(caller);
      spans.set(request, span);
    }
    done();
  });
  // Behind the reading of the body, which would leave the context.
  app.addHook('preHandler', (request, _reply, done) => {
    traces.within(spans.get(request) ?? null, done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    const status = reply.statusCode;
    if (span)
      traces.end(
        span,
        {
          'http.request.method': request.method,
          'http.route': routeOf(request),
          'http.response.status_code': status,
          'parley.request.id': request.id,
        },
        status >= 500,
      );
    done();
  });
}
