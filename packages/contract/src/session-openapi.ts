/** OpenAPI 3.1 of the session calls, written from the fields that requests are read by. */
import { z } from 'zod';
import { calls } from './api-index.ts';
import { TRIGGER_FIELDS, TRIGGER_PATH } from './api-trigger.ts';
import { BASE, type Call, type FieldMap } from './kernel/call.ts';
import type { JsonSchema, Shape } from './kernel/codec.ts';
import { INTENT_HEADER } from './kernel/headers.ts';

const GROUP_WORDS: Record<keyof typeof calls, string> = {
  access: 'Signing in, codes, and forgotten passwords.',
  account: 'The account and the person who is signed in.',
  team: 'Who works in the account.',
  sessions: 'Where somebody is signed in.',
  authenticator: 'Sign-in codes from an app.',
  passkeys: 'Signing in without a password.',
  campaigns: 'Conversations that somebody has built.',
  templates: 'What a campaign is made from.',
  campaignFiles: 'Campaigns as files, out and in.',
  flow: 'The steps of a campaign: draft, versions, check.',
  stepCounts: 'How far people got in a campaign, step by step.',
  apiSteps: 'Steps that ask another system.',
  talks: 'Conversations kept as tests of a campaign, and whom a flow is tried as.',
  conversations: 'People in the middle of a campaign.',
  keyword: 'The words that start a campaign.',
  blast: 'A campaign sent to many people at once.',
  approvals: 'Blasts that wait for the yes of somebody else.',
  delivery: 'What became of the messages of a blast.',
  tags: 'What is noted of contacts.',
  lists: 'Contacts gathered under a name.',
  uses: 'What a list, a tag or a campaign is used by.',
  members: 'The contacts of a list.',
  segments: 'People by what is known of them and what they did.',
  signUpPages: 'Pages where people join a list.',
  preferencePage: 'The page where people choose what they get.',
  imports: 'Files of contacts.',
  automata: 'Blasts that repeat, and campaigns that events start.',
  credentials: 'Keys of the trigger URL.',
  apiKeys: 'Keys of REST v1.',
  webhooks: 'Addresses that are told what happens.',
  customEvents: 'Events that other systems report.',
  retention: 'How long data is kept.',
  channels: 'The numbers that texts come from.',
  catchAll: 'What answers where nothing else does.',
  connections: 'How a channel reaches its carrier.',
  reports: 'Reports and what they show.',
  tiles: 'The figures of a report.',
  links: 'Short links and their clicks.',
  audit: 'Who did what.',
  inbox: 'Texts that came in, and the team’s replies.',
  answers: 'Replies kept for the inbox.',
  optouts: 'Numbers that get nothing more.',
  gate: 'Quiet hours, consent, frequency, and the words that opt out.',
  simulator: 'Test phones.',
  system: 'The installation as a whole, for those who run it.',
};
const TRIGGER_WORDS = 'Starting a campaign from another system.';

/** The document. Its server is the installation that serves it. */
export function openApiOfSession(): Record<string, unknown> {
  const groups = Object.entries(calls as unknown as Record<string, Record<string, Call>>);
  const paths = groups.flatMap(([group, members]) =>
    Object.values(members).map((call) => [`${BASE}${call.path}`, described(group, call)] as const),
  );
  const byPath: Record<string, object> = { [TRIGGER_PATH]: trigger() };
  for (const [path, methods] of paths) byPath[path] = { ...byPath[path], ...methods };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley session calls',
      version: '1.0.0',
      license: { name: 'MIT', identifier: 'MIT' },
      description: `What the screens ask. Every reply is JSON {RESULT, MESSAGE, DETAIL, SUSER, …}: RESULT 1 done, 0 refused (MESSAGE says why), -1 not signed in. Bodies are form data or JSON with the same names. A POST with the header ${INTENT_HEADER} (8 to 100 letters, digits, - or _) is done once: sent again within a day, it gets the same reply.`,
    },
    servers: [{ url: '/' }],
    tags: Object.entries({ ...GROUP_WORDS, trigger: TRIGGER_WORDS }).map(([name, description]) => ({
      name,
      description,
    })),
    paths: byPath,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'parley_session' },
        trigger: { type: 'http', scheme: 'basic' },
      },
      responses: RESPONSES,
    },
  };
}

const RESPONSES = {
  Malformed: { description: 'A field is missing or wrong; DETAIL names it.' },
  Unknown: { description: 'No such thing in this account.' },
  TooMany: { description: 'Too many tries; see Retry-After.' },
};

function described(group: string, call: Call) {
  const { method, access, about, path } = call;
  const isPost = method === 'POST';
  return {
    [method.toLowerCase()]: {
      operationId: `${path.replaceAll('/', '_')}_${method.toLowerCase()}`,
      tags: [group],
      summary: about,
      security: access === 'open' ? [] : [{ session: [] }],
      ...(isPost ? { requestBody: bodyOf(call) } : { parameters: parametersOf(call.form) }),
      responses: {
        200: { description: 'Understood: RESULT says whether it was done.', content: contentOf(call) },
        400: { $ref: '#/components/responses/Malformed' },
        404: { $ref: '#/components/responses/Unknown' },
        429: { $ref: '#/components/responses/TooMany' },
      },
    },
  };
}

function bodyOf({ form, shape }: Call) {
  const { properties, required, ...rest } = objectOf(form);
  const all = shape === 'upload' ? { ...properties, file: { type: 'string', format: 'binary' } } : properties;
  return { content: { 'multipart/form-data': { schema: { ...rest, properties: all, required } } } };
}

const parametersOf = (form: FieldMap) =>
  Object.values(form).map(({ wire, codec }) => ({
    name: wire,
    in: 'query',
    ...(codec.optional ? {} : { required: true }),
    description: codec.kind,
    schema: schemaOf(codec.shape),
  }));

/** What a reply has beside its fields; those of a call that was not done have these alone. */
const ENVELOPE = {
  RESULT: { type: 'integer', enum: [1, 0, -1] },
  MESSAGE: { type: 'string' },
  DETAIL: { type: 'string' },
  SUSER: { type: 'integer' },
};

function contentOf({ shape, reply }: Call) {
  if (shape === 'file')
    return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  const schema: JsonSchema =
    shape === 'number'
      ? { type: 'integer' }
      : {
          type: 'object',
          properties: { ...ENVELOPE, ...propertiesOf(reply) },
          required: Object.keys(ENVELOPE),
        };
  return { 'application/json': { schema } };
}

const propertiesOf = (fields: FieldMap): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.values(fields).map(({ wire, codec }) => [
      wire,
      { ...schemaOf(codec.shape), description: codec.kind },
    ]),
  );

const objectOf = (fields: FieldMap) => ({
  type: 'object',
  properties: propertiesOf(fields),
  required: Object.values(fields)
    .filter(({ codec }) => !codec.optional)
    .map(({ wire }) => wire),
});

/** JSON Schema of what a codec reads and writes. */
export function schemaOf(shape: Shape): JsonSchema {
  if ('fields' in shape) {
    const { fields, isList, asText } = shape as Extract<Shape, { fields: unknown }>;
    const one = objectOf(fields as unknown as FieldMap);
    return held(isList ? { type: 'array', items: one } : one, asText);
  }
  if ('zod' in shape) {
    const { zod, asText } = shape as Extract<Shape, { zod: unknown }>;
    const { $schema: _, ...schema } = z.toJSONSchema(zod, { io: 'input', unrepresentable: 'any' });
    return held(schema, asText);
  }
  const { anyOf } = shape as { anyOf?: Shape[] };
  return anyOf ? { ...shape, anyOf: anyOf.map(schemaOf) } : (shape as JsonSchema);
}

const held = (schema: JsonSchema, asText: boolean): JsonSchema =>
  asText ? { type: 'string', contentMediaType: 'application/json', contentSchema: schema } : schema;

function trigger() {
  const operation = (method: string) => ({
    operationId: `triggerSMS_${method}`,
    tags: ['trigger'],
    summary:
      'Starts a campaign for one number. Credentials as fields or HTTP Basic; extra fields become tokens.',
    security: [{ trigger: [] }, {}],
    parameters: Object.values(TRIGGER_FIELDS).map((name) => ({
      name,
      in: 'query',
      schema: { type: 'string' },
    })),
    responses: {
      200: { description: 'RESULT 1: started. RESULT 0: the number opted out, or the balance is too low.' },
      400: { description: 'A bad number.' },
      401: { description: 'Wrong credentials.' },
      404: { description: 'No such campaign.' },
    },
  });
  return { get: operation('get'), post: operation('post') };
}
