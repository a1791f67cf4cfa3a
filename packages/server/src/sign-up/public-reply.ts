/** What public pages have in common: they take forms alone, and answer pages whatever happens. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TooMany } from '../platform/errors.ts';
import { pageWords } from './page-words.ts';
import { type RenderedPage, renderNotice } from './render-page.ts';

/** Whatever goes wrong in this scope is said as a page; other bodies than forms are not read. */
export function takeForms(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json');
  app.setErrorHandler((error: FastifyError, request, reply) => sendProblem(error, request, reply));
}

/** Fields of a form: one that is missing, or given several times, is empty. */
export function fieldsOf(body: unknown): (name: string) => string {
  const fields = (body ?? {}) as Record<string, unknown>;
  return (name) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : '';
    return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : '';
  };
}

export function send(reply: FastifyReply, { html, policy }: RenderedPage): FastifyReply {
  // The policy says who may frame it, more exactly.
  return reply
    .removeHeader('x-frame-options')
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', policy)
    .header('referrer-policy', 'no-referrer')
    .send(html);
}

function sendProblem(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof TooMany) {
    reply.header('retry-after', String(error.retryAfterSeconds));
    return send(reply.status(429), renderNotice(pageWords.en.busy));
  }
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) return send(reply.status(status), renderNotice(pageWords.en.unread));
  request.log.error({ err: error }, 'a public page failed');
  return send(reply.status(500), renderNotice(pageWords.en.fault));
}
