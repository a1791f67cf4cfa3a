/**
 * Ids of traces that are worked out of ids which the database has anyway (docs/decisions/0009): each stage of
 * a message finds its trace without anything having been stored for it.
 */
import { createHash, randomBytes } from 'node:crypto';

/** As hexadecimal digits: 32 of a trace, 16 of a span. */
export type SpanIds = { traceId: string; spanId: string };

/** The trace of a thing and its first span; `installation` keeps two of them apart in one collector. */
export function derivedIds(
  installation: Buffer,
  kind: 'message' | 'text' | 'call' | 'webhook',
  id: string,
): SpanIds {
  const digest = createHash('sha256').update(installation).update(`${kind} ${id}`).digest('hex');
  return { traceId: digest.slice(0, 32), spanId: digest.slice(32, 48) };
}

export const newTraceId = (): string => randomBytes(16).toString('hex');
export const newSpanId = (): string => randomBytes(8).toString('hex');

const WHOLE = 2 ** 32;

/** Whether so large a share of all traces has this one: the same answer in every process and stage. */
export const isKept = (traceId: string, share: number): boolean =>
  Number.parseInt(traceId.slice(24), 16) < share * WHOLE;

const TRACEPARENT = /^(?!ff)[\da-f]{2}-((?!0{32})[\da-f]{32})-((?!0{16})[\da-f]{16})-[\da-f]{2}(?:-.*)?$/;

/** Of the header `traceparent` (https://www.w3.org/TR/trace-context/); null: it is none. */
export function readTraceparent(header: unknown): SpanIds | null {
  const [, traceId, spanId] = (typeof header === 'string' && TRACEPARENT.exec(header)) || [];
  return traceId !== undefined && spanId !== undefined ? { traceId, spanId } : null;
}

export const writeTraceparent = ({ traceId, spanId }: SpanIds, kept: boolean): string =>
  `00-${traceId}-${spanId}-${kept ? '01' : '00'}`;
