import { WEBHOOK_LIMITS } from '@parley/rules/limits.ts';
import { z } from 'zod';
import { DELIVERY_STATES, WEBHOOK_KINDS } from '../webhooks.ts';
import { operation } from './operation.ts';
import { anyText, idText, instant, instantGiven, pageOf, pageQuery } from './schema.ts';

const kind = z.enum(WEBHOOK_KINDS);
const ApiWebhook = z
  .strictObject({
    id: idText('webhook'),
    url: z.string(),
    description: z.string(),
    events: z.array(kind),
    enabled: z.boolean(),
    last_success_at: instant.nullable(),
    failing_since: instant
      .nullable()
      .meta({ description: 'Of failures in a row the first; null: the last try succeeded.' }),
    switched_off_at: instant.nullable().meta({
      description: `It failed for ${WEBHOOK_LIMITS.failingDays} days, or answered 410, and is off since.`,
    }),
  })
  .meta({ id: 'Webhook', description: 'An address of yours that is told what happens to contacts.' });

const secret = z
  .string()
  .meta({ description: 'What requests are signed with (Standard Webhooks): `whsec_…`.' });

const ApiDelivery = z
  .strictObject({
    id: idText('delivery'),
    webhook_id: z.string().meta({ description: 'The header `webhook-id`: the same for every try.' }),
    type: z.string(),
    timestamp: instant,
    state: z.enum(DELIVERY_STATES).meta({
      description: `\`failed\`: given up after ${WEBHOOK_LIMITS.failingDays} days of tries.`,
    }),
    attempts: z.int().nonnegative(),
    last_attempt_at: instant.nullable(),
    status: z.int().nullable().meta({ description: 'Of the last answer; null: there was none.' }),
    answer: z.string().meta({ description: 'The beginning of the last answer, or why there was none.' }),
    duration_ms: z.int().nonnegative(),
    data: z.record(z.string(), z.unknown()).meta({ description: 'The `data` of the request.' }),
  })
  .meta({ id: 'WebhookDelivery', description: 'One event for one webhook.' });

const fields = {
  url: z
    .url({ protocol: /^https?$/, error: 'This must be an address such as https://example.com/hook.' })
    .max(WEBHOOK_LIMITS.url),
  description: anyText(WEBHOOK_LIMITS.description),
  events: z
    .array(kind)
    .min(1)
    .max(WEBHOOK_KINDS.length)
    .transform((kinds) => [...new Set(kinds)])
    .meta({ description: 'Which kinds of events it gets.' }),
  enabled: z.boolean(),
};

const SHOP = {
  id: 'whk_5',
  url: 'https://shop.example/hooks/parley',
  description: 'Shop',
  events: ['contact.opted_out', 'contact.replied'],
  enabled: true,
  last_success_at: null,
  failing_since: null,
  switched_off_at: null,
};
const EXAMPLE_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwAbCdEfGhIjk=';
const DELIVERY = {
  id: 'dlv_81',
  webhook_id: 'msg_2Lh9KRb0pzN4LePd3XiA4v12Axj',
  type: 'contact.opted_out',
  timestamp: '2026-03-02T15:00:00.000Z',
  state: 'failed',
  attempts: 21,
  last_attempt_at: '2026-03-02T15:00:00.000Z',
  status: 500,
  answer: 'Internal Server Error',
  duration_ms: 48,
  data: { contact: { id: 'con_1042', phone: '+12125550142' }, campaign: null, channel: null },
};

export const webhookOperations = {
  listWebhooks: operation({
    method: 'GET',
    path: '/webhooks',
    resource: 'webhooks',
    scope: 'webhooks:read',
    summary: 'List webhooks',
    description: 'Oldest first.',
    query: z.strictObject(pageQuery),
    status: 200,
    answer: pageOf(ApiWebhook),
    example: { path: '/webhooks', answer: { data: [SHOP], next_cursor: null } },
  }),
  createWebhook: operation({
    method: 'POST',
    path: '/webhooks',
    resource: 'webhooks',
    scope: 'webhooks:write',
    summary: 'Add a webhook',
    description: 'Keep the secret of the answer: it is not told again here.',
    body: z.strictObject({
      ...fields,
      description: fields.description.default(''),
      enabled: fields.enabled.default(true),
    }),
    status: 201,
    answer: ApiWebhook.extend({ secret }).meta({ id: 'NewWebhook' }),
    mayBeRefused: true,
    example: {
      path: '/webhooks',
      body: { url: 'https://crm.example/parley', events: ['tag.changed'] },
      answer: {
        ...SHOP,
        id: 'whk_6',
        url: 'https://crm.example/parley',
        description: '',
        events: ['tag.changed'],
        secret: EXAMPLE_SECRET,
      },
    },
  }),
  getWebhook: operation({
    method: 'GET',
    path: '/webhooks/{webhook}',
    resource: 'webhooks',
    scope: 'webhooks:read',
    summary: 'Get a webhook',
    status: 200,
    answer: ApiWebhook,
    hasVersion: true,
    example: { path: '/webhooks/whk_5', answer: SHOP },
  }),
  updateWebhook: operation({
    method: 'PATCH',
    path: '/webhooks/{webhook}',
    resource: 'webhooks',
    scope: 'webhooks:write',
    summary: 'Change a webhook',
    description: 'Fields that are not given stay. One that is turned on again gets what waited for it.',
    body: z.strictObject({
      url: fields.url.optional(),
      description: fields.description.optional(),
      events: fields.events.optional(),
      enabled: fields.enabled.optional(),
    }),
    status: 200,
    answer: ApiWebhook,
    hasVersion: true,
    mayBeRefused: true,
    example: {
      path: '/webhooks/whk_5',
      body: { enabled: false },
      answer: { ...SHOP, enabled: false },
    },
  }),
  deleteWebhook: operation({
    method: 'DELETE',
    path: '/webhooks/{webhook}',
    resource: 'webhooks',
    scope: 'webhooks:write',
    summary: 'Delete a webhook',
    description: 'With the log of its deliveries.',
    status: 204,
    hasVersion: true,
    example: { path: '/webhooks/whk_5' },
  }),
  rotateWebhookSecret: operation({
    method: 'POST',
    path: '/webhooks/{webhook}/secret',
    resource: 'webhooks',
    scope: 'webhooks:write',
    summary: 'Change the secret of a webhook',
    description: `The former one signs, too, for ${WEBHOOK_LIMITS.formerSecretHours} hours.`,
    status: 201,
    answer: z.strictObject({ secret, former_valid_until: instant }).meta({ id: 'WebhookSecret' }),
    example: {
      path: '/webhooks/whk_5/secret',
      answer: { secret: EXAMPLE_SECRET, former_valid_until: '2026-03-03T15:00:00.000Z' },
    },
  }),
  listWebhookDeliveries: operation({
    method: 'GET',
    path: '/webhooks/{webhook}/deliveries',
    resource: 'webhooks',
    scope: 'webhooks:read',
    summary: 'List deliveries of a webhook',
    description: `Newest first. They are kept for ${WEBHOOK_LIMITS.keptDays} days.`,
    query: z.strictObject({
      ...pageQuery,
      state: z.enum(DELIVERY_STATES).optional(),
      event: kind.optional(),
    }),
    status: 200,
    answer: pageOf(ApiDelivery),
    example: { path: '/webhooks/whk_5/deliveries', answer: { data: [DELIVERY], next_cursor: null } },
  }),
  replayWebhookDelivery: operation({
    method: 'POST',
    path: '/deliveries/{delivery}/replay',
    resource: 'webhooks',
    scope: 'webhooks:write',
    summary: 'Send a delivery again',
    description: 'Behind what waits, with the same `webhook-id`.',
    status: 204,
    mayBeRefused: true,
    example: { path: '/deliveries/dlv_81/replay' },
  }),
  replayWebhookDeliveries: operation({
    method: 'POST',
    path: '/webhooks/{webhook}/replay',
    resource: 'webhooks',
    scope: 'webhooks:write',
    summary: 'Send all that failed again',
    description: `What was given up since a moment, in its order, up to ${WEBHOOK_LIMITS.replays.toLocaleString('en-US')} deliveries.`,
    body: z.strictObject({ since: instantGiven }),
    status: 202,
    answer: z.strictObject({ replayed: z.int().nonnegative() }).meta({ id: 'WebhookReplay' }),
    mayBeRefused: true,
    example: {
      path: '/webhooks/whk_5/replay',
      body: { since: '2026-03-01T00:00:00Z' },
      answer: { replayed: 1 },
    },
  }),
};
