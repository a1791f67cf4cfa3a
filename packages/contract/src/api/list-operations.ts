import { API_LIMITS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import { z } from 'zod';
import { Contact } from './contact-operations.ts';
import { operation } from './operation.ts';
import { countOf, idGiven, idText, nameGiven, pageOf, pageQuery } from './schema.ts';

const ApiList = z
  .strictObject({
    id: idText('list'),
    name: z.string(),
    kind: z
      .enum(['list', 'audience'])
      .meta({ description: '`audience`: everybody who texted a channel; kept by Parley.' }),
    members: countOf,
    opted_out_members: countOf,
  })
  .meta({ id: 'List', description: 'Contacts that you gathered under a name.' });

const VIP = { id: 'lst_7', name: 'VIP', kind: 'list', members: 1, opted_out_members: 0 } as const;
const body = z.strictObject({ name: nameGiven(TEXT_LIMITS.name) });
const people = z.array(idGiven('contact')).max(API_LIMITS.members);

export const listOperations = {
  listLists: operation({
    method: 'GET',
    path: '/lists',
    resource: 'lists',
    scope: 'lists:read',
    summary: 'List lists',
    description: 'Oldest first.',
    query: z.strictObject(pageQuery),
    status: 200,
    answer: pageOf(ApiList),
    example: {
      path: '/lists',
      answer: { data: [VIP, { ...VIP, id: 'lst_6', name: 'Guests' }], next_cursor: null },
    },
  }),
  createList: operation({
    method: 'POST',
    path: '/lists',
    resource: 'lists',
    scope: 'lists:write',
    summary: 'Add a list',
    body,
    status: 201,
    answer: ApiList,
    hasVersion: true,
    mayBeRefused: true,
    example: {
      path: '/lists',
      body: { name: 'Newsletter' },
      answer: { id: 'lst_8', name: 'Newsletter', kind: 'list', members: 0, opted_out_members: 0 },
    },
  }),
  getList: operation({
    method: 'GET',
    path: '/lists/{list}',
    resource: 'lists',
    scope: 'lists:read',
    summary: 'Get a list',
    status: 200,
    answer: ApiList,
    hasVersion: true,
    example: { path: '/lists/lst_7', answer: VIP },
  }),
  updateList: operation({
    method: 'PATCH',
    path: '/lists/{list}',
    resource: 'lists',
    scope: 'lists:write',
    summary: 'Rename a list',
    body,
    status: 200,
    answer: ApiList,
    hasVersion: true,
    mayBeRefused: true,
    example: { path: '/lists/lst_7', body: { name: 'Gold' }, answer: { ...VIP, name: 'Gold' } },
  }),
  deleteList: operation({
    method: 'DELETE',
    path: '/lists/{list}',
    resource: 'lists',
    scope: 'lists:write',
    summary: 'Delete a list',
    description: 'Its members stay contacts. A list that a blast is about to go to is refused.',
    status: 204,
    hasVersion: true,
    mayBeRefused: true,
    example: { path: '/lists/lst_7' },
  }),
  listMembers: operation({
    method: 'GET',
    path: '/lists/{list}/members',
    resource: 'lists',
    scope: 'contacts:read',
    summary: 'List the members of a list',
    query: z.strictObject(pageQuery),
    status: 200,
    answer: pageOf(Contact),
    example: {
      path: '/lists/lst_7/members',
      answer: {
        data: [
          {
            id: 'con_1042',
            phone: '+12125550142',
            tags: { City: 'Boston' },
            opted_out: false,
            time_zone: 'America/New_York',
            created_at: '2026-03-02T15:00:00.000Z',
          },
        ],
        next_cursor: null,
      },
    },
  }),
  changeMembers: operation({
    method: 'PATCH',
    path: '/lists/{list}/members',
    resource: 'lists',
    scope: 'lists:write',
    summary: 'Put contacts on a list, or take them off',
    description: `Up to ${API_LIMITS.members.toLocaleString('en')} each way. Who is on the list already, or is not, is passed over. On a list with double opt-in contacts are asked for their YES first, and count as added then.`,
    body: z
      .strictObject({ add: people.optional(), remove: people.optional() })
      .refine(
        ({ add, remove }) => add !== undefined || remove !== undefined,
        'Name contacts to add or remove.',
      ),
    status: 200,
    answer: z.strictObject({ added: countOf, removed: countOf }).meta({ id: 'MembersChanged' }),
    mayBeRefused: true,
    example: {
      path: '/lists/lst_7/members',
      body: { remove: ['con_1042'] },
      answer: { added: 0, removed: 1 },
    },
  }),
};
