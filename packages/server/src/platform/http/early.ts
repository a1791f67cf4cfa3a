/**
 * Answers to requests that no route of ours gets to see, and to faults outside the session calls: all in the
 * envelope of every reply.
 */

import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { refusedReply } from '@parley/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AWAY_RETRY_SECONDS, whyAway } from '../db/outage.ts';
import { UNREADABLE, UNREADABLE_RETRY_SECONDS, UnreadableSecret } from '../secrets.ts';
import { BodyError } from './form.ts';

const WORDS: Readonly<Record<number, string>> = {
  400: 'The request could not be read.',
  404: 'That was not found.',
  408: 'The request took too long.',
  413: 'The request is too large.',
  415: 'The request must be form data or JSON.',
  431: 'The headers of the request are too large.',
};
const FAULT = 'Something went wrong on our side. Please try again.';

const envelope = (message: string) => refusedReply(message);

/** Errors of routes without words of their own. What a fault says stays in the log. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = error.statusCode ?? 500;
  if (error instanceof BodyError) return reply.status(status).send(envelope(error.message));
  if (status >= 400 && status < 500)
    return reply.status(status).send(envelope(WORDS[status] ?? (WORDS[400] as string)));
  // The log says so once, at the start: a carrier calls a hundred times a second.
  if (error instanceof UnreadableSecret)
    return reply
      .status(503)
      .header('retry-after', String(UNREADABLE_RETRY_SECONDS))
      .send(envelope(UNREADABLE));
  request.log.error({ err: error }, 'a request failed');
  const away = whyAway(error);
  if (away)
    return reply
      .status(away.status)
      .header('retry-after', String(AWAY_RETRY_SECONDS))
      .send(envelope(away.message));
  return reply.status(500).send(envelope(FAULT));
}

/** A path that is no path, such as %zz: there is nothing there. */
export function answerBadPath(_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  void reply.status(404).send(envelope(WORDS[404] as string));
}

/** Answered by whoever answers the failures of that path. */
class NoSuchPath extends Error {
  readonly statusCode = 404;
}

/** A NUL in a path names nothing, and PostgreSQL cannot even be asked for it. */
export function refuseNul(
  request: FastifyRequest,
  _reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const { url } = request;
  if (url.includes('%00') && (url.split('?', 1)[0] as string).includes('%00')) done(new NoSuchPath());
  else done();
}

/** Nothing is unpacked here: a few kilobytes may be gigabytes. */
export async function refuseCompressed({ headers }: FastifyRequest): Promise<void> {
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new BodyError(415, 'The request must not be compressed.');
}

/**
 * An empty body has no type: clients that name one all the same (an empty string is text/plain to `fetch`)
 * ask without fields.
 */
export async function forgetTypeOfNothing({ headers }: FastifyRequest): Promise<void> {
  if (headers['content-length'] === '0') delete headers['content-type'];
}

/** Long enough for the answer to be read: a close while more comes would take it away (RFC 9112, 9.6). */
const LINGER_MS = 2_000;

/**
 * Bytes that are no HTTP, headers too large, a request that never ends: answered once, then the connection is
 * closed, also to those who keep their own side of it open.
 */
export function answerBrokenRequest(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const body = JSON.stringify(envelope(WORDS[status] as string));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
  const lingering = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(lingering));
}
