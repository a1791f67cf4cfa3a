/** OpenAPI 3.1 of REST v1, written from the same schemas that requests are checked by. */
import { API_LIMITS } from '@parley/rules/limits.ts';
import { z } from 'zod';
import { API_BASE, idsIn, type Operation, operations, Problem } from './index.ts';
import { idPattern } from './schema.ts';
import { API_SCOPES } from './scopes.ts';
import { webhooksOfRest } from './webhook-events.ts';

type Json = Record<string, unknown>;

const RESOURCE_WORDS: Record<Operation['resource'], string> = {
  contacts: 'People with a phone number whom you know, and what you note of them.',
  lists: 'Contacts gathered under a name: whom a blast goes to.',
  tags: 'What you note of contacts.',
  'opt-outs': 'Numbers that must get nothing more.',
  segments: 'People by what is known of them and what they did, found anew each time.',
  campaigns: 'Conversations that you have built.',
  channels: 'The numbers that you text from.',
  messages: 'Texts to single contacts. Opt-outs, quiet hours and the balance hold for all of them.',
  blasts: 'Campaigns sent to many people at once.',
  automations:
    'Blasts that repeat by themselves and campaigns that events start, made on the screens (Automata Manager).',
  reports: 'The figures of the reports on the screens.',
  webhooks: 'Addresses of yours that are told what happens to contacts.',
  events: 'What contacts did elsewhere, such as an order.',
};

const PROBLEMS: Record<number, string> = {
  400: 'The request could not be read.',
  401: 'There is no valid key.',
  403: 'The key lacks the scope.',
  404: 'There is no such thing in this account.',
  409: 'A rule of the product says no, or the same request has not ended.',
  412: 'It was changed meanwhile: its ETag is another one than If-Match names.',
  413: 'The request is too large.',
  415: 'The body is not JSON.',
  422: 'A field is missing, unknown or wrong; or the Idempotency-Key was used for another request.',
  429: 'Too many requests: wait for Retry-After seconds.',
  503: 'The database is away for a moment: try again after Retry-After seconds.',
  507: 'The server’s disk is full: nothing was stored. Try again later, after Retry-After seconds at the earliest.',
};

/** The document. */
export function openApiOfRest(): Json {
  const schemas: Json = {};
  const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => hoisted(schema, io, schemas);
  const paths: Record<string, Json> = {};
  for (const [id, spec] of Object.entries(operations) as [string, Operation][])
    paths[spec.path] = { ...paths[spec.path], [spec.method.toLowerCase()]: describe(id, spec, schemaOf) };
  schemaOf(Problem, 'output');
  const used = new Set(Object.values(operations).map(({ resource }) => resource));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley REST API',
      version: '1.0.0',
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: API_BASE }],
    security: [{ key: [] }],
    tags: [...used].map((name) => ({ name, description: RESOURCE_WORDS[name] })),
    paths,
    webhooks: webhooksOfRest(),
    components: {
      schemas,
      responses: Object.fromEntries(
        Object.entries(PROBLEMS).map(([status, words]) => [
          `Problem${status}`,
          problem(Number(status), words),
        ]),
      ),
      headers: HEADERS,
      parameters: PARAMETERS,
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: `A key of the Credentials Manager, \`pk_live_…\` or \`pk_test_…\`. Its scopes: ${API_SCOPES.map((scope) => `\`${scope}\``).join(', ')}.`,
        },
      },
    },
  };
}

const INTRODUCTION = `Send your key as \`Authorization: Bearer pk_live_…\`. With a \`pk_test_…\` key every request is checked and answered as it would be, and then taken back: nothing is kept, nothing is sent.

Ids are texts with a prefix. Times are RFC 3339. Lists come in pages: give \`next_cursor\` back as \`cursor\`. Unknown fields are refused. Problems are \`application/problem+json\` (RFC 9457). A write with an \`Idempotency-Key\` is done once, however often it arrives within 24 hours. ${API_LIMITS.requestsAMinute} requests a minute and key.`;

const HEADERS: Json = {
  ETag: { description: 'The version of the answer; give it back as If-Match.', schema: { type: 'string' } },
  'RateLimit-Limit': { description: 'Requests of a minute.', schema: { type: 'integer' } },
  'RateLimit-Remaining': { description: 'Requests left in this minute.', schema: { type: 'integer' } },
  'RateLimit-Reset': { description: 'Seconds until the next minute.', schema: { type: 'integer' } },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
};

const PARAMETERS: Json = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'The same request with the same key within 24 hours is done once and gets the same answer; another request with it is refused with 422.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,100}$' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'An ETag: do it only if nobody changed the thing since.',
    schema: { type: 'string' },
  },
};

const RATE_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
const headerRefs = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

function problem(status: number, description: string): Json {
  const names = [429, 503, 507].includes(status) ? ['Retry-After'] : [];
  return {
    description,
    ...(names.length > 0 ? { headers: headerRefs(names) } : {}),
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}

type SchemaOf = (schema: z.ZodType, io: 'input' | 'output') => Json;

function describe(id: string, spec: Operation, schemaOf: SchemaOf): Json {
  const { method, path, query, body, status, answer, example, hasVersion } = spec;
  const isWrite = method !== 'GET';
  const parameters = [
    ...idsIn(path).map((name) => ({
      name,
      in: 'path',
      required: true,
      description: `The id of the ${name}.`,
      schema: { type: 'string', pattern: idPattern(name).source },
    })),
    ...(query ? queryParameters(schemaOf(query, 'input')) : []),
    ...(isWrite ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(isWrite && hasVersion && status !== 201 ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
  ];
  return {
    operationId: id,
    tags: [spec.resource],
    summary: spec.summary,
    description: [spec.description, `Scope: \`${spec.scope}\`.`].filter(Boolean).join('\n\n'),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? { requestBody: { required: true, content: jsonOf(schemaOf(body, 'input'), example.body) } }
      : {}),
    responses: {
      [status]: {
        description: answer ? 'Done.' : 'Done; there is nothing to answer.',
        headers: headerRefs([...(hasVersion && answer ? ['ETag'] : []), ...RATE_HEADERS]),
        ...(answer ? { content: jsonOf(schemaOf(answer, 'output'), example.answer) } : {}),
      },
      ...Object.fromEntries(
        problemsOf(spec).map((code) => [code, { $ref: `#/components/responses/Problem${code}` }]),
      ),
    },
  };
}

/** The problems that an operation may answer. */
export function problemsOf({
  method,
  path,
  query,
  body,
  hasVersion,
  mayBeRefused,
  status,
}: Operation): number[] {
  const isWrite = method !== 'GET';
  const isRead = query !== undefined || body !== undefined || isWrite;
  return [
    400,
    401,
    403,
    ...(path.includes('{') || body || query ? [404] : []),
    ...(isWrite || mayBeRefused ? [409] : []),
    ...(isWrite && hasVersion && status !== 201 ? [412] : []),
    ...(body ? [413, 415] : []),
    ...(isRead ? [422] : []),
    429,
    503,
    ...(isWrite ? [507] : []),
  ];
}

const jsonOf = (schema: Json, example: unknown) => ({ 'application/json': { schema, example } });

function queryParameters(schema: Json): Json[] {
  const required = (schema.required as string[] | undefined) ?? [];
  return Object.entries(schema.properties as Record<string, Json>).map(
    ([name, { description, documented, ...rest }]) => ({
      name,
      in: 'query',
      ...(required.includes(name) ? { required: true } : {}),
      ...(description ? { description } : {}),
      schema: documented ?? rest,
    }),
  );
}

/** A schema in JSON, its named parts laid beside the others. */
function hoisted(schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const { $schema: _, $defs, ...own } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' }) as Json;
  for (const [name, part] of Object.entries(($defs as Record<string, Json> | undefined) ?? {}))
    schemas[name] = withoutId(inComponents(part));
  const { id } = own;
  if (typeof id !== 'string') return inComponents(own);
  schemas[id] = withoutId(inComponents(own));
  return { $ref: `#/components/schemas/${id}` };
}

const withoutId = ({ id: _, ...rest }: Json): Json => rest;
/**
 * Without what says nothing to a reader: the pattern of a date, the largest number there is. Several types
 * are alternatives, which every generator of clients reads.
 */
const inComponents = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/$defs/', '#/components/schemas/'), (_key, value) => {
    if (value?.format === 'date-time') delete value.pattern;
    if (Array.isArray(value?.type) && !value.type.includes('null')) {
      const { type, ...rest } = value;
      return { ...rest, anyOf: type.map((one: string) => ({ type: one })) };
    }
    if (value?.maximum === Number.MAX_SAFE_INTEGER) delete value.maximum;
    return value;
  }) as Json;
