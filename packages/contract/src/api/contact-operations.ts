import { API_LIMITS, TEXT_LIMITS } from '@parley/rules/limits.ts';
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
  phoneText,
  yesOrNo,
} from './schema.ts';

const tagName = anyText(TEXT_LIMITS.tagName);
const tagValue = anyText(TEXT_LIMITS.tagValue);
const MOST_TAGS = 100;
const few = <T extends z.ZodType>(tags: z.ZodRecord<typeof tagName, T>) =>
  tags.refine((given) => Object.keys(given).length <= MOST_TAGS, `At most ${MOST_TAGS} tags at once.`);

const newTags = few(z.record(tagName, tagValue)).meta({
  description: 'Values by the names of your tags. Values that the contact has and that are not named stay.',
});

export const Contact = z
  .strictObject({
    id: idText('contact'),
    phone: phoneText,
    tags: z.record(z.string(), z.string()).meta({ description: 'Values by the names of your tags.' }),
    opted_out: z.boolean().meta({ description: 'Nothing is sent to the contact until they text START.' }),
    time_zone: z.string().nullable().meta({ description: 'By the number; null: not known.' }),
    created_at: instant,
  })
  .meta({ id: 'Contact', description: 'Somebody with a phone number whom you know.' });

const ADA = {
  id: 'con_1042',
  phone: '+12125550142',
  tags: { City: 'Boston' },
  opted_out: false,
  time_zone: 'America/New_York',
  created_at: '2026-03-02T15:00:00.000Z',
};

export const contactOperations = {
  listContacts: operation({
    method: 'GET',
    path: '/contacts',
    resource: 'contacts',
    scope: 'contacts:read',
    summary: 'List contacts',
    description: 'In the order in which they became contacts. Filters are joined by AND.',
    query: z.strictObject({
      ...pageQuery,
      phone: phoneGiven.optional().meta({ description: 'Who has this number.' }),
      list: idGiven('list').optional().meta({ description: 'Who is on this list.' }),
      tag: tagName.optional().meta({ description: 'Who has a value of this tag; with `value`, that value.' }),
      value: tagValue.optional().meta({ description: 'The value of `tag`, in exact case.' }),
      opted_out: yesOrNo.optional(),
      created_from: instantGiven.optional(),
      created_before: instantGiven.optional(),
    }),
    status: 200,
    answer: pageOf(Contact),
    example: {
      path: '/contacts?tag=City&value=Boston',
      answer: { data: [ADA], next_cursor: null },
    },
  }),
  createContact: operation({
    method: 'POST',
    path: '/contacts',
    resource: 'contacts',
    scope: 'contacts:write',
    summary: 'Add a contact',
    description:
      'A number that is a contact already is refused with 409. A number that opted out stays opted out. On a list with double opt-in the contact is asked for their YES first.',
    body: z.strictObject({
      phone: phoneGiven.meta({ examples: ['+12125550177'] }),
      tags: newTags.optional(),
      lists: z.array(idGiven('list')).max(100).optional(),
    }),
    status: 201,
    answer: Contact,
    hasVersion: true,
    mayBeRefused: true,
    example: {
      path: '/contacts',
      body: { phone: '+1 212 555 0177', tags: { City: 'Austin' }, lists: ['lst_7'] },
      answer: {
        id: 'con_1043',
        phone: '+12125550177',
        tags: { City: 'Austin' },
        opted_out: false,
        time_zone: 'America/New_York',
        created_at: '2026-03-02T15:00:00.000Z',
      },
    },
  }),
  upsertContacts: operation({
    method: 'PUT',
    path: '/contacts',
    resource: 'contacts',
    scope: 'contacts:write',
    summary: 'Create or update many contacts',
    description: `Up to ${API_LIMITS.bulkContacts.toLocaleString('en')} at once, found by their numbers: all of them, or none where one is refused. Values that are not named stay, an empty text takes one away; opt-outs stay.`,
    body: z.strictObject({
      contacts: z
        // Read by the handler: thousands of numbers take a while.
        .array(z.strictObject({ phone: anyText(40), tags: newTags.optional() }))
        .min(1)
        .max(API_LIMITS.bulkContacts),
      list: idGiven('list').optional().meta({ description: 'All of them are put on this list, too.' }),
    }),
    bodyBytes: API_LIMITS.bulkBody,
    status: 200,
    answer: z
      .strictObject({
        created: countOf,
        updated: countOf,
        ids: z.array(idText('contact')).meta({ description: 'In the order of the request.' }),
      })
      .meta({ id: 'Upserted' }),
    mayBeRefused: true,
    example: {
      path: '/contacts',
      body: { contacts: [{ phone: '+12125550142', tags: { City: 'Chicago' } }, { phone: '+12125550177' }] },
      answer: { created: 1, updated: 1, ids: ['con_1042', 'con_1043'] },
    },
  }),
  getContact: operation({
    method: 'GET',
    path: '/contacts/{contact}',
    resource: 'contacts',
    scope: 'contacts:read',
    summary: 'Get a contact',
    status: 200,
    answer: Contact,
    hasVersion: true,
    example: { path: '/contacts/con_1042', answer: ADA },
  }),
  updateContact: operation({
    method: 'PATCH',
    path: '/contacts/{contact}',
    resource: 'contacts',
    scope: 'contacts:write',
    summary: 'Change the tag values of a contact',
    description:
      'Values that are not named stay; null or an empty text takes one away. A number cannot be changed.',
    body: z.strictObject({
      tags: few(z.record(tagName, tagValue.nullable())).meta({ description: 'Values by the names of tags.' }),
    }),
    status: 200,
    answer: Contact,
    hasVersion: true,
    mayBeRefused: true,
    example: {
      path: '/contacts/con_1042',
      body: { tags: { City: 'Chicago' } },
      answer: { ...ADA, tags: { City: 'Chicago' } },
    },
  }),
  eraseContact: operation({
    method: 'DELETE',
    path: '/contacts/{contact}',
    resource: 'contacts',
    scope: 'contacts:write',
    summary: 'Erase a contact for good',
    description:
      'All that is stored of the person is erased; reports keep their figures. An opt-out outlives it: the number stays silent when it comes back.',
    query: z.strictObject({
      block: yesOrNo
        .optional()
        .meta({ description: 'The number gets nothing more, also when it is added again.' }),
    }),
    status: 204,
    hasVersion: true,
    example: { path: '/contacts/con_1042' },
  }),
};
