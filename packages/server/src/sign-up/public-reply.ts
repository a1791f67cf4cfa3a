/** What public pages have in common: they take forms alone, and answer pages whatever happens. */
import { PAGE_LANGUAGES, type PageLanguage } from '@parley/contract';
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
    return sendNotice(request, reply.status(429), 'busy');
  }
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) return sendNotice(request, reply.status(status), 'unread');
  request.log.error({ err: error }, 'a public page failed');
  return sendNotice(request, reply.status(500), 'fault');
}

type Notice = 'gone' | 'busy' | 'unread' | 'fault';

/** Where no page says its language: in the one that the visitor's browser likes best of those we have. */
export function sendNotice(request: FastifyRequest, reply: FastifyReply, notice: Notice): FastifyReply {
  const language = likedLanguage(request.headers['accept-language'] ?? '');
  return send(reply, renderNotice(pageWords[language][notice], language));
}

/** Of a header like `ar-EG,ar;q=0.9,en;q=0.8`. `iw` is what old phones call Hebrew. */
function likedLanguage(header: string): PageLanguage {
  const liked = header
    .split(',')
    .map((part) => {
      const [tag = '', weight = ''] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*q=/);
      const code = tag.split('-')[0];
      return { code: code === 'iw' ? 'he' : code, weight: weight === '' ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight);
  for (const { code } of liked) {
    const known = PAGE_LANGUAGES.find((language) => language === code);
    if (known) return known;
  }
  return 'en';
}
