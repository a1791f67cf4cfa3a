/** What a webhook says of an event: the properties of its kind, ids as REST v1 writes them. */
import { dataKey, EVENT_KINDS, type EventKindName, type EventProperty } from '@parley/rules/event-kinds.ts';
import { writeId } from './schema.ts';

/** Sent by hand, to see that an endpoint works. */
export const TEST_EVENT = 'webhook.test';

export type WebhookData = Record<string, unknown> & {
  contact: { id: string; phone: string | null } | null;
};

/** `contact`: whom it happened to, without a number when they were erased. 0, null: nobody in particular. */
export function webhookData(
  kind: EventKindName,
  contact: { id: number; phone: string | null } | null | 0,
  properties: Readonly<Record<string, unknown>>,
): WebhookData {
  const known = Object.entries<EventProperty>(EVENT_KINDS[kind].properties);
  return {
    contact: contact ? { id: writeId('contact', contact.id), phone: contact.phone } : null,
    ...Object.fromEntries(known.map(([name, property]) => [name, written(property, properties[name])])),
    ...(kind === 'custom.event' && { properties: ownOf(properties) }),
  };
}

/** What the other system said of an event of one's own, by its names. */
const ownOf = (properties: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, value]) => {
      const key = dataKey(name);
      return key === undefined ? [] : [[key, value]];
    }),
  );

function written(property: EventProperty, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  return property.type === 'id' ? writeId(property.of, Number(value)) : value;
}
