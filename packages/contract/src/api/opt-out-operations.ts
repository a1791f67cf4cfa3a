import { z } from 'zod';
import { HAND_SOURCES } from '../suppression.ts';
import { operation } from './operation.ts';
import { anyText, idText, instant, pageOf, pageQuery, phoneGiven, phoneText } from './schema.ts';

const OptOut = z
  .strictObject({
    phone: phoneText,
    contact: idText('contact').nullable().meta({ description: 'Null: nobody you know.' }),
    opted_out_at: instant,
    source: z.string().meta({ description: 'What brought it, such as `sms`, `upload` or `phone`.' }),
    words: z.string().meta({ description: 'What the person wrote.' }),
    note: z.string(),
  })
  .meta({
    id: 'OptOut',
    description: 'A number that gets nothing more. Only its owner lifts it, by texting START.',
  });

export const optOutOperations = {
  listOptOuts: operation({
    method: 'GET',
    path: '/opt-outs',
    resource: 'opt-outs',
    scope: 'opt-outs:read',
    summary: 'List opt-outs',
    description: 'By number.',
    query: z.strictObject({ ...pageQuery, phone: phoneGiven.optional() }),
    status: 200,
    answer: pageOf(OptOut),
    example: {
      path: '/opt-outs?phone=%2B12125550199',
      answer: {
        data: [
          {
            phone: '+12125550199',
            contact: null,
            opted_out_at: '2026-03-02T15:00:00.000Z',
            source: 'mail',
            words: '',
            note: 'Letter of March 1',
          },
        ],
        next_cursor: null,
      },
    },
  }),
  recordOptOut: operation({
    method: 'POST',
    path: '/opt-outs',
    resource: 'opt-outs',
    scope: 'opt-outs:write',
    summary: 'Record an opt-out',
    description:
      'Nothing more is sent to the number, whether it is a contact or not. One that opted out before stays as it was. An opt-out cannot be taken back here: the person texts START.',
    body: z.strictObject({
      phone: phoneGiven,
      source: z.enum(HAND_SOURCES).default('other').meta({ description: 'How the person said so.' }),
      note: anyText(1_000).default('').meta({ description: 'What was said, or where it is filed.' }),
    }),
    status: 201,
    answer: OptOut,
    example: {
      path: '/opt-outs',
      body: { phone: '+12125550142', source: 'phone', note: 'Called on Monday' },
      answer: {
        phone: '+12125550142',
        contact: 'con_1042',
        opted_out_at: '2026-03-02T15:00:00.000Z',
        source: 'phone',
        words: '',
        note: 'Called on Monday',
      },
    },
  }),
};
