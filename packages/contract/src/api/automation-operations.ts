import { z } from 'zod';
import { operation } from './operation.ts';
import { countOf, idText, instant, pageOf, pageQuery } from './schema.ts';

const Automation = z
  .strictObject({
    id: idText('automation'),
    name: z.string(),
    enabled: z.boolean(),
    campaign: idText('campaign').nullable(),
    list: idText('list').nullable(),
    segment: idText('segment').nullable(),
    next_run_at: instant.nullable(),
    problem: z.string().nullable().meta({ description: 'Why the last run sent nothing.' }),
    counts: z
      .strictObject({ runs: countOf, reached: countOf, replied: countOf, opted_out: countOf })
      .meta({ id: 'AutomationCounts', description: 'What all its runs came to.' }),
  })
  .meta({ id: 'Automation', description: 'A blast that repeats by itself.' });

const WELCOME = {
  id: 'aut_4',
  name: 'Welcome',
  enabled: false,
  campaign: 'cmp_12',
  list: 'lst_7',
  segment: null,
  next_run_at: null,
  problem: null,
  counts: { runs: 0, reached: 0, replied: 0, opted_out: 0 },
} as const;

export const automationOperations = {
  listAutomations: operation({
    method: 'GET',
    path: '/automations',
    resource: 'automations',
    scope: 'automations:read',
    summary: 'List automations',
    description: 'By name.',
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
