import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { z } from 'zod';
import { Contact } from './contact-operations.ts';
import { operation } from './operation.ts';
import { countOf, idText, instant, nameGiven, pageOf, pageQuery } from './schema.ts';
import { segmentTree, segmentTreeGiven } from './segment-tree.ts';

const ApiSegment = z
  .strictObject({
    id: idText('segment'),
    name: z.string(),
    conditions: segmentTree,
    updated_at: instant,
  })
  .meta({ id: 'Segment', description: 'People by what is known of them and what they did.' });

const BOSTON = {
  match: 'all',
  of: [{ on: 'tag', tag: 'tag_3', as: 'text', is: 'is', value: 'Boston' }],
} as const;
const IN_BOSTON = {
  id: 'seg_5',
  name: 'In Boston',
  conditions: BOSTON,
  updated_at: '2026-03-02T15:00:00.000Z',
};
const NEW = {
  match: 'all',
  of: [
    BOSTON.of[0],
    { match: 'none', of: [{ on: 'list', is: 'in', value: ['lst_7'] }] },
    {
      on: 'event',
      event: 'contact.replied',
      did: false,
      times: 1,
      when: { in: 'last', days: 30 },
      where: [{ property: 'campaign', is: 'in', value: ['cmp_12'] }],
    },
  ],
} as const;
const name = nameGiven(TEXT_LIMITS.name);

export const segmentOperations = {
  listSegments: operation({
    method: 'GET',
    path: '/segments',
    resource: 'segments',
    scope: 'segments:read',
    summary: 'List segments',
    description: 'In the order in which they were added.',
    query: z.strictObject(pageQuery),
    status: 200,
    answer: pageOf(ApiSegment),
    example: { path: '/segments', answer: { data: [IN_BOSTON], next_cursor: null } },
  }),
  createSegment: operation({
    method: 'POST',
    path: '/segments',
    resource: 'segments',
    scope: 'segments:write',
    summary: 'Add a segment',
    description: 'Groups are joined by `all`, `any` or `none`. What is wrong is named by its place.',
    body: z.strictObject({ name, conditions: segmentTreeGiven }),
    status: 201,
    answer: ApiSegment,
    hasVersion: true,
    mayBeRefused: true,
    example: {
      path: '/segments',
      body: { name: 'Silent in Boston', conditions: NEW },
      answer: { id: 'seg_6', name: 'Silent in Boston', conditions: NEW, updated_at: IN_BOSTON.updated_at },
    },
  }),
  getSegment: operation({
    method: 'GET',
    path: '/segments/{segment}',
    resource: 'segments',
    scope: 'segments:read',
    summary: 'Get a segment',
    status: 200,
    answer: ApiSegment,
    hasVersion: true,
    example: { path: '/segments/seg_5', answer: IN_BOSTON },
  }),
  updateSegment: operation({
    method: 'PATCH',
    path: '/segments/{segment}',
    resource: 'segments',
    scope: 'segments:write',
    summary: 'Rename a segment or change its conditions',
    body: z.strictObject({ name: name.optional(), conditions: segmentTreeGiven.optional() }),
    status: 200,
    answer: ApiSegment,
    hasVersion: true,
    mayBeRefused: true,
    example: {
      path: '/segments/seg_5',
      body: { name: 'Bostonians' },
      answer: { ...IN_BOSTON, name: 'Bostonians' },
    },
  }),
  deleteSegment: operation({
    method: 'DELETE',
    path: '/segments/{segment}',
    resource: 'segments',
    scope: 'segments:write',
    summary: 'Delete a segment',
    description:
      'Refused with 409 while another segment names it, an automation uses it or a blast to it waits: `used_by` of the problem says which. Nobody is removed from anything. A saved report on its people alone has no figures from then on, and says why.',
    status: 204,
    hasVersion: true,
    mayBeRefused: true,
    example: { path: '/segments/seg_5' },
  }),
  countSegment: operation({
    method: 'GET',
    path: '/segments/{segment}/count',
    resource: 'segments',
    scope: 'segments:read',
    summary: 'Count who is in a segment now',
    description: 'Refused where it names something that was deleted, or takes too long.',
    status: 200,
    answer: z
      .strictObject({
        contacts: countOf,
        opted_out: countOf.meta({ description: 'Of these: nobody whom a blast reaches.' }),
      })
      .meta({ id: 'SegmentCount' }),
    mayBeRefused: true,
    example: { path: '/segments/seg_5/count', answer: { contacts: 1, opted_out: 0 } },
  }),
  listSegmentMembers: operation({
    method: 'GET',
    path: '/segments/{segment}/members',
    resource: 'segments',
    scope: 'contacts:read',
    summary: 'List who is in a segment now',
    description: 'In the order in which they became contacts. Each page is found anew.',
    query: z.strictObject(pageQuery),
    status: 200,
    answer: pageOf(Contact),
    mayBeRefused: true,
    example: {
      path: '/segments/seg_5/members',
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
};
