import { DATE_REACHED, EXIT_KINDS, TRIGGER_KINDS } from '@parley/rules/event-trigger.ts';
import { z } from 'zod';
import { operation } from './operation.ts';
import { countOf, idText, instant, pageOf, pageQuery } from './schema.ts';
import { propertyCondition } from './segment-tree.ts';

const where = z.array(propertyCondition).meta({ description: 'What its properties must be.' });
const Trigger = z
  .strictObject({
    event: z
      .enum([...TRIGGER_KINDS, DATE_REACHED])
      .nullable()
      .meta({ description: 'Null: not chosen yet.' }),
    date: z
      .strictObject({
        tag: idText('tag'),
        days: z.int(),
        at: z.string(),
        every: z.enum(['year', 'date']),
      })
      .optional()
      .meta({
        description:
          'Of `date.reached`: days after the date in a tag, negative: before, where the contact is.',
      }),
    where,
    wait: z
      .union([
        z.strictObject({ for: z.literal('nothing') }),
        z.strictObject({ for: z.literal('time'), minutes: z.int() }),
        z.strictObject({ for: z.literal('clock'), days: z.int(), at: z.string() }),
      ])
      .meta({ description: '`clock`: at that time of a later day, where the contact is.' }),
    repeat: z
      .union([
        z.strictObject({ as: z.enum(['once', 'each']) }),
        z.strictObject({ as: z.literal('days'), days: z.int() }),
      ])
      .meta({ description: 'How often for one contact; `days`: not again before so many days.' }),
    exits: z
      .array(z.strictObject({ event: z.enum(EXIT_KINDS), where }))
      .meta({ description: 'What ends the wait without a start.' }),
  })
  .meta({ id: 'AutomationTrigger', description: 'What starts it for one contact.' });

const Automation = z
  .strictObject({
    id: idText('automation'),
    name: z.string(),
    enabled: z.boolean(),
    campaign: idText('campaign').nullable(),
    list: idText('list').nullable(),
    segment: idText('segment').nullable(),
    trigger: Trigger.nullable().meta({ description: 'Null: it runs by a schedule.' }),
    next_run_at: instant.nullable(),
    problem: z
      .string()
      .nullable()
      .meta({ description: 'Why the last run sent nothing, or why it starts nobody now.' }),
    counts: z
      .strictObject({
        runs: countOf,
        started: countOf,
        reached: countOf,
        replied: countOf,
        opted_out: countOf,
      })
      .meta({
        id: 'AutomationCounts',
        description: 'What all its runs came to; `started`: conversations that events began.',
      }),
  })
  .meta({
    id: 'Automation',
    description: 'A blast that repeats by itself, or a campaign that an event starts.',
  });

const WELCOME = {
  id: 'aut_4',
  name: 'Welcome',
  enabled: false,
  campaign: 'cmp_12',
  list: 'lst_7',
  segment: null,
  trigger: null,
  next_run_at: null,
  problem: null,
  counts: { runs: 0, started: 0, reached: 0, replied: 0, opted_out: 0 },
} as const;

export const automationOperations = {
  listAutomations: operation({
    method: 'GET',
    path: '/automations',
    resource: 'automations',
    scope: 'automations:read',
    summary: 'List automations',
    description: 'Oldest first.',
    query: z.strictObject(pageQuery),
    status: 200,
    answer: pageOf(Automation),
    example: { path: '/automations', answer: { data: [WELCOME], next_cursor: null } },
  }),
  getAutomation: operation({
    method: 'GET',
    path: '/automations/{automation}',
    resource: 'automations',
    scope: 'automations:read',
    summary: 'Get an automation',
    status: 200,
    answer: Automation,
    hasVersion: true,
    example: { path: '/automations/aut_4', answer: WELCOME },
  }),
  updateAutomation: operation({
    method: 'PATCH',
    path: '/automations/{automation}',
    resource: 'automations',
    scope: 'automations:write',
    summary: 'Switch an automation on or off',
    description: 'Refused with 409 where something that it runs with is missing.',
    body: z.strictObject({ enabled: z.boolean() }),
    status: 200,
    answer: Automation,
    hasVersion: true,
    mayBeRefused: true,
    example: {
      path: '/automations/aut_4',
      body: { enabled: true },
      answer: { ...WELCOME, enabled: true, next_run_at: '2026-03-03T14:00:00.000Z' },
    },
  }),
};
