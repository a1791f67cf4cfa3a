/**
 * What carriers over HTTP share: one short request, lanes that hand messages over, and what a broken request
 * means.
 */
import type { LookupFunction } from 'node:net';
import { brotliDecompressSync, constants, gunzipSync, inflateSync } from 'node:zlib';
import { Client } from 'undici';
import { limitInterim } from '../platform/http/outbound.ts';
import { readRetryAfter } from '../platform/http/retry-after.ts';
import type { LinkState, OutgoingMessage, ProviderError, Report, SendResult } from './carrier.ts';

/** At this many requests at a time a blast fills a carrier; it may be set to fewer (CARRIER_REQUESTS). */
export const LANES = 64;
/** As many again may hang (`sending/in-flight-window.ts`), and replies find a few connections beside them. */
const CONNECTIONS = 2 * LANES + 8;
/** How long an answer may take. */
export const ANSWER_MS = 30_000;
const CONNECT_MS = 8_000;
const TICK_MS = 250;
const LONGEST_ANSWER = 64 * 1024;
const LONGEST_REASON = 300;
const RETRY_AFTER_MS = 1_000;

export type HttpAnswer = {
  status: number;
  retryAfter: string | string[] | undefined;
  text: string;
  /** False: the body was too long, too slow or broke off, and `text` is its beginning. */
  isWhole: boolean;
};
export type HttpRequest = {
  method: 'GET' | 'POST';
  path: string;
  /** Names and values in turn, as they go over the wire. */
  headers?: string[];
  body?: string;
};

/** Connections to one server, each with one request at a time; they are made when they are needed. */
export type Connections = {
  /**
   * Rejects when the connection cannot be made, or breaks or keeps silent before the answer's head is there.
   */
  request: (request: HttpRequest) => Promise<HttpAnswer>;
  close: () => Promise<void>;
};

/** A request, and who waits for its answer. */
type Asked = {
  request: HttpRequest;
  resolve: (answer: HttpAnswer) => void;
  reject: (error: Error) => void;
};

/** A request under way. */
type Running = { since: number; abort: (error: Error) => void };

/** What the requests to one server share. */
type Shared = {
  running: Set<Running>;
  /** Those whose connection has answered before. */
  reused: Set<Client>;
  /** A connection for each request. */
  oneEach: boolean;
};

/** It failed before anything of it was written: no connection, no handshake, no address. */
class NeverWritten extends Error {}

/**
 * undici's clients with a list of those that are free: its own pool looks for one on every request, and tells
 * of it by events. One clock for all requests instead of undici's time limits, which start anew with each
 * byte: an answer that drips would never end.
 */
export function openConnections(
  origin: string,
  lookup: LookupFunction | undefined,
  answerMs: number,
): Connections {
  const options: Client.Options = {
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: CONNECT_MS, ...(lookup ? { lookup } : {}) },
  };
  const clients = Array.from({ length: CONNECTIONS }, () => new Client(origin, options));
  const free = [...clients];
  const waiting: ((client: Client) => void)[] = [];
  const shared: Shared = { running: new Set(), reused: new Set(), oneEach: false };
  const { running, reused } = shared;
  for (const client of clients) client.on('disconnect', () => reused.delete(client));
  const ticker = setInterval(() => {
    const before = performance.now() - answerMs;
    for (const request of running) {
      if (request.since > before) break;
      running.delete(request);
      request.abort(new Error('The carrier took too long to answer.'));
    }
  }, TICK_MS).unref();

  function release(client: Client): void {
    const next = waiting.shift();
    if (next) next(client);
    else free.push(client);
  }

  return {
    request: (request) =>
      new Promise((resolve, reject) => {
        const start = (client: Client) =>
          dispatch(client, shared, () => release(client), { request, resolve, reject });
        const client = free.pop();
        if (client) start(client);
        else waiting.push(start);
      }),
    async close() {
      await Promise.all(clients.map((client) => client.close()));
      clearInterval(ticker);
    },
  };
}

/**
 * One request, by undici's callbacks: a stream and its promises for every short answer would cost as much as
 * the request.
 */
function dispatch(
  client: Client,
  shared: Shared,
  release: () => void,
  { request: { method, path, headers = NO_HEADERS, body }, resolve, reject }: Asked,
): void {
  const parts: Buffer[] = [];
  let size = 0;
  let status = 0;
  let retryAfter: HttpAnswer['retryAfter'];
  let packing: string | string[] | undefined;
  let request: Running | undefined;
  const wasReused = shared.reused.has(client);
  const interim = limitInterim();

  function end(isWhole: boolean): void {
    if (request) shared.running.delete(request);
    release();
    const text = textOf(parts, packing);
    resolve({ status, retryAfter, text: text ?? '', isWhole: isWhole && text !== null });
  }

  client.dispatch(
    { path, method, headers, body: body ?? null, reset: shared.oneEach },
    {
      onRequestStart(controller) {
        request = { since: performance.now(), abort: (error) => controller.abort(error) };
        shared.running.add(request);
      },
      onResponseStart(_controller, code, answered) {
        if (code < 200) return interim();
        status = code;
        retryAfter = answered['retry-after'];
        packing = answered['content-encoding'];
      },
      onResponseData(controller, chunk) {
        size += chunk.length;
        parts.push(chunk);
        if (size > LONGEST_ANSWER) controller.abort(new Error('The answer is too long.'));
      },
      onResponseEnd() {
        shared.reused.add(client);
        end(true);
      },
      onResponseError(_controller, error) {
        // The head says what became of the request, whatever became of the rest.
        if (status >= 200) return end(false);
        // A server that closes without saying so does it again: each such close leaves a message in doubt.
        if (wasReused && BROKEN.has(codeOf(error))) shared.oneEach = true;
        if (request) shared.running.delete(request);
        release();
        reject(request ? error : new NeverWritten(error.message, { cause: error }));
      },
    },
  );
}

const NO_HEADERS: string[] = [];

/** We ask for no packing, and some carriers and proxies pack all the same. */
const UNPACK: Readonly<Record<string, (packed: Buffer) => Buffer>> = {
  gzip: (packed) => gunzipSync(packed, PACKED),
  'x-gzip': (packed) => gunzipSync(packed, PACKED),
  deflate: (packed) => inflateSync(packed, PACKED),
  br: (packed) => brotliDecompressSync(packed, { maxOutputLength: LONGEST_ANSWER }),
};
/** Of what broke off the beginning counts. */
const PACKED = { maxOutputLength: LONGEST_ANSWER, finishFlush: constants.Z_SYNC_FLUSH };

/** Null: it is packed in a way that cannot be read. */
function textOf(parts: readonly Buffer[], packing: string | string[] | undefined): string | null {
  const bytes = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
  if (packing === undefined || packing === 'identity' || bytes.length === 0) return bytes.toString('utf8');
  try {
    return UNPACK[String(packing).toLowerCase()]?.(bytes).toString('utf8') ?? null;
  } catch {
    return null;
  }
}

/** How long a carrier that is busy rests: as it asks, else a second. */
export const retryAfterMs = (value: HttpAnswer['retryAfter']): number =>
  readRetryAfter(value) ?? RETRY_AFTER_MS;

/** Statuses of a wrong address or a redirect: trouble of the connection, not of the message. */
export const isWrongAddress = (status: number) =>
  (status >= 300 && status < 400) || status === 404 || status === 405 || status === 407;

/**
 * Wrong credentials, no money left, a door that is shut: trouble of the connection, not of the message, which
 * waits until it is put right.
 */
export const isRefusedAccess = (status: number) => status === 401 || status === 402 || status === 403;

/** What a refusal says for a person to read: of a page its title, else its words. */
export function wordsOf(text: string): string {
  const trimmed = text.replace(/[\p{Cc}\uFFFD]+/gu, ' ').trim();
  if (!trimmed.startsWith('<')) return trimmed.slice(0, LONGEST_REASON);
  const title = /<title[^>]*>([^<]*)/i.exec(trimmed)?.[1] ?? trimmed.replace(/<[^>]*>?/g, ' ');
  const plain = title.replace(/&(amp|lt|gt|quot|#39);/g, (_whole, name: string) => ENTITIES[name] ?? '');
  return plain.replace(/\s+/g, ' ').trim().slice(0, LONGEST_REASON);
}
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The other end closed the connection. */
const BROKEN = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

export function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return code ?? cause?.code ?? 'ERROR';
}

/** The connection's settings changed while messages waited for it: they go over the new one. */
const CLOSED = new Set(['UND_ERR_CLOSED', 'UND_ERR_DESTROYED']);

/** What a request that threw makes of its message. */
export function brokenRequest(error: unknown): SendResult {
  const code = codeOf(error);
  if (CLOSED.has(code)) return { is: 'throttled', retryAfterMs: RETRY_AFTER_MS };
  return error instanceof NeverWritten
    ? { is: 'rejected', code, reason: 'The carrier could not be reached.', retry: true }
    : { is: 'unknown', reason: 'The connection broke before the carrier answered.' };
}

/**
 * What a broken connection says for a person to read: Node's own advice on certificates is for its
 * programmers.
 */
export const troubleWords = (code: string, words: string): string =>
  /CERT|SIGNATURE|ISSUER|ERR_TLS/.test(code) ? 'The carrier’s certificate was not accepted.' : words;

/** A probe that threw. */
export function brokenProbe(error: unknown): ProviderError {
  const { message, cause } = error as Error;
  // OpenSSL's message is a line of its source; its reason is the words.
  const { reason = message } = (cause ?? error) as { reason?: string };
  const code = codeOf(error);
  return { code, reason: troubleWords(code, wordsOf(reason)) };
}

/** Hands groups over in `most` lanes, and knows how long the oldest request has been waiting. */
export function createLanes(sendOne: (message: OutgoingMessage) => Promise<SendResult>, most: number) {
  /** When the request began that a lane waits for, by `performance.now`. */
  type Lane = { since: number };
  const waiting = new Set<Lane>();

  return {
    link(): LinkState {
      let oldest: number | null = null;
      for (const { since } of waiting) oldest = Math.min(oldest ?? since, since);
      return { state: 'ready', inFlight: waiting.size, window: most, oldest };
    },
    async send(
      groups: readonly (readonly OutgoingMessage[])[],
      report: Report,
      mayStart: () => boolean,
    ): Promise<void> {
      let next = 0;
      async function work(lane: Lane): Promise<void> {
        for (;;) {
          const group = groups[next];
          next += 1;
          if (!group) return;
          for (const message of group) {
            if (!mayStart()) return;
            lane.since = performance.now();
            const result = await sendOne(message);
            report(message, result);
            // What follows must not overtake it.
            if (result.is === 'throttled' || (result.is === 'rejected' && result.retry)) break;
          }
        }
      }
      async function open(): Promise<void> {
        const lane = { since: performance.now() };
        waiting.add(lane);
        await work(lane).finally(() => waiting.delete(lane));
      }
      await Promise.all(Array.from({ length: Math.min(most, groups.length) }, open));
    },
  };
}
