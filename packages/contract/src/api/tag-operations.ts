import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { z } from 'zod';
import { operation } from './operation.ts';
import { idText, nameGiven, pageOf, pageQuery } from './schema.ts';

const ApiTag = z.strictObject({ id: idText('tag'), name: z.string() }).meta({
  id: 'Tag',
  description: 'Something you note of contacts, such as their city. Values stand with the contact.',
});

const CITY = { id: 'tag_3', name: 'City' };
const body = z.strictObject({ name: nameGiven(TEXT_LIMITS.tagName) });

export const tagOperations = {
  listTags: operation({
    method: 'GET',
    path: '/tags',
    resource: 'tags',
    scope: 'tags:read',
    summary: 'List tags',
    description: 'Oldest first.',
    query: z.strictObject(pageQuery),
    status: 200,
    answer: pageOf(ApiTag),
    example: { path: '/tags', answer: { data: [CITY], next_cursor: null } },
  }),
  createTag: operation({
    method: 'POST',
    path: '/tags',
    resource: 'tags',
    scope: 'tags:write',
    summary: 'Add a tag',
    body,
    status: 201,
    answer: ApiTag,
    hasVersion: true,
    mayBeRefused: true,
    example: { path: '/tags', body: { name: 'Size' }, answer: { id: 'tag_4', name: 'Size' } },
  }),
  getTag: operation({
    method: 'GET',
    path: '/tags/{tag}',
    resource: 'tags',
    scope: 'tags:read',
    summary: 'Get a tag',
    status: 200,
    answer: ApiTag,
    hasVersion: true,
    example: { path: '/tags/tag_3', answer: CITY },
  }),
  updateTag: operation({
    method: 'PATCH',
    path: '/tags/{tag}',
    resource: 'tags',
    scope: 'tags:write',
    summary: 'Rename a tag',
    description: 'Values stay.',
    body,
    status: 200,
    answer: ApiTag,
    hasVersion: true,
    mayBeRefused: true,
    example: { path: '/tags/tag_3', body: { name: 'Town' }, answer: { ...CITY, name: 'Town' } },
  }),
  deleteTag: operation({
    method: 'DELETE',
    path: '/tags/{tag}',
    resource: 'tags',
    scope: 'tags:write',
    summary: 'Delete a tag',
    description: 'Every contact loses its value.',
    status: 204,
    hasVersion: true,
    mayBeRefused: true,
    example: { path: '/tags/tag_3' },
  }),
};
