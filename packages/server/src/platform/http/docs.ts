import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { BASE, type Call, calls, INTENT_HEADER, TRIGGER_FIELDS, TRIGGER_PATH } from '@parley/contract';
import type { FastifyInstance } from 'fastify';

/** The documentation of the session calls, made from the contract itself. */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(swagger, { mode: 'static', specification: { document: openApi() as never } });
    await scope.register(swaggerUi, { routePrefix: '/docs/session', staticCSP: true });
  });
}

/** OpenAPI 3.1 of the session API. */
export function openApi(): Record<string, unknown> {
  const paths = Object.entries(calls).flatMap(([group, members]) =>
    Object.values(members as unknown as Record<string, Call>).map((call) => [
      `${BASE}${call.path}`,
      { [call.method.toLowerCase()]: operation(group, call) },
    ]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version: '1',
      description: `A POST with the header ${INTENT_HEADER} (8 to 100 letters, digits, - or _) is done once: sent again within a day, it gets the same reply. Session calls. Every reply is JSON {RESULT, MESSAGE, DETAIL, SUSER, …}: RESULT 1 success, 0 refused (MESSAGE says why), -1 not signed in. Bodies are form data or JSON with the same names.`,
    },
    paths: { ...Object.fromEntries(paths), [TRIGGER_PATH]: trigger() },
  };
}

function operation(group: string, call: Call) {
  const properties = Object.fromEntries(
    Object.values(call.form).map((field) => [field.wire, { description: field.codec.kind, type: 'string' }]),
  );
  const required = Object.values(call.form)
    .filter((field) => !field.codec.optional)
    .map((field) => field.wire);
  const replyProperties = Object.fromEntries(
    Object.values(call.reply).map((field) => [field.wire, { description: field.codec.kind }]),
  );
  const body =
    call.method === 'POST'
      ? {
          requestBody: {
            content: { 'multipart/form-data': { schema: { type: 'object', properties, required } } },
          },
        }
      : {
          parameters: Object.values(call.form).map((field) => ({
            name: field.wire,
            in: 'query',
            required: !field.codec.optional,
            description: field.codec.kind,
            schema: { type: 'string' },
          })),
        };
  return {
    tags: [group],
    summary: call.about,
    ...body,
    responses: {
      200: {
        description: 'Understood: RESULT says whether it was done.',
        content: { 'application/json': { schema: { type: 'object', properties: replyProperties } } },
      },
      400: { description: 'Malformed; DETAIL names the field.' },
      404: { description: 'No such thing in this account.' },
      429: { description: 'Too many tries; see Retry-After.' },
    },
  };
}

function trigger() {
  const parameters = Object.values(TRIGGER_FIELDS).map((name) => ({
    name,
    in: 'query',
    schema: { type: 'string' },
  }));
  const operation = {
    tags: ['trigger'],
    summary:
      'Starts a campaign for one number. Credentials as fields or HTTP Basic; extra fields become tokens.',
    parameters,
    responses: {
      200: { description: 'RESULT 1: started. RESULT 0: the number opted out, or the balance is too low.' },
      400: { description: 'A bad number.' },
      401: { description: 'Wrong credentials.' },
      404: { description: 'No such campaign.' },
    },
  };
  return { get: operation, post: operation };
}
