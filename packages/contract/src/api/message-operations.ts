import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { z } from 'zod';
import { operation } from './operation.ts';
import {
  anyText,
  countOf,
  idGiven,
  idText,
  instant,
  instantGiven,
  pageOf,
  pageQuery,
  phoneGiven,
  wordsGiven,
} from './schema.ts';

const MESSAGE_STATES = [
  'queued',
  'held',
  'sending',
  'unknown',
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'expired',
  'skipped',
] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

const Message = z
  .strictObject({
    id: idText('message'),
    contact: idText('contact'),
    channel: idText('channel'),
    campaign: idText('campaign').nullable(),
    blast: idText('blast').nullable(),
    origin: z.string().meta({ description: 'What sent it, such as `api`, `flow`, `blast` or `inbox`.' }),
    status: z.enum(MESSAGE_STATES).meta({
      description:
        '`held`: it waits for its hours or for credits. `unknown`: the carrier gave no answer; it is never sent again by itself. `skipped`: it is never sent, for `reason`.',
    }),
    reason: z.string().nullable(),
    text: z.string().nullable().meta({ description: 'Null: of a blast whose turn has not come.' }),
    credits: countOf,
    created_at: instant,
    sent_at: instant.nullable().meta({ description: 'When the carrier had it.' }),
    settled_at: instant.nullable().meta({ description: 'When it was known what became of it.' }),
  })
  .meta({ id: 'Message', description: 'A text to one contact.' });

const READY = {
  id: 'msg_9001',
  contact: 'con_1042',
  channel: 'chn_2',
  campaign: null,
  blast: null,
  origin: 'api',
  status: 'queued',
  reason: null,
  text: 'Your order is ready.',
  credits: 1,
  created_at: '2026-03-02T15:00:00.000Z',
  sent_at: null,
  settled_at: null,
} as const;

export const messageOperations = {
  listMessages: operation({
    method: 'GET',
    path: '/messages',
    resource: 'messages',
    scope: 'messages:read',
    summary: 'List messages',
    description: 'Newest first. Times are asked for together with a contact.',
    query: z.strictObject({
      ...pageQuery,
      contact: idGiven('contact').optional().meta({ description: 'To this contact.' }),
      created_from: instantGiven.optional(),
      created_before: instantGiven.optional(),
    }),
    status: 200,
    answer: pageOf(Message),
    example: { path: '/messages?contact=con_1042', answer: { data: [READY], next_cursor: null } },
  }),
  getMessage: operation({
    method: 'GET',
    path: '/messages/{message}',
    resource: 'messages',
    scope: 'messages:read',
    summary: 'Get a message',
    status: 200,
    answer: Message,
    example: { path: '/messages/msg_9001', answer: READY },
  }),
  sendMessage: operation({
    method: 'POST',
    path: '/messages',
    resource: 'messages',
    scope: 'messages:write',
    summary: 'Send one text to a contact',
    description:
      'Refused with 409 where the number opted out or the balance is too low: then nothing is stored. Quiet hours hold it until they end. Send an Idempotency-Key, so that a retry texts nobody twice.',
    body: z.strictObject({
      contact: idGiven('contact'),
      text: wordsGiven(TEXT_LIMITS.message),
      channel: idGiven('channel')
        .optional()
        .meta({ description: 'Without it: the one that the contact texted last, else your first one.' }),
    }),
    status: 201,
    answer: Message,
    mayBeRefused: true,
    example: {
      path: '/messages',
      body: { contact: 'con_1042', text: 'Your table is free.', channel: 'chn_2' },
      answer: { ...READY, id: 'msg_9002', text: 'Your table is free.' },
    },
  }),
  startConversation: operation({
    method: 'POST',
    path: '/campaigns/{campaign}/conversations',
    resource: 'messages',
    scope: 'messages:write',
    summary: 'Start a campaign for one number',
    description:
      'The number becomes a contact; a conversation that it has on the channel ends. Refused with 409 where the number opted out, the campaign has no steps or the balance is too low: then nothing is stored.',
    body: z.strictObject({
      phone: phoneGiven,
      variables: z
        .record(anyText(TEXT_LIMITS.tagName), anyText(TEXT_LIMITS.tagValue))
        .default({})
        .refine((given) => Object.keys(given).length <= 100, 'At most 100 at once.')
        .meta({ description: 'Tokens of this conversation; they win over tags of the same name.' }),
    }),
    status: 201,
    answer: z
      .strictObject({ messages: z.array(idText('message')).meta({ description: 'What it opens with.' }) })
      .meta({ id: 'Started' }),
    mayBeRefused: true,
    example: {
      path: '/campaigns/cmp_12/conversations',
      body: { phone: '+12125550142', variables: { Order: '77' } },
      answer: { messages: ['msg_9002'] },
    },
  }),
};
