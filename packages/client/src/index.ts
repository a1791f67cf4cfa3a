/** The typed client of REST v1. Its types are made from the OpenAPI document: rest-v1.ts. */
import createClient, { type Client } from 'openapi-fetch';
import { patient } from './patient-fetch.ts';
import type { components, paths } from './rest-v1.ts';

export type { components, operations, paths } from './rest-v1.ts';

export type ParleyOptions = {
  /** The address of the installation: `https://sms.example.com`. */
  baseUrl: string;
  /** A key of the Credentials Manager: `pk_live_…`, or `pk_test_…`, with which nothing is kept or sent. */
  key: string;
  /** How often a request is made again after 429, 503 or no answer at all; 3 unless told. */
  retries?: number;
  /** Instead of the global one. */
  fetch?: (request: Request) => Promise<Response>;
};

export type ParleyClient = Client<paths>;

/**
 * A client with a method for each HTTP verb: `parley.GET('/contacts/{contact}', { params: … })`. A write gets
 * an Idempotency-Key where none is given, so that one that is made again is done once.
 */
export function createParley({
  baseUrl,
  key,
  retries = 3,
  fetch = globalThis.fetch,
}: ParleyOptions): ParleyClient {
  return createClient<paths>({
    baseUrl: `${baseUrl.replace(/\/+$/, '')}/api/v1`,
    headers: { Authorization: `Bearer ${key}` },
    fetch: patient(fetch, retries),
  });
}

type Problem = components['schemas']['Problem'];

/** What the API says of a request that was not done (RFC 9457). */
export class ParleyProblem extends Error {
  readonly status: number;
  readonly problem: Partial<Problem>;
  constructor(status: number, problem: Partial<Problem>) {
    super(problem.detail ?? problem.title ?? `Parley answered ${status}.`);
    this.name = 'ParleyProblem';
    this.status = status;
    this.problem = problem;
  }
}

type Answered<T> = { data?: T; error?: unknown; response: Response };

/** What a request answered. @throws {@link ParleyProblem} when it was not done. */
export async function answerOf<T>(asked: Promise<Answered<T>>): Promise<T> {
  const { data, error, response } = await asked;
  if (!response.ok) {
    const problem = typeof error === 'object' && error !== null ? (error as Partial<Problem>) : {};
    throw new ParleyProblem(response.status, problem);
  }
  return data as T;
}

type Page<T> = { data: readonly T[]; next_cursor: string | null };

/**
 * Everything that a list has, page by page; `ask` gets the cursor of each page, undefined for the first:
 * `eachOf((cursor) => parley.GET('/contacts', { params: { query: { cursor } } }))`.
 * @throws {@link ParleyProblem} as {@link answerOf}.
 */
export async function* eachOf<T>(
  ask: (cursor: string | undefined) => Promise<Answered<Page<T>>>,
): AsyncGenerator<T> {
  let cursor: string | undefined;
  do {
    const page = await answerOf(ask(cursor));
    yield* page.data;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}
