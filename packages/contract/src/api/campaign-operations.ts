import { z } from 'zod';
import { operation } from './operation.ts';
import { idText, pageOf, pageQuery } from './schema.ts';

const ApiCampaign = z
  .strictObject({
    id: idText('campaign'),
    name: z.string(),
    deleted: z.boolean().meta({ description: 'It starts nothing any more; its reports stay.' }),
    keywords: z.array(z.strictObject({ channel: idText('channel'), keyword: z.string() })).meta({
      description: 'The words that start it, by channel; on each channel the one of its Keyword field first.',
    }),
    by_first_word: z.boolean().meta({
      description: 'A text that only begins with a keyword starts it, too, unless an answer is waited for.',
    }),
  })
  .meta({ id: 'Campaign', description: 'A conversation that you have built.' });

const SPRING = {
  id: 'cmp_12',
  name: 'Spring sale',
  deleted: false,
  keywords: [
    { channel: 'chn_2', keyword: 'SPRING' },
    { channel: 'chn_2', keyword: 'PRIMAVERA' },
  ],
  by_first_word: false,
};

export const campaignOperations = {
  listCampaigns: operation({
    method: 'GET',
    path: '/campaigns',
    resource: 'campaigns',
    scope: 'campaigns:read',
    summary: 'List campaigns',
    description: 'Newest first, without deleted ones.',
    query: z.strictObject(pageQuery),
    status: 200,
    answer: pageOf(ApiCampaign),
    example: { path: '/campaigns', answer: { data: [SPRING], next_cursor: null } },
  }),
  getCampaign: operation({
    method: 'GET',
    path: '/campaigns/{campaign}',
    resource: 'campaigns',
    scope: 'campaigns:read',
    summary: 'Get a campaign',
    description: 'A deleted one, too.',
    status: 200,
    answer: ApiCampaign,
    example: { path: '/campaigns/cmp_12', answer: SPRING },
  }),
};
