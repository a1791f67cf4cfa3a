import { COUNT_LIMITS, TIME_TO_LIVE } from '@parley/rules/limits.ts';
import { z } from 'zod';
import { BLAST_STATES } from '../blasts.ts';
import { operation } from './operation.ts';
import { countOf, idGiven, idText, instant, instantGiven, pageOf, pageQuery } from './schema.ts';

const Blast = z
  .strictObject({
    id: idText('blast'),
    campaign: idText('campaign'),
    channel: idText('channel'),
    state: z.enum(BLAST_STATES).meta({ description: '`fanning`: people are still being queued.' }),
    scheduled_for: instant,
    started_at: instant.nullable(),
    finished_at: instant.nullable(),
    counts: z
      .strictObject({
        total: countOf,
        queued: countOf,
        sent: countOf,
        delivered: countOf,
        failed: countOf,
        unknown: countOf,
        skipped: countOf,
        replied: countOf,
        opted_out: countOf,
      })
      .meta({
        id: 'BlastCounts',
        description:
          '`queued` to `skipped` add up to `total`: each contact is in one. `sent`: not yet delivered.',
      }),
    credits_spent: countOf,
    pause_reason: z.string().nullable().meta({ description: 'Why it was paused by itself.' }),
  })
  .meta({ id: 'Blast', description: 'A campaign sent to many people at once.' });

const SPRING = {
  id: 'bls_31',
  campaign: 'cmp_12',
  channel: 'chn_2',
  state: 'scheduled',
  scheduled_for: '2026-03-09T15:00:00.000Z',
  started_at: null,
  finished_at: null,
  counts: {
    total: 1,
    queued: 1,
    sent: 0,
    delivered: 0,
    failed: 0,
    unknown: 0,
    skipped: 0,
    replied: 0,
    opted_out: 0,
  },
  credits_spent: 0,
  pause_reason: null,
} as const;
const write = { resource: 'blasts', scope: 'blasts:write', mayBeRefused: true } as const;

export const blastOperations = {
  listBlasts: operation({
    method: 'GET',
    path: '/blasts',
    resource: 'blasts',
    scope: 'blasts:read',
    summary: 'List blasts',
    description: 'Newest first.',
    query: z.strictObject({
      ...pageQuery,
      campaign: idGiven('campaign').optional().meta({ description: 'Of this campaign.' }),
    }),
    status: 200,
    answer: pageOf(Blast),
    example: { path: '/blasts?campaign=cmp_12', answer: { data: [SPRING], next_cursor: null } },
  }),
  createBlast: operation({
    method: 'POST',
    path: '/blasts',
    ...write,
    summary: 'Send a campaign to lists or a segment',
    description:
      'At once, or at `scheduled_for`. With lists and a segment: who is in both. Who opted out, and who had this campaign by a blast before, is left out. Refused with 409 where the campaign is not finished or the balance is too low: then nothing is stored. The same request within two seconds is the same blast.',
    body: z
      .strictObject({
        campaign: idGiven('campaign'),
        lists: z.array(idGiven('list')).max(COUNT_LIMITS.listsPerBlast).default([]),
        segment: idGiven('segment').optional(),
        channel: idGiven('channel').optional().meta({ description: 'Without it: your first one.' }),
        scheduled_for: instantGiven.optional(),
        time_to_live_minutes: z
          .int()
          .min(TIME_TO_LIVE.leastMinutes)
          .max(TIME_TO_LIVE.mostMinutes)
          .optional()
          .meta({ description: 'How long each message may be tried; without it: as the channel is set.' }),
      })
      .refine(({ lists, segment }) => lists.length > 0 || segment !== undefined, {
        path: ['lists'],
        message: 'Name lists, a segment, or both.',
      }),
    status: 201,
    answer: Blast,
    example: {
      path: '/blasts',
      body: {
        campaign: 'cmp_12',
        segment: 'seg_5',
        channel: 'chn_2',
        scheduled_for: '2026-03-10T09:00:00-05:00',
      },
      answer: {
        ...SPRING,
        id: 'bls_32',
        scheduled_for: '2026-03-10T14:00:00.000Z',
      },
    },
  }),
  getBlast: operation({
    method: 'GET',
    path: '/blasts/{blast}',
    resource: 'blasts',
    scope: 'blasts:read',
    summary: 'Get a blast with its counts',
    status: 200,
    answer: Blast,
    example: { path: '/blasts/bls_31', answer: SPRING },
  }),
  pauseBlast: operation({
    method: 'POST',
    path: '/blasts/{blast}/pause',
    ...write,
    summary: 'Pause a blast',
    description: 'What is at the carrier goes on. One that is paused stays so.',
    status: 200,
    answer: Blast,
    example: { path: '/blasts/bls_31/pause', answer: { ...SPRING, state: 'paused' } },
  }),
  resumeBlast: operation({
    method: 'POST',
    path: '/blasts/{blast}/resume',
    ...write,
    summary: 'Resume a paused blast',
    description: 'One that is not paused goes on as it was.',
    status: 200,
    answer: Blast,
    example: { path: '/blasts/bls_31/resume', answer: SPRING },
  }),
  cancelBlast: operation({
    method: 'POST',
    path: '/blasts/{blast}/cancel',
    ...write,
    summary: 'Cancel a blast',
    description: 'Whoever is still queued gets nothing, and the credits come back.',
    status: 200,
    answer: Blast,
    example: {
      path: '/blasts/bls_31/cancel',
      answer: { ...SPRING, state: 'cancelled', finished_at: '2026-03-02T15:00:00.000Z' },
    },
  }),
};
