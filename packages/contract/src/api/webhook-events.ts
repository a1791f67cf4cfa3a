/** The events that webhooks bring, as OpenAPI describes them: written from the kinds of events. */
import { EVENT_KINDS, type EventKindName, type EventProperty } from '@parley/rules/event-kinds.ts';
import { idPattern } from './schema.ts';

type Json = Record<string, unknown>;

/** `webhooks` of the document: what is posted for each kind of event. */
export function webhooksOfRest(): Json {
  const kinds = Object.keys(EVENT_KINDS) as EventKindName[];
  return Object.fromEntries(kinds.map((kind) => [kind, { post: describeEvent(kind) }]));
}

const describeEvent = (kind: EventKindName): Json => ({
  operationId: `on_${kind.replace('.', '_')}`,
  tags: ['webhooks'],
  summary: EVENT_KINDS[kind].words.title,
  description: `Posted when a contact ${EVENT_KINDS[kind].words.did}. Signed as Standard Webhooks says: \`webhook-id\`, \`webhook-timestamp\`, \`webhook-signature\`.`,
  security: [],
  requestBody: { required: true, content: { 'application/json': { schema: schemaOfEvent(kind) } } },
  responses: {
    204: { description: 'Taken; any 2xx says so.' },
    '4XX': { description: 'Not taken: it is sent again, for days.' },
  },
});

/** What a request's body says of an event of a kind. */
function schemaOfEvent(kind: EventKindName): Json {
  const properties = Object.entries<EventProperty>(EVENT_KINDS[kind].properties);
  return objectOf({
    type: { type: 'string', const: kind },
    timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
    data: objectOf({
      contact: {
        ...objectOf({
          id: { type: 'string', pattern: idPattern('contact').source },
          phone: { type: ['string', 'null'], description: 'E.164; null: the contact was erased.' },
        }),
        type: ['object', 'null'],
        description: 'Null: nobody in particular.',
      },
      ...Object.fromEntries(properties.map(([name, property]) => [name, schemaOfProperty(property)])),
      ...(kind === 'custom.event' && { properties: OWN }),
    }),
  });
}

const OWN: Json = {
  type: 'object',
  additionalProperties: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] },
  description: 'The properties that the other system told.',
};

function schemaOfProperty(property: EventProperty): Json {
  const { words: description } = property;
  if (property.type === 'id')
    return { type: ['string', 'null'], pattern: idPattern(property.of).source, description };
  return { type: [property.type === 'text' ? 'string' : 'number', 'null'], description };
}

const objectOf = (properties: Json): Json => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});
