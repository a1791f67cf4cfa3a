import { API_LIMITS, CUSTOM_EVENT_LIMITS as LIMITS } from '@parley/rules/limits.ts';
import { z } from 'zod';
import { operation } from './operation.ts';
import { anyText, countOf, idGiven, idText, instantGiven, nameGiven, phoneGiven } from './schema.ts';

const mostOf = (count: number) => `At most ${count} properties.`;
const properties = z
  .record(
    nameGiven(LIMITS.propertyName),
    z.union([anyText(LIMITS.propertyText), z.number().min(-1e15).max(1e15), z.boolean()]),
  )
  .refine((given) => Object.keys(given).length <= LIMITS.properties, mostOf(LIMITS.properties))
  .meta({ description: `Texts, numbers, true or false, by their names: up to ${LIMITS.properties}.` });

const CustomEvent = z
  .strictObject({
    name: nameGiven(LIMITS.name).meta({ description: 'What happened, such as “order placed”.' }),
    contact: idGiven('contact').optional().meta({ description: 'Who did it; or name the phone.' }),
    phone: phoneGiven
      .optional()
      .meta({ description: 'Whose number it is; a number that is not a contact yet becomes one.' }),
    at: instantGiven.optional().meta({ description: 'When it happened; now, unless told.' }),
    id: nameGiven(LIMITS.eventId).optional().meta({
      description:
        'Your id of the event: what comes again from the same source with the same id is not stored twice.',
    }),
    source: nameGiven(LIMITS.source).default('api').meta({ description: 'Which system says so.' }),
    properties: properties.optional(),
  })
  .refine(
    ({ contact, phone }) => (contact === undefined) !== (phone === undefined),
    'Name the contact or the phone.',
  )
  .meta({ id: 'CustomEvent', description: 'Something that a contact did elsewhere.' });

const Recorded = z
  .strictObject({
    recorded: countOf.meta({ description: 'How many were new.' }),
    repeated: countOf.meta({ description: 'How many had been stored before.' }),
    contacts: z.array(idText('contact')).meta({ description: 'In the order of the request.' }),
  })
  .meta({ id: 'RecordedEvents' });

const ORDER = { name: 'order placed', at: '2026-03-02T15:00:00Z', id: 'order-10042', source: 'shop' };

export const eventOperations = {
  recordEvent: operation({
    method: 'POST',
    path: '/events',
    resource: 'events',
    scope: 'events:write',
    summary: 'Record what a contact did',
    description:
      'An event of your own. It stands in the timeline of the contact; segments can ask for it, and it can start automata.',
    body: CustomEvent,
    status: 200,
    answer: Recorded,
    example: {
      path: '/events',
      body: { ...ORDER, phone: '+12125550142', properties: { total: 49.9, product: 'Boots' } },
      answer: { recorded: 1, repeated: 0, contacts: ['con_1042'] },
    },
  }),
  recordEvents: operation({
    method: 'POST',
    path: '/events/batch',
    resource: 'events',
    scope: 'events:write',
    summary: 'Record what many contacts did',
    description: `Up to ${LIMITS.batch.toLocaleString('en')} events at once: all of them, or none where one is refused.`,
    body: z.strictObject({ events: z.array(CustomEvent).min(1).max(LIMITS.batch) }),
    bodyBytes: API_LIMITS.bulkBody,
    status: 200,
    answer: Recorded,
    example: {
      path: '/events/batch',
      body: {
        events: [
          { ...ORDER, contact: 'con_1042' },
          { name: 'order shipped', source: 'shop', id: 'shipment-20077', contact: 'con_1042' },
        ],
      },
      answer: { recorded: 2, repeated: 0, contacts: ['con_1042', 'con_1042'] },
    },
  }),
};
