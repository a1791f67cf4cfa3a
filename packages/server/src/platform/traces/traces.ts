/**
 * Traces for OpenTelemetry, where a setting asks for them (docs/watching.md, docs/decisions/0009). Without it
 * {@link tracesOf} answers null, and nothing of the library is loaded. Spans have ids and words of ours in
 * them, never a phone number, a text or a secret.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Config } from '../config.ts';
import { inRuntime } from '../runtime.ts';
import type { Services } from '../services.ts';
import { derivedIds, isKept, newSpanId, newTraceId, type SpanIds, writeTraceparent } from './trace-ids.ts';

export type TraceSettings = NonNullable<Config['traces']>;
export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';
/** Names begin with `parley.`, or are those of OpenTelemetry. What is null is left out. */
export type SpanFacts = Readonly<Record<string, string | number | boolean | null>>;

/** A span that is over, as the library takes it; times in ms since the epoch. */
type EndedSpan = SpanIds & {
  name: string;
  kind: SpanKind;
  parentId: string | null;
  links: readonly SpanIds[];
  facts: SpanFacts;
  failed: boolean;
  from: number;
  to: number;
};

/** A carrier's code, as far as it is certainly no more than that: a carrier may write what it likes. */
export const codeFact = (code: string | null): string | null =>
  code !== null && /^[\w.-]{1,12}$/.test(code) && !/\d{7}/.test(code) ? code : null;

export type SpanSink = {
  take: (span: EndedSpan) => void;
  flush: () => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Now in ms since the epoch, with fractions: spans are told in real time, whatever the clock of a test says.
 */
export const epochMs = (): number => performance.timeOrigin + performance.now();

/**
 * A span under way. Its trace may be open still: what comes first of it (a message, a receipt) says which one
 * it belongs to, and spans are told only when they are over.
 */
export class OpenSpan {
  readonly spanId = newSpanId();
  readonly parent: OpenSpan | null;
  readonly from = epochMs();
  readonly links: SpanIds[] = [];
  /** When it was over, where that is told later. */
  to: number | null = null;
  name: string;
  readonly kind: SpanKind;
  private joined: SpanIds | null = null;

  constructor(name: string, kind: SpanKind, parent: OpenSpan | null = null) {
    this.name = name;
    this.kind = kind;
    this.parent = parent;
  }

  /** It turns out what it is about. */
  rename(name: string): void {
    this.name = name;
  }

  /** Null: still open. */
  get traceId(): string | null {
    return this.parent ? this.parent.traceId : (this.joined?.traceId ?? null);
  }

  /** Null: it begins its trace. */
  get parentId(): string | null {
    return this.parent ? this.parent.spanId : this.joined?.spanId || null;
  }

  /** Belongs to this trace, under this span, unless it belongs to one already. `spanId` '': it begins it. */
  join(ids: SpanIds): void {
    if (this.parent) this.parent.join(ids);
    else this.joined ??= ids;
  }

  /** Joins a trace of its own where there is none yet. */
  settle(): SpanIds {
    this.join({ traceId: newTraceId(), spanId: '' });
    return { traceId: this.traceId ?? '', spanId: this.spanId };
  }
}

export class Traces {
  private readonly context = new AsyncLocalStorage<OpenSpan | null>();
  private readonly settings: TraceSettings;
  private readonly sink: SpanSink;
  private readonly installation: Buffer;

  constructor(settings: TraceSettings, sink: SpanSink, installation: Buffer) {
    this.settings = settings;
    this.sink = sink;
    this.installation = installation;
  }

  /** What this is done for; null: nothing that is traced. */
  current(): OpenSpan | null {
    return this.context.getStore() ?? null;
  }

  within<T>(span: OpenSpan | null, work: () => T): T {
    return this.context.run(span, work);
  }

  ofMessage = (id: number): SpanIds => derivedIds(this.installation, 'message', String(id));
  ofText = (id: number): SpanIds => derivedIds(this.installation, 'text', String(id));
  ofCall = (accountId: number, id: number): SpanIds =>
    derivedIds(this.installation, 'call', `${accountId} ${id}`);
  ofWebhook = (webhookId: string): SpanIds => derivedIds(this.installation, 'webhook', webhookId);

  isKept(traceId: string): boolean {
    return isKept(traceId, this.settings.share);
  }

  /** The span is over. */
  end(span: OpenSpan, facts: SpanFacts, failed = false): void {
    const ids = span.settle();
    if (!this.isKept(ids.traceId)) return;
    const { name, kind, parentId, links, from } = span;
    this.sink.take({ ...ids, name, kind, parentId, links, facts, failed, from, to: span.to ?? epochMs() });
  }

  /**
   * A stage of a message, which is over now: `from` when it began. `first`: it is the one that the others
   * stand under.
   */
  messageStage(
    messageId: number,
    stage: Pick<EndedSpan, 'name' | 'kind' | 'from' | 'facts'> & {
      first?: { parentId: string | null; links: readonly SpanIds[] };
      failed?: boolean;
    },
  ): void {
    const own = this.ofMessage(messageId);
    if (!this.isKept(own.traceId)) return;
    const { first, failed = false, facts, ...rest } = stage;
    const place = first
      ? { ...own, ...first }
      : { ...own, spanId: newSpanId(), parentId: own.spanId, links: [] };
    this.sink.take({
      ...rest,
      ...place,
      facts: { 'parley.message.id': messageId, ...facts },
      failed,
      to: epochMs(),
    });
  }

  /** For a request to others, made for this span. */
  traceparent(span: OpenSpan): string {
    const ids = span.settle();
    return writeTraceparent(ids, this.isKept(ids.traceId));
  }

  /** Everything told so far is on its way, or given up. */
  flush = (): Promise<void> => this.sink.flush();
  close = (): Promise<void> => this.sink.close();
}

const slot = inRuntime(() => ({ traces: null as Traces | null }));

/** Null: nobody asked for traces. */
export const tracesOf = (services: Pick<Services, 'runtime'>): Traces | null => slot(services).traces;

/** Begins to trace, where a setting says where to. */
export async function openTraces(services: Services): Promise<void> {
  const { config, secrets, log } = services;
  if (config.traces === null || tracesOf(services) !== null) return;
  const { openSpanSink } = await import('./span-sink.ts');
  const sink = openSpanSink(config.traces, config.role, log);
  slot(services).traces = new Traces(config.traces, sink, secrets.hash('traces'));
}

/** Hands over what is left, within seconds. */
export async function closeTraces(services: Services): Promise<void> {
  await tracesOf(services)?.close();
  slot(services).traces = null;
}
