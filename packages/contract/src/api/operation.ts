import type { z } from 'zod';
import type { IdKind } from './schema.ts';
import type { ApiResource, ApiScope } from './scopes.ts';

/** The ids that a path names: `/lists/{list}/members` has the number of a list. */
export type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name]: number } & ParamsOf<Rest>
  : unknown;

/** A request and its answer, as the documentation shows them and a test runs them. */
export type Example = {
  /** With the ids of the example's things. */
  path: string;
  body?: unknown;
  answer?: unknown;
};

/** One call of REST v1. */
export type Operation<
  Path extends string = string,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: Path;
  resource: ApiResource;
  scope: ApiScope;
  summary: string;
  description?: string;
  query?: Query;
  body?: Body;
  /** The largest body in bytes, where it is not the usual one. */
  bodyBytes?: number;
  status: 200 | 201 | 202 | 204;
  /** None for 204. */
  answer?: Answer;
  /** Its answer has an ETag; with a change, If-Match is heeded. */
  hasVersion?: boolean;
  /** A rule of the product may say no. */
  mayBeRefused?: boolean;
  example: Example;
};

/** Keeps the types of a row of the table. */
export function operation<
  const Path extends string,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Answer extends z.ZodType = z.ZodUndefined,
>(spec: Operation<Path, Query, Body, Answer>): Operation<Path, Query, Body, Answer> {
  return spec;
}

/** What a handler is given: ids as numbers, query and body as their schemas read them. */
export type GivenTo<O> =
  O extends Operation<infer Path, infer Query, infer Body, z.ZodType>
    ? { ids: ParamsOf<Path>; query: z.output<Query>; body: z.output<Body> }
    : never;
/** What a handler answers. */
export type AnswerOf<O> =
  O extends Operation<string, z.ZodType, z.ZodType, infer Answer> ? z.input<Answer> : never;

/** The names of the ids in a path, in their order. */
export const idsIn = (path: string): IdKind[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as IdKind);
