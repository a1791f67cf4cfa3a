/** Every failure of REST v1 as RFC 9457 has it. */
import { type Problem, problemType, writeId } from '@parley/contract/api/index.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { UnusableFile } from '../campaign-files/index.ts';
import { AWAY_RETRY_SECONDS, whyAway } from '../platform/db/outage.ts';
import { Busy, Malformed, NotFound, Refusal, TooMany } from '../platform/errors.ts';
import { BodyError } from '../platform/http/form.ts';
import { UNREADABLE, UNREADABLE_RETRY_SECONDS, UnreadableSecret } from '../platform/secrets.ts';
import { SegmentInUse } from '../segments/index.ts';

type Errors = NonNullable<Problem['errors']>;

const TITLES: Readonly<Record<number, string>> = {
  400: 'Unreadable request',
  401: 'No valid key',
  403: 'Scope missing',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Refused',
  412: 'Changed meanwhile',
  413: 'Request too large',
  415: 'Not JSON',
  422: 'Invalid request',
  429: 'Too many requests',
  500: 'Fault',
  503: 'Not available',
  507: 'No room left',
};

/** A failure that only REST v1 knows. */
export class ApiFault extends Error {
  readonly status: number;
  readonly errors: Errors;
  constructor(status: number, detail: string, errors: Errors = []) {
    super(detail);
    this.status = status;
    this.errors = errors;
  }
}

/** One wrong field of the body, or one wrong parameter. */
export const invalid = (...errors: Errors) =>
  new ApiFault(422, 'Some of what you sent can’t be used: see “errors”.', errors);

const WORDS: Readonly<Record<number, string>> = {
  404: 'There is nothing here.',
  413: 'The request is too large.',
  415: 'The body must be JSON, with the content type application/json.',
};

/** Answers a failure; a fault of ours is logged. */
export function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, detail, errors, usedBy, retryAfter } = explain(error);
  if (status === 500 || whyAway(error)) request.log.error({ err: error }, 'a call of the REST API failed');
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="Parley"');
  const problem: Problem = {
    type: problemType(status),
    title: TITLES[status] ?? (TITLES[400] as string),
    status,
    detail,
    ...(errors && errors.length > 0 ? { errors } : {}),
    ...(usedBy ? { used_by: usedBy } : {}),
  };
  // As bytes: text would be given a charset, which JSON has none of.
  return reply
    .status(status)
    .type('application/problem+json')
    .send(Buffer.from(JSON.stringify(problem)));
}

type UsedBy = NonNullable<Problem['used_by']>;
type Explained = { status: number; detail: string; errors?: Errors; usedBy?: UsedBy; retryAfter?: number };

const KINDS = { segment: 'segment', automata: 'automation', blast: 'blast' } as const;

const usersOf = ({ uses }: SegmentInUse): UsedBy =>
  uses.map(({ kind, id, name }) => ({ kind: KINDS[kind], id: writeId(KINDS[kind], id), name }));

function explain(error: unknown): Explained {
  if (error instanceof ApiFault) return { status: error.status, detail: error.message, errors: error.errors };
  if (error instanceof UnreadableSecret)
    return { status: 503, detail: UNREADABLE, retryAfter: UNREADABLE_RETRY_SECONDS };
  if (error instanceof SegmentInUse) return { status: 409, detail: error.message, usedBy: usersOf(error) };
  if (error instanceof UnusableFile)
    return {
      status: 422,
      detail: error.message,
      errors: error.faults.map(({ pointer, problem }) => ({
        pointer: `#/file${encodeURI(pointer)}`,
        detail: problem,
      })),
    };
  if (error instanceof Refusal) return { status: 409, detail: error.message };
  if (error instanceof NotFound) return { status: 404, detail: error.message || (WORDS[404] as string) };
  if (error instanceof Malformed) return { status: 422, detail: error.message };
  if (error instanceof TooMany)
    return { status: 429, detail: error.message, retryAfter: error.retryAfterSeconds };
  if (error instanceof Busy)
    return { status: 503, detail: error.message, retryAfter: error.retryAfterSeconds };
  if (error instanceof BodyError) return { status: error.statusCode, detail: error.message };
  const away = whyAway(error);
  if (away) return { status: away.status, detail: away.message, retryAfter: AWAY_RETRY_SECONDS };
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status >= 400 && status < 500)
    return { status, detail: WORDS[status] ?? 'The request could not be read.' };
  return { status: 500, detail: 'Something went wrong on our side. Please try again.' };
}
