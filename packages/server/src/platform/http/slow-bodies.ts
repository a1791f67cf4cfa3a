/**
 * Ends requests whose body comes too slowly: after half a minute it must have come at the pace of the slowest
 * phone, as with Apache's mod_reqtimeout (`body=20,MinRate=500`). What came quickly may rest: an upload that
 * has brought a megabyte waits for a phone that has lost its signal.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { answerBrokenRequest } from './early.ts';

const LOOK_EVERY_MS = 1_000;

export type BodyPace = { graceMs: number; bytesPerSecond: number };
const USUAL: BodyPace = { graceMs: 30_000, bytesPerSecond: 500 };

type Coming = { since: number; bytesBefore: number; reply: ServerResponse };

export function endSlowBodies(app: FastifyInstance, pace: BodyPace = USUAL): void {
  const coming = new Map<IncomingMessage, Coming>();
  let timer: NodeJS.Timeout | undefined;

  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (hasBody(raw)) {
      coming.set(raw, { since: performance.now(), bytesBefore: raw.socket.bytesRead, reply: reply.raw });
      timer ??= setInterval(look, LOOK_EVERY_MS);
    }
    done();
  });
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    // What was answered before its end goes on coming.
    if (isOver(raw)) coming.delete(raw);
    done();
  });
  app.addHook('onClose', async () => clearInterval(timer));

  function look(): void {
    for (const [raw, each] of coming) {
      if (isOver(raw)) coming.delete(raw);
      else if (isLate(raw, each, pace)) end(raw, each.reply);
    }
    if (coming.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const isOver = ({ complete, readableEnded, socket }: IncomingMessage) =>
  complete || readableEnded || socket.destroyed;

function isLate({ socket }: IncomingMessage, { since, bytesBefore }: Coming, pace: BodyPace): boolean {
  const earned = ((socket.bytesRead - bytesBefore) / pace.bytesPerSecond) * 1_000;
  return performance.now() > since + pace.graceMs + earned;
}

/** Who goes on after being told is found again, and cut off. */
function end({ socket }: IncomingMessage, reply: ServerResponse): void {
  if (reply.headersSent) socket.destroy();
  else answerBrokenRequest({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket);
}
