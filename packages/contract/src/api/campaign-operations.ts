import { CAMPAIGN_FILE_LIMITS } from '@parley/rules/campaign-file-limits.ts';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { z } from 'zod';
import { CampaignFile } from '../campaign-file/format.ts';
import { operation } from './operation.ts';
import { idGiven, idText, pageOf, pageQuery } from './schema.ts';

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

const fileGiven = z.record(z.string().max(200), z.unknown()).meta({
  description:
    'A file of a campaign (format `parley-campaign`), or flows of RapidPro of the versions 13 and 14, by themselves or as an export.',
});

/** A file names channels by their names, since its ids mean nothing in another account. */
const keywordChannel = idGiven('channel').optional().meta({
  description:
    'Where all its keywords go. Without it: each to the channel of the name that the file says, else to your first one.',
});

const named = z.strictObject({ name: z.string(), new: z.boolean() });
const PlannedCampaign = z
  .strictObject({
    place: z.int().min(1).meta({ description: 'Its place in the file.' }),
    name: z.string(),
    steps: z.int(),
    problem: z.string().meta({ description: 'Why it cannot be made; empty: it can.' }),
    tags: z.array(named),
    lists: z.array(named),
    campaigns: z
      .array(z.strictObject({ name: z.string(), how: z.enum(['self', 'file', 'found', 'missing']) }))
      .meta({ description: 'Campaigns that it switches to, and where they are.' }),
    keywords: z.array(z.strictObject({ keyword: z.string(), channel: z.string(), problem: z.string() })),
    left_out: z.array(
      z.strictObject({
        step: z.int(),
        where: z.enum(['header', 'form', 'address', 'body']),
        name: z.string(),
      }),
    ),
    unmapped: z
      .array(z.strictObject({ node: z.int(), near: z.string(), what: z.string(), why: z.string() }))
      .meta({ description: 'What a flow of RapidPro has that a campaign has not, node by node.' }),
  })
  .meta({ id: 'PlannedCampaign', description: 'What a file would make.' });

const SMALL_FILE = {
  format: 'parley-campaign',
  version: 1,
  campaign: {
    name: 'Lunch club',
    keywords: [{ keyword: 'LUNCH' }],
    steps: [
      { type: 'open-question', id: 1, text: 'Which city do you work in?' },
      { type: 'tag', id: 2, tag: 'City' },
      { type: 'final-message', id: 3, text: 'See you there, {%First name|friend%}!' },
    ],
  },
  tags: [{ name: 'City' }],
};

export const campaignOperations = {
  exportCampaign: operation({
    method: 'GET',
    path: '/campaigns/{campaign}/file',
    resource: 'campaigns',
    scope: 'campaigns:read',
    summary: 'Get a campaign as a file',
    description:
      'Its steps, and by name the tags, lists, campaigns and keywords that they need. No people, and no secrets of API calls: these are named in `left_out`.',
    status: 200,
    answer: CampaignFile,
    example: {
      path: '/campaigns/cmp_12/file',
      answer: {
        format: 'parley-campaign',
        version: 1,
        exported_at: '2026-03-02T15:00:00.000Z',
        campaign: {
          name: 'Spring sale',
          icon: 0,
          language: 'en',
          keywords: [
            { keyword: 'SPRING', channel: 'Simulator' },
            { keyword: 'PRIMAVERA', channel: 'Simulator' },
          ],
          steps: [{ type: 'final-message', id: 1, text: 'Spring is here.' }],
        },
        tags: [],
        lists: [],
        campaigns: [],
        media: [],
        left_out: [],
      },
    },
  }),
  previewCampaignFile: operation({
    method: 'POST',
    path: '/campaigns/file-preview',
    resource: 'campaigns',
    scope: 'campaigns:read',
    summary: 'See what a file would make',
    description:
      'Nothing is stored. A file that cannot be used is answered with 422 and where it goes wrong.',
    body: z.strictObject({ file: fileGiven, channel: keywordChannel }),
    bodyBytes: CAMPAIGN_FILE_LIMITS.bytes + 16 * 1024,
    status: 200,
    answer: z.strictObject({ source: z.enum(['parley', 'rapidpro']), data: z.array(PlannedCampaign) }),
    example: {
      path: '/campaigns/file-preview',
      body: { file: SMALL_FILE },
      answer: {
        source: 'parley',
        data: [
          {
            place: 1,
            name: 'Lunch club',
            steps: 3,
            problem: '',
            tags: [{ name: 'City', new: false }],
            lists: [],
            campaigns: [],
            keywords: [{ keyword: 'LUNCH', channel: 'Simulator', problem: '' }],
            left_out: [],
            unmapped: [],
          },
        ],
      },
    },
  }),
  importCampaignFile: operation({
    method: 'POST',
    path: '/campaigns/file',
    resource: 'campaigns',
    scope: 'campaigns:write',
    summary: 'Make campaigns from a file',
    description:
      'All of them or none. Tags and lists are found by name or made; a keyword that is taken is left out. Ids in the file mean nothing here.',
    body: z.strictObject({
      file: fileGiven,
      places: z
        .array(z.int().min(1).max(1_000))
        .max(CAMPAIGN_FILE_LIMITS.atOnce)
        .default([])
        .meta({ description: 'Which campaigns of the file, by place; none: all.' }),
      keywords: z.boolean().default(true).meta({ description: 'False: they get no keywords.' }),
      channel: keywordChannel,
    }),
    bodyBytes: CAMPAIGN_FILE_LIMITS.bytes + 16 * 1024,
    status: 201,
    answer: z.strictObject({
      data: z.array(z.strictObject({ id: idText('campaign'), name: z.string().max(TEXT_LIMITS.name) })),
    }),
    mayBeRefused: true,
    example: {
      path: '/campaigns/file',
      body: { file: SMALL_FILE, channel: 'chn_2' },
      answer: { data: [{ id: 'cmp_13', name: 'Lunch club' }] },
    },
  }),
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
