/** Hands spans to a collector by OTLP over HTTP, in groups and beside the work: see OTEL_… in settings.ts. */
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Role } from '../config.ts';
import type { Log } from '../log.ts';
import { processName } from '../this-process.ts';
import { parleyVersion } from '../version.ts';
import { newSpanId, newTraceId, type SpanIds } from './trace-ids.ts';
import type { SpanFacts, SpanSink, TraceSettings } from './traces.ts';

/** What waits for a collector that is slow; what comes beyond that is dropped. */
const MOST_WAITING = 8_192;
const MOST_LINKS = 128;
/** How long the end of the process waits for the collector. */
const LAST_WORD_MS = 2_000;
/** ExportResultCode.SUCCESS of the library. */
const TAKEN = 0;

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

export function openSpanSink(settings: TraceSettings, role: Role, log: Log): SpanSink {
  const { endpoint, headers, service, attributes } = settings;
  const exporter = told(new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers }), log);
  const processor = new BatchSpanProcessor({ exporter, maxQueueSize: MOST_WAITING });
  /** The ids of the span that is begun at this moment. */
  let next: SpanIds = { traceId: newTraceId(), spanId: newSpanId() };
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.version': parleyVersion,
      'service.instance.id': processName ?? `${process.pid}`,
      'host.name': hostname(),
      'parley.role': role,
      ...attributes,
    }),
    // What is not to be kept does not get here.
    sampler: new AlwaysOnSampler(),
    idGenerator: { generateTraceId: () => next.traceId, generateSpanId: () => next.spanId },
    spanLimits: { linkCountLimit: MOST_LINKS },
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer('parley', parleyVersion);
  return {
    take(span) {
      const { traceId, spanId, parentId, name, kind, links, facts, failed, from, to } = span;
      next = { traceId, spanId };
      const within = parentId === null ? ROOT_CONTEXT : under({ traceId, spanId: parentId });
      const told = tracer.startSpan(
        name,
        { kind: KINDS[kind], startTime: from, attributes: known(facts), links: links.map(linkTo) },
        within,
      );
      if (failed) told.setStatus({ code: SpanStatusCode.ERROR });
      told.end(to);
    },
    flush: () => provider.forceFlush().catch(() => undefined),
    async close() {
      const closing = provider.shutdown().catch(() => undefined);
      await Promise.race([closing, sleep(LAST_WORD_MS, undefined, { ref: false })]);
    },
  };
}

const contextOf = (ids: SpanIds) => ({ ...ids, traceFlags: TraceFlags.SAMPLED, isRemote: true });
const under = (ids: SpanIds): Context => trace.setSpanContext(ROOT_CONTEXT, contextOf(ids));
const linkTo = (ids: SpanIds) => ({ context: contextOf(ids) });

const known = (facts: SpanFacts) =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );

/** Says once that the collector does not take them, and once that it does again. */
function told(inner: OTLPTraceExporter, log: Log): SpanExporter {
  let away = false;
  return {
    export(spans: ReadableSpan[], done) {
      inner.export(spans, (result) => {
        const fails = result.code !== TAKEN;
        if (fails && !away)
          log.warn({ reason: result.error?.message }, 'traces are not taken by their collector');
        if (!fails && away) log.info('traces are taken by their collector again');
        away = fails;
        done(result);
      });
    },
    forceFlush: () => inner.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => inner.shutdown(),
  };
}
